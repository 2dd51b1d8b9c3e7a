package sepdist

import (
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

// RandomOptions are the options of [Random]. A field that is zero has no effect.
type RandomOptions struct {
	// Nodes is the number of nodes, named Prefix1, Prefix2, ...
	Nodes int
	// Edges is the number of pairs of nodes that are adjacent.
	Edges int
	// Probability, in place of Edges, is the probability that two nodes are adjacent.
	Probability float64

	// Bidirected is the probability that an edge is bidirected, not directed.
	Bidirected float64
	// Bows is the probability that a directed edge has a parallel bidirected edge.
	Bows float64
	// TwoCycles is the probability that a directed edge has a parallel one in the other direction.
	TwoCycles float64
	// Known is the probability that an edge of an MPDAG is directed although it is undirected in the
	// equivalence class.
	Known float64
	// Latent and Selected are numbers of further nodes. The graph is projected to the other nodes.
	// Edges and Probability then describe the graph before the projection.
	Latent, Selected int

	// MaxLag is the largest lag that a link of a time series may have, and Auto the share of its
	// links that join a variable with itself.
	MaxLag int
	Auto   float64

	// Seed is the seed of the random numbers.
	Seed uint64
	// Prefix is the prefix of the names of the nodes. Empty means "X".
	Prefix string
}

// Random returns a random graph of a class. It returns an error for an option that the class does not use.
func Random(ctx context.Context, kind class.Kind, o RandomOptions) (*Graph, error) {
	g, err := simulate.Draw(ctx, kind, simulate.Options(o))
	if err != nil {
		return nil, err
	}
	if g.Series != nil {
		return fromSeries(g.Series, "random", kind), nil
	}
	return &Graph{Graph: g.Graph, Name: "random", Class: kind}, nil
}
