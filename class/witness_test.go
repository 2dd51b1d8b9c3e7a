package class_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// shows reports in which way the witness of an error about g does not show what the
// reason says it shows.
func shows(t *testing.T, g *graph.Graph, err error) error {
	t.Helper()
	var bad *class.Error
	if !errors.As(err, &bad) {
		return fmt.Errorf("not a class.Error: %w", err)
	}
	if strings.ContainsAny(bad.Error(), "\n") || !strings.HasPrefix(bad.Error(), "not "+bad.Kind.Title()+": ") {
		return fmt.Errorf("text %q", bad)
	}
	w := make([]graph.Node, len(bad.Witness))
	for i, name := range bad.Witness {
		w[i] = graphtest.Node(t, g, name)
	}
	at := g
	if bad.Kind == class.PAG {
		at = suggested(g, bad.Err)
	}
	if !witness(at, bad, w) {
		return fmt.Errorf("%s: the witness %v does not show it: %v", bad.Err.Code, bad.Witness, bad)
	}
	return nil
}

// suggested returns the graph in which a fault of a PAG shows: the edges o-o alone for a
// cycle without a chord, the MAG that its marks suggest where that is none, else the graph
// itself.
func suggested(g *graph.Graph, why *class.Reason) *graph.Graph {
	switch why {
	case class.ErrEdge, class.ErrConflict, class.ErrTriple, class.ErrMark:
		return g
	case class.ErrChordless:
		return g.With(slices.DeleteFunc(g.EdgeList(), func(e graph.Edge) bool { return e.AtX != graph.Circle || e.AtY != graph.Circle }))
	}
	mag, _ := equiv.Represent(g)
	return mag
}

// otherMark reports whether the PAG of the MAG that g suggests has another mark at y on
// the edge of x and y.
func otherMark(g *graph.Graph, x, y graph.Node) bool {
	mag, _ := equiv.Represent(g)
	want, ok := naive.PAG(naive.MAGs(mag, true)).Edge(x, y)
	has, _ := g.Edge(x, y)
	return ok && has.AtY != want.AtY
}

func witness(g *graph.Graph, bad *class.Error, w []graph.Node) bool {
	arrow := func(x, y graph.Node) bool { return slices.Contains(g.Children(x), y) }
	line := func(x, y graph.Node) bool { return slices.Contains(g.UndirectedNeighbors(x), y) }
	switch bad.Err {
	case class.ErrConflict:
		e, ok := g.Edge(w[0], w[1])
		return ok && e.Has(graph.Conflict)
	case class.ErrEdge:
		return slices.ContainsFunc(g.Between(w[0], w[1]), func(e graph.Edge) bool { return !edgeOf(bad.Kind, e) })
	case class.ErrTriple:
		return slices.ContainsFunc(g.Triples(), func(t graph.Triple) bool { return t.A == w[0] && t.B == w[1] && t.C == w[2] })
	case class.ErrCycle:
		return cycle(w, 2, arrow)
	case class.ErrMeekRule1:
		return len(w) == 3 && arrow(w[0], w[1]) && line(w[1], w[2]) && !g.Adjacent(w[0], w[2])
	case class.ErrPartiallyDirectedCycle:
		return cycle(w, 3, func(x, y graph.Node) bool { return arrow(x, y) || line(x, y) }) && arrow(w[0], w[1])
	case class.ErrChordless:
		return chordless(g, w)
	case class.ErrAlmostDirectedCycle:
		last := len(w) - 1
		for i := range last {
			if !arrow(w[i], w[i+1]) {
				return false
			}
		}
		return slices.Contains(g.Siblings(w[0]), w[last])
	case class.ErrArrowheadAtUndirected:
		return len(w) == 3 && line(w[0], w[1]) && slices.ContainsFunc(g.Between(w[1], w[2]), func(e graph.Edge) bool { return e.AtX == graph.Arrow })
	case class.ErrInseparable:
		return !g.Adjacent(w[0], w[1]) && naive.Inseparable(g, w[0], w[1])
	case class.ErrMark:
		return otherMark(g, w[0], w[1])
	case class.ErrReversible:
		return arrow(w[0], w[1]) && reversible(g, w[0], w[1])
	case class.ErrCompelled:
		return line(w[0], w[1]) && !extends(g, graph.Directed(w[1], w[0]))
	}
	return false
}

// edgeOf reports whether graphs of the class have edges such as e.
func edgeOf(k class.Kind, e graph.Edge) bool {
	switch k {
	case class.DAG:
		return e.Directed()
	case class.CPDAG, class.MPDAG:
		return e.Directed() || e.Undirected()
	case class.ADMG, class.Cyclic:
		return e.Directed() || e.Bidirected()
	case class.MAG:
		return e.Directed() || e.Bidirected() || e.Undirected()
	}
	return !e.Has(graph.Conflict)
}

// cycle reports whether each node leads to the next and the last to the first, and
// none occurs twice.
func cycle(w []graph.Node, least int, leads func(x, y graph.Node) bool) bool {
	if len(w) < least {
		return false
	}
	for i, x := range w {
		if !leads(x, w[(i+1)%len(w)]) || slices.Contains(w[:i], x) {
			return false
		}
	}
	return true
}

// chordless reports whether w is a cycle of four or more nodes of which no two that
// are not next to each other are adjacent.
func chordless(g *graph.Graph, w []graph.Node) bool {
	if !cycle(w, 4, g.Adjacent) {
		return false
	}
	for i, x := range w {
		for j := i + 2; j < len(w); j++ {
			if g.Adjacent(x, w[j]) && (i > 0 || j < len(w)-1) {
				return false
			}
		}
	}
	return true
}

// reversible reports whether a DAG with the separations of the extensions of g, which
// are all equivalent, has y --> x.
func reversible(g *graph.Graph, x, y graph.Node) bool {
	dags := extensions(g)
	return len(dags) > 0 && slices.ContainsFunc(naive.DAGs(dags[0]), func(dag *graph.Graph) bool { return slices.Contains(dag.Parents(x), y) })
}

// extends reports whether a DAG has the skeleton, the arrows and the unshielded
// colliders of g, and the arrow e in place of a line.
func extends(g *graph.Graph, e graph.Edge) bool {
	return slices.ContainsFunc(extensions(g), func(dag *graph.Graph) bool { return slices.Contains(dag.Parents(e.Y), e.X) })
}

// extensions returns the DAGs with the skeleton, the arrows and the unshielded
// colliders of g.
func extensions(g *graph.Graph) []*graph.Graph {
	list := g.EdgeList()
	var lines []int
	for i, e := range list {
		if e.Undirected() {
			lines = append(lines, i)
		}
	}
	var dags []*graph.Graph
	for mask := range 1 << len(lines) {
		edges := slices.Clone(list)
		for bit, i := range lines {
			edges[i] = graph.Directed(list[i].X, list[i].Y)
			if mask>>bit&1 == 1 {
				edges[i] = graph.Directed(list[i].Y, list[i].X)
			}
		}
		if dag := g.With(edges); naive.IsDAG(dag) && slices.Equal(naive.Colliders(dag), naive.Colliders(g)) {
			dags = append(dags, dag)
		}
	}
	return dags
}
