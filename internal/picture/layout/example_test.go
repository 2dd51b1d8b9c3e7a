package layout_test

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

func ExamplePlace() {
	// a --> b, a --> c: one node above two.
	g := graph.MustNew(graph.NumberedNames("v", 0, 3), []graph.Edge{graph.Directed(0, 1), graph.Directed(0, 2)})
	sizes := []layout.Size{{W: 30, H: 24}, {W: 30, H: 24}, {W: 30, H: 24}}
	l := layout.Place(sizes, layout.Options{}, g.EdgeList())
	for v, box := range l.Nodes {
		fmt.Println(g.Name(graph.Node(v)), box.Point)
	}
	// Output:
	// v0 {41 12}
	// v1 {15 70}
	// v2 {67 70}
}
