package class_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// pairs are the edges that two nodes may have, a byte each.
var pairs = [][]graph.Edge{
	nil,
	{graph.Directed(0, 1)},
	{graph.Directed(1, 0)},
	{graph.Bidirected(0, 1)},
	{graph.Undirected(0, 1)},
	{{X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Circle}},
	{{X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Arrow}},
	{{X: 0, Y: 1, AtX: graph.Arrow, AtY: graph.Circle}},
	{{X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Tail}},
	{{X: 0, Y: 1, AtX: graph.Conflict, AtY: graph.Conflict}},
	{graph.Directed(0, 1), graph.Bidirected(0, 1)},
	{graph.Directed(0, 1), graph.Directed(1, 0)},
}

// Whatever the graph: a class that fits passes the check of that class, and who is
// refused is shown why. Up to four nodes, for the definitions are slow.
func FuzzOf(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 4, 3, 5, 6, 0, 1, 2, 3, 4})
	f.Add([]byte{4, 0, 4, 4, 0, 4})
	f.Add([]byte{3, 0, 3, 1, 1, 3})
	f.Fuzz(func(t *testing.T, text []byte) {
		n := 1
		for n < 4 && n*(n+1)/2 <= len(text) {
			n++
		}
		var edges []graph.Edge
		i := 0
		for y := range graph.Node(n) {
			for x := range y {
				for _, e := range pairs[int(text[i])%len(pairs)] {
					at := [...]graph.Node{x, y}
					edges = append(edges, graph.Edge{X: at[e.X], Y: at[e.Y], AtX: e.AtX, AtY: e.AtY})
				}
				i++
			}
		}
		g := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
		m, err := class.Infer(context.Background(), g)
		if err != nil {
			if err := shows(t, g, err); err != nil {
				t.Fatalf("%s: %v", graphtest.Draw(g), err)
			}
			return
		}
		if _, err := class.Check(context.Background(), g, m.Kind()); err != nil {
			t.Fatalf("%s is found to be %s and then not: %v", graphtest.Draw(g), m.Kind().Title(), err)
		}
		if below := m.Kind().Narrower(); m.Kind() != class.PAG && m.Kind() != class.MPDAG && below != class.Unstated {
			if _, err := class.Check(context.Background(), g, below); err == nil {
				t.Fatalf("%s is found to be %s, but is %s", graphtest.Draw(g), m.Kind().Title(), below.Title())
			}
		}
	})
}
