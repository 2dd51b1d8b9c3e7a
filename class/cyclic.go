package class

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// Any graph of arrows and bidirected edges may be read by sigma-separation.
func checkCyclic(g *graph.Graph) (*graph.Graph, *Error) { return equiv.Acyclify(g), nil }

// Every ADMG is a cyclic graph, without cycles.
func toCyclic(m *Model) (drawn, walk *graph.Graph) { return toADMG(m) }
