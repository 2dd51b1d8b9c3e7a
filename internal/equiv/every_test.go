package equiv_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/naive"
)

// The edges that a pair of nodes may have.
var (
	noEdge = []graph.Edge(nil)
	arrow  = []graph.Edge{{AtX: graph.Tail, AtY: graph.Arrow}}
	back   = []graph.Edge{{AtX: graph.Arrow, AtY: graph.Tail}}
	both   = []graph.Edge{{AtX: graph.Arrow, AtY: graph.Arrow}}
	line   = []graph.Edge{{AtX: graph.Tail, AtY: graph.Tail}}
	bow    = append(arrow[:1:1], both...)
	bowed  = append(back[:1:1], both...)

	ancestral = [][]graph.Edge{noEdge, arrow, back, both}
	withLines = append(ancestral[:4:4], line)
	withBows  = append(ancestral[:4:4], bow, bowed)
)

// every calls f with each graph of n nodes whose pairs have edges of one of the kinds.
func every(n int, kinds [][]graph.Edge, f func(*graph.Graph)) {
	none := graph.MustNew(graph.NumberedNames("", 0, n), nil)
	var edges []graph.Edge
	var choose func(x, y graph.Node)
	choose = func(x, y graph.Node) {
		if x == y {
			x, y = 0, y+1
		}
		if int(y) >= n {
			f(none.With(edges))
			return
		}
		before := len(edges)
		for _, kind := range kinds {
			edges = edges[:before]
			for _, e := range kind {
				edges = append(edges, graph.Edge{X: x, Y: y, AtX: e.AtX, AtY: e.AtY})
			}
			choose(x+1, y)
		}
		edges = edges[:before]
	}
	choose(0, 0)
}

// A magClass holds MAGs with the same separations.
type magClass []*graph.Graph

// magClasses returns all MAGs of n nodes by their separations.
func magClasses(n int, lines bool) []magClass {
	kinds := ancestral
	if lines {
		kinds = withLines
	}
	var classes []magClass
	place := make(map[string]int)
	every(n, kinds, func(g *graph.Graph) {
		if !naive.IsMAG(g, lines) {
			return
		}
		key := fmt.Sprint(naive.MSeparations(g))
		i, seen := place[key]
		if !seen {
			i = len(classes)
			place[key] = i
			classes = append(classes, nil)
		}
		classes[i] = append(classes[i], g)
	})
	return classes
}

// allMAGs are the classes of all MAGs of up to four nodes, with lines.
var allMAGs = sync.OnceValue(func() []magClass {
	var classes []magClass
	for n := range 5 {
		classes = append(classes, magClasses(n, true)...)
	}
	return classes
})

// The numbers are those of another program. Were a MAG missing here, so would be its
// tests.
func TestEveryMAG(t *testing.T) {
	for _, tt := range []struct {
		n                int
		lines            bool
		classes, members int
	}{
		{3, false, 11, 56},
		{3, true, 11, 72},
		{4, true, 251, 3045},
	} {
		classes := magClasses(tt.n, tt.lines)
		members := 0
		for _, class := range classes {
			members += len(class)
		}
		if members != tt.members || len(classes) != tt.classes {
			t.Errorf("%d nodes, lines %v: %d MAGs in %d classes, want %d in %d", tt.n, tt.lines, members, len(classes), tt.members, tt.classes)
		}
	}
}
