package web

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"github.com/sepdist/sepdist/internal/request"
)

// Policy is what the page may load: itself, and nothing from elsewhere.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// most is how large a request may be.
const most = 128 << 20

// A Start is what the page begins with.
type Start struct {
	Engine string      `json:"engine"` // "http" or "wasm"
	Truth  *StartGraph `json:"truth,omitempty"`
	Guess  *StartGraph `json:"guess,omitempty"`
}

// A StartGraph is a graph in the native text format.
type StartGraph struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
	Text  string `json:"text"`
}

// Token returns a secret for a link.
func Token() string {
	var b [18]byte
	_, _ = rand.Read(b[:]) // which does not fail
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Handler serves the page below /token/, at one host such as 127.0.0.1:4711: GET for its files,
// POST for requests. Whoever does not know the token, asks under another name (as pages do that
// rebind theirs to this computer), or sends a request from another page, is refused.
func Handler(token, host string, start Start) http.Handler {
	start.Engine = "http"
	first, err := json.Marshal(start)
	if err != nil {
		panic(err) // it is strings
	}
	files := http.StripPrefix("/"+token+"/", http.FileServerFS(pageFiles{Files}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		origin := r.Header.Get("Origin")
		path, known := strings.CutPrefix(r.URL.Path, "/"+token+"/")
		switch {
		case r.Host != host:
			http.Error(w, "open the link that sepdist serve printed", http.StatusMisdirectedRequest)
		case origin != "" && origin != "http://"+host, r.Method == http.MethodPost && origin == "":
			http.Error(w, "requests from other pages are refused", http.StatusForbidden)
		case !known:
			http.Error(w, "open the link that sepdist serve printed", http.StatusNotFound)
		case r.Method == http.MethodPost && path == "request":
			answer(w, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			http.Error(w, "only GET, and POST for requests", http.StatusMethodNotAllowed)
		case path == "start.json":
			h.Set("Content-Type", "application/json")
			_, _ = w.Write(first)
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// answer answers one request, until the page no longer waits for it.
func answer(w http.ResponseWriter, r *http.Request) {
	frame, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		http.Error(w, "the request is larger than 128 MB: use the command line", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		http.Error(w, "the request is cut off or malformed: send it again", http.StatusBadRequest)
		return
	}
	response := request.Answer(r.Context(), frame, nil)
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = io.Copy(w, bytes.NewReader(response))
}

// pageFiles shows the files of the page and no list of them.
type pageFiles struct{ fs.FS }

func (f pageFiles) Open(name string) (fs.File, error) {
	if name == "." {
		return f.FS.Open(name) // for its index
	}
	if strings.HasSuffix(name, ".go") {
		return nil, fs.ErrNotExist
	}
	return f.FS.Open(name)
}
