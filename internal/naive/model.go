package naive

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Model is a graph of a known class with all its separations.
type Model struct {
	Drawn *graph.Graph
	// Walk is a graph with the m-separations of the drawing: the graph itself, a
	// member of the class it draws, or its acyclification.
	Walk *graph.Graph
	*Statements

	class func() []*graph.Graph
}

// Read returns the graph as a member of the class: "dag", "cpdag", "mpdag", "mag", "pag", "admg" or
// "cyclic"; MAGs and PAGs may have undirected edges. It panics if the graph is not of the class.
func Read(g *graph.Graph, class string) *Model {
	m := &Model{Drawn: g, Walk: g}
	ok := true
	switch class {
	case "dag":
		ok = IsDAG(g)
		m.class = func() []*graph.Graph { return DAGs(g) }
	case "cpdag", "mpdag":
		members := Members(g)
		if ok = len(members) > 0 && (class == "mpdag" || IsCPDAG(g)); ok {
			m.Walk = members[0]
			m.class = func() []*graph.Graph { return DAGs(members[0]) }
		}
	case "mag":
		ok = IsMAG(g, true)
		m.class = func() []*graph.Graph { return MAGs(g, slices.ContainsFunc(g.EdgeList(), graph.Edge.Undirected)) }
	case "pag":
		members := MembersOfPAG(g, false)
		if members == nil {
			members = MembersOfPAG(g, true)
		}
		if ok = members != nil; ok {
			m.Walk = members[0]
			m.class = func() []*graph.Graph { return members }
		}
	case "admg":
		ok = IsADMG(g)
	case "cyclic":
		ok = IsCyclic(g)
	default:
		panic(fmt.Sprintf("naive: no class %q", class))
	}
	if !ok {
		panic(fmt.Sprintf("naive: not of the class %s: %v", class, g))
	}
	if class == "cyclic" {
		m.Walk = Acyclification(g)
		m.Statements = SigmaSeparations(g)
	} else {
		m.Statements = MSeparations(m.Walk)
	}
	return m
}

// Class returns the equivalence class: DAGs for a DAG, CPDAG or MPDAG, MAGs for a MAG
// or PAG.
func (m *Model) Class() []*graph.Graph {
	if m.class == nil {
		panic("naive: no equivalence class is enumerated for ADMGs and cyclic graphs")
	}
	class := m.class()
	m.class = func() []*graph.Graph { return class }
	return class
}
