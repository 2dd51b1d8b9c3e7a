package sepdist

import (
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Separated reports whether the nodes named given separate x from y in a graph: by
// d-separation in a DAG, by m-separation in a MAG or an ADMG, by sigma-separation in a cyclic
// graph; in a CPDAG or PAG as in every graph that it stands for.
func Separated(g *Graph, x, y string, given ...string) (bool, error) {
	m, err := check(g)
	if err != nil {
		return false, err
	}
	list := make([]graph.Node, 0, 2+len(given))
	for _, name := range append([]string{x, y}, given...) {
		v, ok := g.Node(name)
		if !ok {
			return false, fmt.Errorf("%s: no node is named %q", g.Name, name)
		}
		list = append(list, v)
	}
	set := graph.SetOf(list[2:]...)
	if x == y || set.Has(list[0]) || set.Has(list[1]) {
		return false, fmt.Errorf("%q and %q: two different nodes are needed that are not in the set", x, y)
	}
	return msep.New(m.Model().Walk()).Separated(list[0], list[1], set), nil
}

// As returns a graph of another class with the same separations: the equivalence class of a
// graph as a CPDAG or PAG, a DAG or MAG that is a member of it, an ADMG for a cyclic graph.
func As(g *Graph, kind class.Kind) (*Graph, error) {
	m, err := check(g)
	if err != nil {
		return nil, err
	}
	drawn, err := m.Model().As(kind)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name, err)
	}
	return &Graph{Graph: drawn.Graph(), Name: g.Name, Class: kind}, nil
}

func check(g *Graph) (class.Member, error) {
	m, err := class.Check(g.Graph, g.Class)
	if err != nil {
		return m, fmt.Errorf("%s: %w", g.Name, err)
	}
	return m, nil
}
