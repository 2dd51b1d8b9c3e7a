package format

import (
	"cmp"
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
	o.Codes = cmp.Or(o.Codes, plain)
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

// newLayers returns the entries of a graph in the stated code, by lag. It adds every edge from the node
// at the greater lag, or else from the lower node: as two entries at lag 0, or one at a lag.
func newLayers(d *Document, o Options) ([][]entry, error) {
	c := codeFor(o)
	writer, turned, at := newPairWriter(c.pairs), c.turned(o), d.moments()
	layers := make([][]entry, 1)
	if d.Series != nil {
		layers = make([][]entry, d.Series.MaxLag+1)
	}
	for v := range graph.Node(d.Graph.N()) {
		for u, list := range edgesTo(d.Graph, v) {
			lag := at[v].Lag
			if lag == 0 && (at[u].Lag > 0 || u < v) {
				continue
			}
			if lag > 0 && !c.fromPast(list) {
				return nil, fmt.Errorf("an array cannot hold %s: it has no place for such an edge at a lag",
					shown(d.Graph.Name(v)+" "+drawAll(list)+" "+d.Graph.Name(u)))
			}
			p, ok := writer[drawAll(list)]
			if !ok {
				return nil, fmt.Errorf("the code has no entry for %s together", drawAll(list))
			}
			x, y := int32(at[v].Variable), int32(at[u].Variable)
			if turned {
				x, y = y, x
			}
			if p[0] != 0 {
				layers[lag] = append(layers[lag], entry{x, y, p[0]})
			}
			if p[1] != 0 && lag == 0 {
				layers[lag] = append(layers[lag], entry{y, x, p[1]})
			}
		}
	}
	return layers, nil
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
func (c code) fromPast(list []graph.Edge) bool {
	if c.name != links {
		return drawAll(list) == "-->"
	}
	return !slices.ContainsFunc(list, func(e graph.Edge) bool { return e.Directed() && e.AtX == graph.Arrow })
}
