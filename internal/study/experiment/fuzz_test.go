package experiment_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/study/experiment"
)

// A grid is read or refused, and has as many pairs as its source names.
func FuzzGrid(f *testing.F) {
	for _, s := range []string{
		`{"class": ["dag"], "nodes": [5], "density": [0.1, 0.3], "change": [{"remove": 1}], "repetitions": 2, "metrics": ["shd"], "seed": 1}`,
		`{"class": ["admg"], "nodes": [5], "edges": [4], "bidirected": [0.5], "change": [{}, {"any": -1}], "repetitions": 1, "metrics": ["shd"]}`,
		`{"class": ["dag"], "nodes": [10000000], "edges": [100000000], "repetitions": 1000000000000, "metrics": ["shd"]}`,
		`{"nodes": [`, `{}`, `[]`, `{"class": ["dag"], "nodes": [-1], "density": [2], "repetitions": 1, "metrics": [""]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := experiment.Parse([]byte(text), "grid.json")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "grid.json:") {
				t.Fatalf("%q: %v does not name the file", text, err)
			}
			return
		}
		n := 0
		for p, err := range g.Source("grid.json").Inputs {
			if err != nil || p.ID == "" || p.Draw == nil {
				t.Fatalf("%q: %v, %v", text, p, err)
			}
			if n++; n > 100 {
				break
			}
		}
		if want := min(101, len(g.Cells())*g.Repetitions); n != want {
			t.Fatalf("%q: %d pairs, want %d", text, n, want)
		}
	})
}
