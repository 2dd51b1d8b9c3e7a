package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/try"
)

// maxRows is the limit for the rows of a matrix. A sparse one can claim any number.
const maxRows = 1 << 24

// document returns the graph of a matrix: entries, pairs, the code, edges.
func (m *matrix) document(o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	d := &Document{}
	if m.n > maxRows {
		return nil, m.error(fmt.Sprintf("a matrix of %d rows", m.n), fmt.Sprintf("at most %d are supported", maxRows))
	}
	m.settleOnes(d)
	m.match()
	m.dropLoops(d, o)
	found := m.survey()
	dec := m.decoder(found, d, o)
	if m.names == nil {
		m.names, m.generated = dec.code.names(m.n), true
	}
	for _, p := range found.kinds {
		if list := dec.edges(p); list == nil || !together(list) {
			return nil, m.noEdge(p, dec)
		}
	}
	var edges []graph.Edge
	if m.scratch != nil {
		edges = m.scratch.edges[:0] // the graph has a copy
	}
	edges = slices.Grow(edges, len(m.pairs))
	for _, p := range m.pairs {
		edges, _ = dec.append(edges, p)
	}
	if m.scratch != nil {
		m.scratch.edges = edges
	}
	if len(m.lagged) > 0 {
		return m.series(d, dec, edges)
	}
	if d.Graph, err = graph.New(m.names, edges); err != nil {
		return nil, m.error(err.Error(), "")
	}
	return d, nil
}

// dropLoops refuses entries on the diagonal without a lag, or drops them.
func (m *matrix) dropLoops(d *Document, o Options) {
	if len(m.now.loops) == 0 {
		return
	}
	if !o.DropSelfLoops {
		try.Check(m.selfLoop(m.now.loops[0]))
	}
	d.note("%v dropped", numeral.Count(len(m.now.loops), "self-loop"))
}

func (m *matrix) selfLoop(e entry) error {
	return m.optionError(fmt.Sprintf("%s is %s, which is a self-loop", m.at(e.row, e.col), m.show(e.value)), "%v drops it", advice.Option("drop-self-loops"))
}

// noEdge returns an error about a pair that its code does not have, or that a graph cannot hold.
func (m *matrix) noEdge(p pair, d *decoder) error {
	if list := d.edges(p); list != nil {
		return m.error(fmt.Sprintf("%s and %s hold %s, and an undirected edge must be the only edge of its pair",
			shown(m.names[p.lo]), shown(m.names[p.hi]), strings.ReplaceAll(drawAll(list), " ", " and ")), "")
	}
	why := fmt.Sprintf("%s is %s", m.at(p.lo, p.hi), m.show(p.up))
	other := fmt.Sprintf("%s is %s", m.at(p.hi, p.lo), m.show(p.down))
	if m.links {
		return m.error(why+" but "+other+", and that is not its mirror image", "")
	}
	return m.error(why+" and "+other+", which together are not an edge in the code "+d.code.name, "")
}

// series returns the document of a matrix with lags, whose edges without a lag are given.
func (m *matrix) series(d *Document, dec *decoder, edges []graph.Edge) (*Document, error) {
	list := make([]graph.Link, len(edges))
	for i, e := range edges {
		list[i] = graph.Link{X: e.X, Y: e.Y, AtX: e.AtX, AtY: e.AtY}
	}
	for i, entries := range m.lagged {
		for _, c := range entries {
			kinds := dec.lagged(c.value, m.links)
			if kinds == nil || slices.ContainsFunc(kinds, func(e graph.Edge) bool { return e.Directed() && e.AtX == graph.Arrow }) {
				return nil, m.error(fmt.Sprintf("%s at lag %d is %s, which is not an edge from the past", m.at(c.row, c.col), i+1, m.show(c.value)), "")
			}
			if dec.turned {
				c.row, c.col = c.col, c.row
			}
			for _, e := range kinds {
				list = append(list, graph.Link{X: graph.Node(c.row), Lag: i + 1, Y: graph.Node(c.col), AtX: e.AtX, AtY: e.AtY})
			}
		}
	}
	s, err := newSeriesIn(m.file, m.names, len(m.lagged), list, nil)
	if err == nil {
		s.Notes = d.Notes
	}
	return s, err
}
