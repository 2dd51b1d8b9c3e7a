package graphtest

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// A CanonicalCase is a pair of graphs with every claim of canonical-aid.
type CanonicalCase struct {
	ID                     string
	TruthClass, GuessClass string
	Truth, Guess           *graph.Graph
	Claims                 map[[2]graph.Node]string // "none", "unidentified" or the canonical set as [Names] writes it
	Mistakes               map[[2]graph.Node]string // the kinds of mistake of the wrong claims
}

// CanonicalVectors returns the cases of testdata/vectors/canonical.json, all by brute force.
func CanonicalVectors(t testing.TB) []CanonicalCase {
	t.Helper()
	var file struct {
		Cases []struct {
			ID                  string
			TruthClass          string `json:"truth_class"`
			GuessClass          string `json:"guess_class"`
			Nodes, Truth, Guess []string
			Expect              map[string]struct {
				Wrong, Of        int
				Claims, Mistakes [][3]any
			}
		}
	}
	readJSON(t, "vectors/canonical.json", &file)
	cases := make([]CanonicalCase, len(file.Cases))
	for i, raw := range file.Cases {
		draw := func(edges []string) *graph.Graph {
			return Arrows(t, strings.Join(raw.Nodes, " ")+": "+strings.Join(edges, "; "))
		}
		c := CanonicalCase{ID: raw.ID, TruthClass: raw.TruthClass, GuessClass: raw.GuessClass, Truth: draw(raw.Truth), Guess: draw(raw.Guess)}
		read := func(rows [][3]any) map[[2]graph.Node]string {
			values := make(map[[2]graph.Node]string)
			for _, row := range rows {
				value, isWord := row[2].(string)
				if !isWord {
					var set graph.Set
					for _, name := range row[2].([]any) {
						set.Add(Node(t, c.Guess, name.(string)))
					}
					value = Names(c.Guess, set)
				}
				values[[2]graph.Node{Node(t, c.Guess, row[0].(string)), Node(t, c.Guess, row[1].(string))}] = value
			}
			return values
		}
		want := raw.Expect["canonical-aid"]
		c.Claims, c.Mistakes = read(want.Claims), read(want.Mistakes)
		if n := c.Guess.N(); len(c.Claims) != n*(n-1) || want.Of != n*(n-1) || len(c.Mistakes) != want.Wrong {
			t.Fatalf("canonical.json: %s: %d claims, %d mistakes, %d of %d wrong", c.ID, len(c.Claims), len(c.Mistakes), want.Wrong, want.Of)
		}
		cases[i] = c
	}
	return cases
}
