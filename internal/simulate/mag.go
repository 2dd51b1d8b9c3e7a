package simulate

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

func drawMAG(ctx context.Context, o Options, s stream) (*graph.Graph, error) {
	if o.Latent+o.Selected > 0 {
		admg, err := drawADMG(ctx, o, s)
		latent, selected := graph.NewSet(admg.N()), graph.NewSet(admg.N())
		for i := range o.Latent {
			latent.Add(graph.Node(o.Nodes + i))
		}
		for i := range o.Selected {
			selected.Add(graph.Node(o.Nodes + o.Latent + i))
		}
		if err != nil {
			return nil, err
		}
		return orStopped(ctx, equiv.Project(ctx, admg, latent, selected))
	}
	k := draw(o, s)
	return orStopped(ctx, k.maximal(ctx, k.ancestral(ctx, graph.MustNew(k.names, k.edges(o.Bidirected, 0)))))
}

// ancestral makes the bidirected edges of an ADMG directed whose earlier node is an ancestor of the
// later one. No node gets a new ancestor, so the others can stay. If ctx is done first, the result
// is not usable.
func (k *skeleton) ancestral(ctx context.Context, g *graph.Graph) *graph.Graph {
	edges := g.EdgeList()
	var across []int // the bidirected ones
	for i, e := range edges {
		if e.Bidirected() {
			across = append(across, i)
			edges[i] = k.along(e)
		}
	}
	// One bit for each of 64 edges propagates from its earlier node to its descendants.
	below := make([]uint64, g.N())
	for block := range slices.Chunk(across, 64) {
		if ctx.Err() != nil {
			break
		}
		clear(below)
		first := g.N()
		for bit, i := range block {
			below[edges[i].X] |= 1 << bit
			first = min(first, int(k.place[edges[i].X]))
		}
		for _, v := range k.order[first:] {
			if below[v] != 0 {
				for _, c := range g.Children(v) {
					below[c] |= below[v]
				}
			}
		}
		for bit, i := range block {
			if below[edges[i].Y]>>bit&1 == 0 {
				edges[i] = graph.Bidirected(edges[i].X, edges[i].Y)
			}
		}
	}
	return g.With(edges)
}

// along returns the directed edge between the nodes of e that points to the later one.
func (k *skeleton) along(e graph.Edge) graph.Edge {
	if k.place[e.X] > k.place[e.Y] {
		e = e.Flip()
	}
	return graph.Directed(e.X, e.Y)
}

// maximal makes an ancestral graph maximal without new edges: on each inducing path
// between nodes that are not adjacent, a random bidirected edge becomes directed. There
// are fewer bidirected edges after each round, and a DAG is maximal. It returns nil if ctx is
// done first.
func (k *skeleton) maximal(ctx context.Context, g *graph.Graph) *graph.Graph {
	for {
		turn := make(map[graph.Edge]bool)
		for path := range equiv.InducingPaths(ctx, g) {
			i := k.below(uint64(len(path) - 1))
			turn[graph.Bidirected(path[i+1], path[i]).Canonical()] = true
		}
		if ctx.Err() != nil {
			return nil
		}
		if len(turn) == 0 {
			return g
		}
		edges := g.EdgeList()
		for i, e := range edges {
			if turn[e] {
				edges[i] = k.along(e)
			}
		}
		g = k.ancestral(ctx, g.With(edges))
	}
}
