package naive_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// TestSeriesVectors holds the judge of time-series graphs to numbers of another program.
func TestSeriesVectors(t *testing.T) {
	for _, c := range graphtest.SeriesVectors(t) {
		if c.Graph == nil {
			got := naive.SeriesDistances(c.Truth, c.Guess, c.MaxLag, 30)
			for _, wrong := range []map[string]int{c.Wrong, c.WrongCPDAG} {
				for name, want := range wrong {
					if got := got[strings.TrimSuffix(name, "-sd")]; got != want {
						t.Errorf("%s: %s is %d, want %d", c.ID, name, got, want)
					}
				}
			}
			if of := len(naive.SeriesPairs(c.Guess.N(), c.MaxLag)); of != c.Of {
				t.Errorf("%s: %d pairs, want %d", c.ID, of, c.Of)
			}
			if class := naive.StationaryClass(c.Guess); c.GuessCPDAG != nil && len(class) != c.Members {
				t.Errorf("%s: %d members, want %d", c.ID, len(class), c.Members)
			}
			continue
		}
		var latent graph.Set
		for _, name := range c.Latent {
			v, _ := c.Graph.Names().Node(name)
			latent.Add(v)
		}
		var measured []graph.Node
		for v := range graph.Node(c.Graph.N()) {
			if !latent.Has(v) {
				measured = append(measured, v)
			}
		}
		node := func(name string) graph.Node {
			m := graphtest.Moment(t, c.Graph, name)
			return graph.Node(m.Lag*len(measured) + slices.Index(measured, m.Variable))
		}
		var edges []graph.Edge
		for _, e := range c.Directed {
			edges = append(edges, graph.Directed(node(e[0]), node(e[1])))
		}
		for _, e := range c.Bidirected {
			edges = append(edges, graph.Bidirected(node(e[0]), node(e[1])))
		}
		got := naive.ProjectSeries(c.Graph, latent, c.Window-1, 0, 80)
		if want := got.With(edges); !got.EqualByIndex(want) {
			t.Errorf("%s: %v, want %v", c.ID, got, want)
		}
	}
}
