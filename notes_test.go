package sepdist_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
)

// A note says what a comparison assumes that may not be meant.
func TestNotesOfAComparison(t *testing.T) {
	for _, tt := range []struct {
		truth, guess string
		o            sepdist.Options
		note         string
	}{
		{"X1 --> X3\nX2 --> X3\n", "0 --> 1\n1 --> 2\n", sepdist.Options{ByPosition: true}, "nodes are matched by position: 0=X1, 1=X3, 2=X2"},
		{"H --> X1\nH --> X2\nX1 --> X2\n", "0 --> 1\n", sepdist.Options{ByPosition: true, Latent: []string{"H"}}, "nodes are matched by position: 0=X1, 1=X2"},
		{"a --> b\n", "a <-> b\n", sepdist.Options{}, "guess: <-> is read as a latent common cause; if it is a conflict of PC, use --guess-class cpdag and --invalid undirected or nearest"},
		{"a --> b\nb --> c\n", "a --> b\nb --> c\na --> c\n", sepdist.Options{}, "the guess makes no claims of separation: its separation distances are 0 for every truth"},
		{"a --> b\nb --> c\n", "a --> b\nb --> c\na --> c\n", sepdist.Options{Symmetric: distance.Mean}, ""},
		{"a --> b\n", "a --> b\n", sepdist.Options{ByPosition: true}, ""},
		{"a <-> b\n", "a <-> b\n", sepdist.Options{}, ""},
	} {
		var pair [2]*sepdist.Graph
		for i, text := range []string{tt.truth, tt.guess} {
			d, err := format.Parse([]byte(text), "", format.Options{})
			if err != nil {
				t.Fatal(err)
			}
			pair[i] = sepdist.FromDocument(d, []string{"truth", "guess"}[i])
		}
		c, err := sepdist.Compare(t.Context(), pair[0], pair[1], tt.o)
		if err != nil {
			t.Fatal(err)
		}
		if tt.note == "" && len(c.Notes) > 0 || tt.note != "" && !slices.Contains(c.Notes, tt.note) {
			t.Errorf("%q: notes %q, want %q", tt.guess, c.Notes, tt.note)
		}
	}
}
