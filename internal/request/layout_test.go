package request

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/report"
)

type laidOut struct {
	Nodes        []layoutNode
	Truth, Guess []layoutEdge
	Class        string
}

func layoutOf(t *testing.T, request string) (l laidOut) {
	t.Helper()
	header, _ := ask(t, request)
	text, _ := json.Marshal(header["layout"])
	if err := json.Unmarshal(text, &l); err != nil || l.Nodes == nil {
		t.Fatalf("%v: %v", err, header)
	}
	return l
}

// One layout for two graphs with different nodes: what has a place stays, and edges are drawn from
// node to node with the way they agree.
func TestLayoutIsOneForBoth(t *testing.T) {
	guess := `{"nodes": ["c", "b", "d"], "edges": [["b", "-->", "c"], ["d", "o-o", "b"]]}`
	first := layoutOf(t, `{"op": "layout", "truth": `+collider+`, "guess": `+guess+`}`)
	var names []string
	at := map[string][2]float64{}
	for _, v := range first.Nodes {
		names = append(names, v.Name)
		at[v.Name] = [2]float64{v.X, v.Y}
	}
	if got := strings.Join(names, " "); got != "a b c d" {
		t.Errorf("nodes %s", got)
	}
	drawn := func(list []layoutEdge) (out []string) {
		for _, e := range list {
			out = append(out, fmt.Sprintf("%s %s %s %s", e.X, e.Edge, e.Y, e.Status))
			if len(e.Curve) < 8 || len(e.Curve)%6 != 2 {
				t.Errorf("%v: a curve of %d numbers", e, len(e.Curve))
			}
			near := func(x, y float64, name string) bool {
				for _, v := range first.Nodes {
					if v.Name == name {
						return x >= v.X-v.W/2-1 && x <= v.X+v.W/2+1 && y >= v.Y-v.H/2-1 && y <= v.Y+v.H/2+1
					}
				}
				return false
			}
			if n := len(e.Curve); !near(e.Curve[0], e.Curve[1], e.X) || !near(e.Curve[n-2], e.Curve[n-1], e.Y) {
				t.Errorf("%s %s %s does not lead from node to node: %v", e.X, e.Edge, e.Y, e.Curve)
			}
		}
		return out
	}
	if got := strings.Join(drawn(first.Truth), ", "); got != "a --> b missing, c --> b differs" {
		t.Error(got)
	}
	if got := strings.Join(drawn(first.Guess), ", "); got != "b --> c differs, b o-o d extra" {
		t.Error(got)
	}
	at["b"] = [2]float64{300, -50}
	delete(at, "d")
	places, _ := json.Marshal(at)
	moved := layoutOf(t, `{"op": "layout", "truth": `+collider+`, "guess": `+guess+`, "at": `+string(places)+`}`)
	for _, v := range moved.Nodes {
		if p, kept := at[v.Name]; kept && p != [2]float64{v.X, v.Y} {
			t.Errorf("%s moved from %v to %v, %v", v.Name, p, v.X, v.Y)
		}
	}
	header, parts := ask(t, `{"op": "draw", "to": "svg", "truth": `+collider+`, "guess": `+chain+`, "at": {"a": [0, 0], "b": [200, 10]}}`)
	if header["error"] != nil || !strings.Contains(string(parts[0]), "<svg") {
		t.Error(header)
	}
	for _, op := range []string{`"layout"`, `"draw", "to": "svg"`} {
		if e := failed(t, `{"op": `+op+`, "truth": `+collider+`, "guess": `+chain+`, "at": {"a": [1e300, 0]}}`); e.Option != "at" {
			t.Error(e)
		}
	}
}

func TestRepairs(t *testing.T) {
	header, _ := ask(t, `{"op": "repairs", "truth": `+collider+`, "guess": `+chain+`, "metrics": ["zl-sd", "shd"], "plan": true}`)
	text, _ := json.Marshal(header["repairs"])
	for _, want := range []string{`"toward":"the truth"`, `"edges":[["b","\u003c--","c"]]`, `"truth":"c --\u003e b"`, `"plan":[{`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
}

// An expiring context is cancelled after a number of calls of Err.
type expiring struct {
	context.Context
	left *int
}

func (e expiring) Err() error {
	if *e.left--; *e.left < 0 {
		return context.Canceled
	}
	return nil
}

// Once the client has gone, a layout and a drawing do not go on.
func TestLayoutStops(t *testing.T) {
	for _, op := range []string{`"layout"`, `"layout", "at": {"a": [0, 0]}`, `"draw", "to": "svg"`, `"draw", "to": "tikz", "at": {"a": [0, 0]}`} {
		frame, err := join(json.RawMessage(`{"op": `+op+`, "truth": `+collider+`, "guess": `+chain+`}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		steps := 1 << 20
		if header, _ := opened(t, Answer(expiring{context.Background(), &steps}, frame, nil)); header["error"] != nil {
			t.Fatal(op, header)
		}
		for last := range 1<<20 - steps {
			left := last
			header, _ := opened(t, Answer(expiring{context.Background(), &left}, frame, nil))
			if header["error"] == nil || left < -20 {
				t.Errorf("%s, cancelled at step %d: %v after %d more steps", op, last, header, -left)
			}
		}
	}
}

// A guess that is a CPDAG is compared with the CPDAG of the truth: an undirected edge of both is right.
func TestLayoutComparesClasses(t *testing.T) {
	l := layoutOf(t, `{"op": "layout", "truth": {"text": "a --> b\nb --> c\nd --> c\nc --> e\nf --> a"}, "guess": {"text": "a --- b\nb --> c\nd --> c\nc --> e\na --> f", "options": {"class": "mpdag"}}}`)
	got := make(map[string]report.Status)
	for _, e := range l.Guess {
		got[e.X+e.Edge+e.Y] = e.Status
	}
	want := map[string]report.Status{"a---b": report.Undetermined, "b-->c": report.Agreed, "d-->c": report.Agreed, "c-->e": report.Agreed, "a-->f": report.Differs}
	if !maps.Equal(got, want) || l.Class != "CPDAG" {
		t.Errorf("class %q, statuses %v, want %v", l.Class, got, want)
	}
	if part := layoutOf(t, `{"op": "layout", "part": true, "truth": {"text": "a --> b"}, "guess": {"text": "a --- b"}}`); part.Class != "" || part.Guess[0].Status != report.Differs {
		t.Errorf("a part of two graphs is compared as %q: %v", part.Class, part.Guess)
	}
}
