package sepdist

import (
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

// RandomOptions say what graph to draw. The zero value of a field asks for nothing.
type RandomOptions struct {
	// Nodes is the number of nodes, named Prefix1, Prefix2, ...
	Nodes int
	// Edges is the number of pairs of nodes that are adjacent.
	Edges int
	// Probability, in place of Edges, is that of each pair of nodes to be adjacent.
	Probability float64

	// Bidirected is the probability of an edge to be bidirected, and not an arrow.
	Bidirected float64
	// Bows is the probability of an arrow to have a bidirected edge beside it.
	Bows float64
	// TwoCycles is the probability of an arrow to have one the other way beside it.
	TwoCycles float64
	// Known is the probability of an arrow to be known that its equivalence class
	// leaves open.
	Known float64
	// Latent and Selected nodes are drawn beside Nodes, and the graph is projected to
	// the rest. Edges and Probability are then those of the graph before.
	Latent, Selected int

	// MaxLag is the largest lag that a link of a time series may have, and Auto the share of its
	// links that join a variable with itself.
	MaxLag int
	Auto   float64

	// Seed of the random numbers: the same seed gives the same graph.
	Seed uint64
	// Prefix of the names of the nodes, "X" if empty.
	Prefix string
}

// Random draws a graph of a class. An option that the class has no use for is an error.
func Random(ctx context.Context, kind class.Kind, o RandomOptions) (*Graph, error) {
	g, err := simulate.Draw(ctx, kind, simulate.Options(o))
	if err != nil {
		return nil, err
	}
	if g.Series != nil {
		return NewSeriesGraph(g.Series, "random", kind), nil
	}
	return &Graph{Graph: g.Graph, Name: "random", Class: kind}, nil
}
