package draw_test

import (
	"strconv"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

// Names, lags, legends and notes do not cover each other, and no edge is painted over them.
func TestLabelsDoNotOverlap(t *testing.T) {
	for seed := range uint64(30) {
		rng := graphtest.Rand(seed)
		n := 20 + rng.IntN(41)
		p := (2 + 2*rng.Float64()) / float64(n-1)
		pictures := make(map[string]*draw.Drawing)
		truth, guess := graphtest.DAG(rng, n, p), graphtest.ADMG(rng, n, p)
		for _, view := range []draw.View{draw.Nodes, draw.Matrix} {
			d, err := draw.Difference(truth, guess, draw.Options{View: view, Title: "Truth and guess"})
			if err != nil {
				t.Fatal(err)
			}
			pictures[view.String()] = d
		}
		n = 3 + rng.IntN(8)
		first, second := graphtest.RandomMixedSeries(rng, n, 2, 0.5/float64(n), 0.5, 0.02), graphtest.RandomSeries(rng, n, 2, 0.5/float64(n), 0.5)
		for _, view := range []draw.View{draw.Time, draw.Process} {
			d, err := draw.SeriesDifference(first, second, draw.Options{View: view})
			if err != nil {
				t.Fatal(err)
			}
			pictures[view.String()] = d
		}
		for view, d := range pictures {
			for _, overlap := range svgtest.Parse(t, svg(t, d)).Overlaps(t) {
				t.Errorf("seed %d, %s: %s", seed, view, overlap)
			}
		}
	}
}

// In a column of 85 mm, the names of 20 nodes and of a matrix can be read, and nothing overlaps.
func TestFitsAColumn(t *testing.T) {
	const column = 241
	for seed := range uint64(10) {
		for n, least := range map[int]float64{20: 7, 200: 6} {
			g := graphtest.DAG(graphtest.Rand(seed), n, 3/float64(n-1))
			d := draw.Graph(g, draw.Options{Width: column})
			if err := d.Lay(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
			if w := d.Picture().W; w > column {
				t.Errorf("seed %d: %d nodes are %v wide", seed, n, w)
			}
			picture := svgtest.Parse(t, svg(t, d))
			for _, text := range picture.Named("text") {
				size, err := strconv.ParseFloat(text.Attr["font-size"], 64)
				if err != nil || size < least {
					t.Errorf("seed %d: %q is %v points high", seed, text.Text, size)
				}
			}
			if list := picture.Overlaps(t); len(list) > 0 {
				t.Errorf("seed %d: %q", seed, list)
			}
		}
	}
}
