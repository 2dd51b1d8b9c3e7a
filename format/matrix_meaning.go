package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

// document returns the graph that a matrix means, by what o states.
func (m *matrix) document(o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	d := &Document{}
	m.match()
	m.dropLoops(d, o)
	pairs, c := m.pairsOf(d, o)
	if m.names == nil {
		m.names, m.nameless = c.names(m.n), true
	}
	table := tableOf(pairs)
	if len(m.layers) > 1 {
		return m.series(d, table, o)
	}
	if d.Graph, err = graph.New(m.names, m.edges(table, o)); err != nil {
		return nil, m.in.refuse(strings.TrimPrefix(err.Error(), "graph: "), "")
	}
	return d, nil
}

// dropLoops refuses entries on the diagonal at lag 0, or drops them.
func (m *matrix) dropLoops(d *Document, o Options) {
	if len(m.loops) == 0 {
		return
	}
	if c := m.loops[0]; !o.DropSelfLoops {
		m.refuse(fmt.Sprintf("%s is %s, which is a self-loop", m.at(c.row, c.col), m.show(c.value)), "option drop-self-loops drops it")
	}
	d.note("%v dropped", Loss{What: "self-loop", Count: len(m.loops)})
}

// edges returns the edges of lag 0.
func (m *matrix) edges(table *pairTable, o Options) []graph.Edge {
	edges := make([]graph.Edge, 0, len(m.pairs))
	for _, p := range m.pairs {
		x, y := graph.Node(p.lo), graph.Node(p.hi)
		if p.up == missing { // and down too: scan has seen to it
			e := graph.Bidirected(x, y)
			if o.NaN == "undirected" {
				e = graph.Undirected(x, y)
			}
			edges = append(edges, e)
			continue
		}
		list := table.edges(p.up, p.down)
		if list == nil || !together(list) {
			try.Check(m.noEdge(p, list, ""))
		}
		for _, e := range list {
			edges = append(edges, graph.Edge{X: x, Y: y, AtX: e.AtX, AtY: e.AtY})
		}
	}
	return edges
}

// noEdge refuses a pair that is none of its code, or none that a graph can hold.
func (m *matrix) noEdge(p pair, list []graph.Edge, code string) error {
	if list != nil {
		return m.in.refuse(fmt.Sprintf("%s and %s hold %s, and an undirected edge must be the only edge of its pair",
			shown(m.names[p.lo]), shown(m.names[p.hi]), strings.ReplaceAll(drawAll(list), " ", " and ")), "")
	}
	why := fmt.Sprintf("%s is %s", m.at(p.lo, p.hi), m.show(p.up))
	other := fmt.Sprintf("%s is %s", m.at(p.hi, p.lo), m.show(p.down))
	if m.links {
		return m.in.refuse(why+" but "+other+", and that is not its mirror image", "")
	}
	return m.in.refuse(why+" and "+other+", which together are not an edge in the code "+code, "")
}

// series returns the document of a matrix with lags.
func (m *matrix) series(d *Document, table *pairTable, o Options) (*Document, error) {
	edges := m.edges(table, o)
	list := make([]graph.Link, len(edges))
	for i, e := range edges {
		list[i] = graph.Link{X: e.X, Y: e.Y, AtX: e.AtX, AtY: e.AtY}
	}
	for lag, layer := range m.layers {
		if lag == 0 {
			continue
		}
		for _, c := range layer {
			kinds := m.lagged(table, c.value)
			if kinds == nil || slices.ContainsFunc(kinds, func(e graph.Edge) bool { return e.Directed() && e.AtX == graph.Arrow }) {
				return nil, m.in.refuse(fmt.Sprintf("%s at lag %d is %s, which is not an edge from the past", m.at(c.row, c.col), lag, m.show(c.value)), "")
			}
			for _, e := range kinds {
				list = append(list, graph.Link{X: graph.Node(c.row), Lag: lag, Y: graph.Node(c.col), AtX: e.AtX, AtY: e.AtY})
			}
		}
	}
	s, err := newSeriesIn(m.in.Name, m.names, len(m.layers)-1, list, nil)
	if err == nil {
		s.Notes = d.Notes
	}
	return s, err
}

// lagged returns what an entry at a lag means, which stands in one cell only.
func (m *matrix) lagged(table *pairTable, value int16) []graph.Edge {
	if !m.links {
		return table.edges(value, 0)
	}
	return table.edges(value, mirrorLink(value))
}
