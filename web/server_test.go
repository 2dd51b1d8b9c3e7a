package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/web"
)

const host, token = "127.0.0.1:4711", "secret"

func ask(t *testing.T, method, path, at, origin, body string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://"+at+path, strings.NewReader(body))
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	w := httptest.NewRecorder()
	web.Handler(token, host, web.Start{Truth: &web.StartGraph{Name: "t", Text: "a --> b\n"}}).ServeHTTP(w, r)
	return w.Result()
}

// Only who knows the token, by the right name of this computer and from the page itself, is
// answered: a page elsewhere can neither read the graphs nor use the engine.
func TestStrangersAreRefused(t *testing.T) {
	own := "http://" + host
	for _, c := range []struct {
		method, path, at, origin string
		status                   int
	}{
		{"GET", "/secret/", host, "", 200},
		{"GET", "/secret/app.js", host, "", 200},
		{"GET", "/secret/start.json", host, own, 200},
		{"HEAD", "/secret/style.css", host, "", 200},
		{"POST", "/secret/request", host, own, 200},

		{"GET", "/", host, "", 404},
		{"GET", "/secre/start.json", host, "", 404},
		{"GET", "/start.json", host, "", 404},
		{"GET", "/secret/web.go", host, "", 404},
		{"GET", "/secret/../secret2/", host, "", 404},
		{"GET", "/secret/start.json", "evil.example:4711", "", 421}, // a name that was rebound
		{"GET", "/secret/start.json", "127.0.0.1:80", "", 421},
		{"POST", "/secret/request", "evil.example:4711", own, 421},
		{"GET", "/secret/start.json", host, "http://evil.example", 403},
		{"POST", "/secret/request", host, "http://evil.example", 403},
		{"POST", "/secret/request", host, "null", 403},
		{"POST", "/secret/request", host, "", 403},
		{"POST", "/secret/start.json", host, own, 405},
		{"PUT", "/secret/request", host, own, 405},
		{"DELETE", "/secret/", host, own, 405},
	} {
		r := ask(t, c.method, c.path, c.at, c.origin, "")
		if r.StatusCode != c.status {
			t.Errorf("%s %s at %s from %q: status %d, expected %d", c.method, c.path, c.at, c.origin, r.StatusCode, c.status)
		}
		if got := r.Header.Get("Content-Security-Policy"); got != web.Policy {
			t.Errorf("%s %s: policy %q", c.method, c.path, got)
		}
	}
}

// The page states the same policy itself, for hosts that send no headers. What only a header can
// say is left out.
func TestThePageStatesItsPolicy(t *testing.T) {
	text, err := web.Files.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	if policy := strings.TrimSuffix(web.Policy, "; frame-ancestors 'none'"); !strings.Contains(string(text), `content="`+policy+`"`) {
		t.Errorf("index.html does not state %q", policy)
	}
}

func TestStartHasTheGraphs(t *testing.T) {
	r := ask(t, "GET", "/secret/start.json", host, "", "")
	body, err := io.ReadAll(r.Body)
	if err != nil || string(body) != `{"engine":"http","truth":{"name":"t","text":"a --\u003e b\n"}}` {
		t.Errorf("%s, %v", body, err)
	}
}

// A damaged request is answered with an error, as every other.
func TestADamagedRequestIsAnswered(t *testing.T) {
	r := ask(t, "POST", "/secret/request", host, "http://"+host, "no frame")
	body, _ := io.ReadAll(r.Body)
	if r.StatusCode != 200 || !strings.Contains(string(body), "damaged") {
		t.Errorf("%d %q", r.StatusCode, body)
	}
}

// A body that ends early or has damaged chunks is not said to be large.
func TestABodyThatIsCutOff(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().String()
	server.Config.Handler = web.Handler(token, host, web.Start{})
	server.Start()
	defer server.Close()
	for _, body := range []string{"Content-Length: 10\r\n\r\nfour", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n"} {
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /%s/request HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n%s", token, host, host, body)
		if err := c.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r.Body)
		if r.StatusCode != 400 || string(text) != "the request is cut off or malformed: send it again\n" {
			t.Errorf("%q: %d, %s", body, r.StatusCode, text)
		}
		c.Close()
	}
}

func TestTokensDiffer(t *testing.T) {
	if a, b := web.Token(), web.Token(); a == b || len(a) < 20 {
		t.Errorf("tokens %q and %q", a, b)
	}
}
