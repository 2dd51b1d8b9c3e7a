package format

import (
	"fmt"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// codeFor returns the code in which a matrix is to be written.
func codeFor(o Options) code {
	if o.Codes == links { // its numbers are only read
		c := codeNamed(links)
		c.pairs = linkPairs(lines(o))
		return c
	}
	if o.Codes == "" {
		o.Codes = plain
	}
	return codeNamed(o.Codes).with(o)
}

// matrixCapabilities returns what a matrix in the stated code can hold, in a file with or without a
// place for lags.
func matrixCapabilities(o Options, lags bool) (Capabilities, error) {
	c := codeFor(o)
	if err := c.checkOrientation("", o); err != nil {
		return Capabilities{}, err
	}
	if c.asks && o.Orientation == "" {
		return Capabilities{}, &AmbiguityError{Question: "is a 1 in row i, column j to mean i → j or j → i?",
			Option: "orientation", Values: []string{rowToCol, colToRow}}
	}
	h := pairsHold(c.pairs)
	h.Series = lags && (c.name == links || c.name == plain)
	return h, nil
}

// anyMatrix returns what a matrix can hold with the most favourable code.
func anyMatrix() Capabilities {
	h := pairsHold(linkPairs(false))
	h.TwoCycles = true
	return h
}

// newLayers returns the entries of a graph in the stated code, by lag.
func newLayers(d *Document, o Options) ([][]entry, error) {
	c := codeFor(o)
	b := &layerBuilder{writer: newPairWriter(c.pairs), turned: c.turned(o), links: c.name == links}
	err := b.build(d)
	return b.layers, err
}

// A layerBuilder turns edges into entries.
type layerBuilder struct {
	writer pairWriter
	turned bool
	links  bool
	layers [][]entry
}

// build adds every edge, from the node at the greater lag, or else from the lower node.
func (b *layerBuilder) build(d *Document) error {
	at := func(v graph.Node) graph.LaggedNode { return graph.LaggedNode{Variable: v} }
	b.layers = make([][]entry, 1)
	if d.Series != nil {
		at = func(v graph.Node) graph.LaggedNode { return d.Series.At[v] }
		b.layers = make([][]entry, d.Series.MaxLag+1)
	}
	for v := range graph.Node(d.Graph.N()) {
		for u, list := range edgesTo(d.Graph, v) {
			x, y := at(v), at(u)
			if x.Lag == 0 && (y.Lag > 0 || u < v) {
				continue
			}
			if x.Lag > 0 && !b.fromPast(list) {
				return fmt.Errorf("an array cannot hold %s: it has no place for such an edge at a lag",
					shown(d.Graph.Name(v)+" "+drawAll(list)+" "+d.Graph.Name(u)))
			}
			if err := b.put(x.Lag, x.Variable, y.Variable, list); err != nil {
				return err
			}
		}
	}
	return nil
}

// edgesTo yields the neighbours of v, ascending, each with all edges to it.
func edgesTo(g *graph.Graph, v graph.Node) iter.Seq2[graph.Node, []graph.Edge] {
	edges := slices.SortedStableFunc(g.EdgesAt(v), func(a, b graph.Edge) int { return int(a.Y) - int(b.Y) })
	return func(yield func(graph.Node, []graph.Edge) bool) {
		for i := 0; i < len(edges); {
			j := i + 1
			for j < len(edges) && edges[j].Y == edges[i].Y {
				j++
			}
			if !yield(edges[i].Y, edges[i:j]) {
				return
			}
			i = j
		}
	}
}

// fromPast reports whether an entry at a lag can hold these edges.
func (b *layerBuilder) fromPast(list []graph.Edge) bool {
	if !b.links {
		return drawAll(list) == "-->"
	}
	return !slices.ContainsFunc(list, func(e graph.Edge) bool { return e.Directed() && e.AtX == graph.Arrow })
}

// put adds the edges between two nodes to a layer: as two entries at lag 0, or one at a lag.
func (b *layerBuilder) put(layer int, x, y graph.Node, list []graph.Edge) error {
	p, ok := b.writer[drawAll(list)]
	if !ok {
		return fmt.Errorf("the code has no entry for %s together", drawAll(list))
	}
	if b.turned {
		x, y = y, x
	}
	if p[0] != 0 {
		b.layers[layer] = append(b.layers[layer], entry{int32(x), int32(y), p[0]})
	}
	if p[1] != 0 && layer == 0 {
		b.layers[layer] = append(b.layers[layer], entry{int32(y), int32(x), p[1]})
	}
	return nil
}
