package tspag

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
)

// A vector is a case that a program with the definition computed.
type vector struct {
	Kind              string
	Variables, Latent []string
	Truth, Guess      []string
	Window            int
	MaxLag            int `json:"max_lag"`
	Valid             bool
	Reason            string
	Of                int
	NotAdjacent       int            `json:"not_adjacent"`
	NoClaim           map[string]int `json:"no_claim"`
	Wrong             map[string]int
	PastEdges         [][2]string `json:"past_edges"`
	Claims            []map[string]json.RawMessage
}

var strategies = map[string]Strategy{"zl-sd": Nearest, "mb-zl-sd": Blanket, "pancestor-sd": PossibleAncestors}

func vectors(t *testing.T) []vector {
	text, err := os.ReadFile("testdata/tspag.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// parse reads links over the given variables.
func parse(t *testing.T, variables, links []string) *graph.Series {
	t.Helper()
	names, err := graph.NewNames(variables)
	if err != nil {
		t.Fatal(err)
	}
	var list []graph.Link
	for _, text := range links {
		f := strings.Fields(text)
		first, lag, _ := graph.ParseMoment(f[0])
		second, _, _ := graph.ParseMoment(f[2])
		x, _ := names.Node(first)
		y, _ := names.Node(second)
		atX, atY, ok := graph.ParseMarks([]byte(f[1]))
		if !ok {
			t.Fatal(text)
		}
		list = append(list, graph.Link{X: x, Lag: lag, Y: y, AtX: atX, AtY: atY})
	}
	return graph.MustSeries(names, list)
}

func TestClaimsOfVectors(t *testing.T) {
	ctx := context.Background()
	for i, v := range vectors(t) {
		if v.NoClaim == nil {
			continue
		}
		guess := parse(t, v.Variables, v.Guess)
		w, err := New(guess, v.Window)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := series.CheckDAG(parse(t, slices.Concat(v.Variables, v.Latent), v.Truth))
		if err != nil {
			t.Fatal(err)
		}
		hidden := graph.NewSet(len(v.Variables) + len(v.Latent))
		for k := range v.Latent {
			hidden.Add(graph.Node(len(v.Variables) + k))
		}
		window, err := truth.Hide(hidden).Project(series.Window{First: v.Window - 1})
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range strategies {
			want := map[string][]string{} // by pair; nil is no claim
			for _, c := range v.Claims {
				var x, y string
				var set []string
				for key, to := range map[string]any{"x": &x, "y": &y, name: &set} {
					if err := json.Unmarshal(c[key], to); err != nil {
						t.Fatal(err)
					}
				}
				slices.Sort(set)
				want[x+" "+y] = set
			}
			wrong, none, pairs := 0, 0, 0
			of, err := w.Claims(ctx, s, v.MaxLag, func(c Claim) {
				pairs++
				key := guess.MomentName(c.X) + " " + guess.MomentName(c.Y)
				if c.None {
					none++
					if want[key] != nil {
						t.Errorf("case %d, %s: no claim about %s, want %v", i, name, key, want[key])
					}
					return
				}
				set := []string{}
				for _, m := range c.Set {
					set = append(set, guess.MomentName(m))
				}
				slices.Sort(set)
				if expected, known := want[key]; v.Claims != nil && (!known || !slices.Equal(set, expected)) {
					t.Errorf("case %d, %s: %s by %v, want %v", i, name, key, set, expected)
				}
				separated, err := window.Separated(c.X, c.Y, c.Set)
				if err != nil {
					t.Fatal(err)
				}
				if !separated {
					wrong++
				}
			})
			if err != nil || of != v.Of || pairs != v.NotAdjacent || none != v.NoClaim[name] || wrong != v.Wrong[name] {
				t.Errorf("case %d (%s), %s: %d of %d, %d pairs, %d without a claim, %v; want %d of %d, %d, %d", i, v.Kind, name, wrong, of, pairs, none, err, v.Wrong[name], v.Of, v.NotAdjacent, v.NoClaim[name])
			}
		}
		if t.Failed() {
			t.Logf("guess %v", v.Guess)
			return
		}
	}
}

func TestValidityOfVectors(t *testing.T) {
	for i, v := range vectors(t) {
		guess := parse(t, v.Variables, v.Guess)
		err := Check(context.Background(), guess, v.Window)
		if form := []string{"conflict", "time order", "two tails"}; !slices.Contains(form, v.Reason) {
			if open := Closed(guess, v.Window); open != nil {
				err = open
			}
		}
		var bad *Error
		switch {
		case v.Valid && err != nil:
			t.Errorf("case %d (%s): %v, want valid: %v", i, v.Kind, err, v.Guess)
		case !v.Valid && (!errors.As(err, &bad) || string(bad.Reason) != v.Reason):
			t.Errorf("case %d (%s): %v, want %s: %v", i, v.Kind, err, v.Reason, v.Guess)
		}
	}
}

func TestPastEdgesOfVectors(t *testing.T) {
	for i, v := range vectors(t) {
		if v.PastEdges == nil {
			continue
		}
		w, err := New(parse(t, v.Variables, v.Guess), v.Window)
		if err != nil {
			t.Fatal(err)
		}
		sorted := func(x, y string) string { return min(x, y) + " " + max(x, y) }
		var got, want []string
		for _, p := range w.past {
			got = append(got, sorted(w.frame.Name(p[0]), w.frame.Name(p[1])))
		}
		for _, p := range v.PastEdges {
			want = append(want, sorted(p[0], p[1]))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("case %d: past edges %v, want %v", i, got, want)
		}
	}
}
