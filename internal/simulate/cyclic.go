package simulate

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/graph"
)

// drawsForCycle is how often a graph is drawn until it has a cycle.
const drawsForCycle = 100

func drawCyclic(_ context.Context, o Options, s stream) (*graph.Graph, error) {
	for range drawsForCycle {
		k := draw(o, s)
		edges := k.edges(o.Bidirected, o.Bows)
		for i, e := range edges {
			if !e.Directed() {
				continue
			}
			if s.chance(0.5) {
				e = graph.Directed(e.Y, e.X)
				edges[i] = e
			}
			if o.TwoCycles > 0 && s.chance(o.TwoCycles) {
				edges = append(edges, graph.Directed(e.Y, e.X))
			}
		}
		g := graph.MustNew(k.names, edges)
		if _, cycle := g.Order(); cycle != nil {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no cycle in %d graphs of %d nodes: use more edges or two-cycles", drawsForCycle, o.Nodes)
}
