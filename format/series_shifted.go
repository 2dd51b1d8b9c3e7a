package format

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// atTimeT returns the edges of a graph of moments as links that end at time t. Edges that end earlier
// must be copies of them; it returns their number.
func atTimeT(g *graph.Graph, at []graph.LaggedNode) (links []graph.Link, copies int, err error) {
	// A link without a lag starts at the lower variable.
	link := func(e graph.Edge) (graph.Link, int) {
		if at[e.X].Lag == at[e.Y].Lag && at[e.X].Variable > at[e.Y].Variable {
			e = e.Flip()
		}
		return linkOf(e, at)
	}
	now := make(map[graph.Link]bool)
	for e := range g.Edges() {
		if l, before := link(e); before == 0 {
			now[l] = true
			links = append(links, l)
		}
	}
	for e := range g.Edges() {
		if l, before := link(e); before > 0 && !now[l] {
			return nil, 0, fmt.Errorf("%s %s %s does not end at time t and repeats no edge that does", shown(g.Name(e.X)), e.Arrow(), shown(g.Name(e.Y)))
		} else if before > 0 {
			copies++
		}
	}
	return links, copies, nil
}

// noteCopies warns about the copies that atTimeT dropped.
func (d *Document) noteCopies(copies int) {
	if copies > 0 {
		d.note("%s of an edge that ends at time t dropped", plural(copies, "earlier copy", "earlier copies"))
	}
}

// unseenLag reports whether no node of the graph is at the largest lag.
func (s *Series) unseenLag() bool {
	return len(s.Variables) > 0 && !slices.ContainsFunc(s.At, func(m graph.LaggedNode) bool { return m.Lag == s.MaxLag })
}
