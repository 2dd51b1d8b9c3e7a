package format

import (
	"cmp"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Series describes the nodes of a graph that represents a stationary time series: each of its edges
// ends at time t and repeats at all times. The nodes are every variable at t, in order, then the
// earlier moments with an edge, by lag and variable. Their names are X(t) and X(t-1), unless the
// format has its own.
type Series struct {
	Variables []string
	MaxLag    int
	At        []graph.LaggedNode // of each node of the graph
}

// newSeries returns the document of a series. Its largest lag is maxLag, or that of the links if it is
// greater. The errors are those of [graph.NewSeries].
func newSeries(variables []string, maxLag int, links []graph.Link, triples []graph.LaggedTriple) (*Document, error) {
	stationary, err := graph.NewSeries(variables, links, triples...)
	if err != nil {
		return nil, err
	}
	s := &Series{Variables: variables, MaxLag: max(maxLag, stationary.MaxLag()), At: make([]graph.LaggedNode, len(variables))}
	node := make(map[graph.LaggedNode]graph.Node, len(variables))
	for v := range variables {
		s.At[v] = graph.LaggedNode{Variable: graph.Node(v)}
		node[s.At[v]] = graph.Node(v)
	}
	meet := func(m graph.LaggedNode) {
		if _, known := node[m]; !known {
			node[m] = -1
			s.At = append(s.At, m)
		}
	}
	for _, l := range links {
		meet(l.First())
	}
	for _, t := range triples {
		meet(t.A)
		meet(t.B)
		meet(t.C)
	}
	slices.SortFunc(s.At, compareMoments)
	names := make([]string, len(s.At))
	for v, m := range s.At {
		node[m] = graph.Node(v)
		names[v] = s.momentName(m)
	}
	edges := make([]graph.Edge, len(links))
	for i, l := range links {
		edges[i] = graph.Edge{X: node[l.First()], Y: node[graph.LaggedNode{Variable: l.Y}], AtX: l.AtX, AtY: l.AtY}
	}
	paths := make([]graph.Triple, len(triples))
	for i, t := range triples {
		paths[i] = graph.Triple{A: node[t.A], B: node[t.B], C: node[t.C], Status: t.Status}
	}
	g, err := graph.New(names, edges, paths...)
	if err != nil {
		return nil, err
	}
	return &Document{Graph: g, Series: s}, nil
}

func compareMoments(a, b graph.LaggedNode) int {
	return cmp.Or(cmp.Compare(a.Lag, b.Lag), cmp.Compare(a.Variable, b.Variable))
}

// newSeriesIn is [newSeries] with errors about a file.
func newSeriesIn(file string, variables []string, maxLag int, links []graph.Link, triples []graph.LaggedTriple) (*Document, error) {
	d, err := newSeries(variables, maxLag, links, triples)
	if err != nil {
		return nil, &FileError{File: file, Why: err.Error()}
	}
	return d, nil
}

// FromSeries returns the document of a stationary graph.
func FromSeries(s *graph.Series) *Document {
	d, err := newSeries(s.Names().List(), s.MaxLag(), s.Links(), s.Triples())
	if err != nil {
		panic(err) // it is one already
	}
	return d
}

// mustNames returns names that differ.
func mustNames(list []string) *graph.Names {
	names, err := graph.NewNames(list)
	if err != nil {
		panic(err)
	}
	return names
}

// distinct returns the names without repetition, and the place of each there.
func distinct(names []string) (list []string, place []graph.Node) {
	index := make(map[string]graph.Node)
	for _, name := range names {
		if _, known := index[name]; !known {
			index[name] = graph.Node(len(list))
			list = append(list, name)
		}
		place = append(place, index[name])
	}
	return list, place
}

// WithoutLinks returns a graph without edges as a time series without links. If a node is a moment, its
// variable is one of the series; otherwise the node itself is.
func (d *Document) WithoutLinks() *Document {
	names := slices.Clone(d.Graph.Names().List())
	for v, name := range names {
		if variable, _, moment := cutLag(name); moment {
			names[v] = variable
		}
	}
	variables, _ := distinct(names)
	s := FromSeries(graph.MustSeries(mustNames(variables), nil))
	s.Class, s.Codes, s.Notes = d.Class, d.Codes, d.Notes
	return s
}

// momentName returns X(t) or X(t-1).
func (s *Series) momentName(m graph.LaggedNode) string {
	return m.Name(s.Variables[m.Variable])
}

// Links returns the edges of a series, in the order of the graph's.
func (d *Document) Links() []graph.Link {
	links := make([]graph.Link, 0, d.Graph.M())
	for e := range d.Graph.Edges() {
		l, _ := linkOf(e, d.Series.At)
		links = append(links, l)
	}
	return links
}

// linkOf returns the edge between two moments as a link, and the lag of its later end.
func linkOf(e graph.Edge, at []graph.LaggedNode) (l graph.Link, before int) {
	if at[e.X].Lag < at[e.Y].Lag {
		e = e.Flip()
	}
	x, y := at[e.X], at[e.Y]
	return graph.Link{X: x.Variable, Lag: x.Lag - y.Lag, Y: y.Variable, AtX: e.AtX, AtY: e.AtY}, y.Lag
}

// MomentTriples returns the triples of a series.
func (d *Document) MomentTriples() []graph.LaggedTriple { return momentTriples(d.Graph, d.Series.At) }

// momentTriples returns the triples of a graph of moments.
func momentTriples(g *graph.Graph, at []graph.LaggedNode) (list []graph.LaggedTriple) {
	for _, t := range g.Triples() {
		list = append(list, graph.LaggedTriple{A: at[t.A], B: at[t.B], C: at[t.C], Status: t.Status})
	}
	return list
}

// TimeSeries returns the stationary graph of a series.
func (d *Document) TimeSeries() *graph.Series {
	return graph.MustSeries(mustNames(d.Series.Variables), d.Links(), d.MomentTriples()...)
}

// named reports whether the nodes of g have the usual names of moments.
func (s *Series) named(g *graph.Graph) bool {
	for v, m := range s.At {
		if g.Name(graph.Node(v)) != s.momentName(m) {
			return false
		}
	}
	return true
}

// cutLag splits X(t) or X(t-1) into the variable and the lag.
func cutLag(name string) (variable string, lag int, ok bool) {
	variable, lag, ok = graph.ParseMoment(name)
	return variable, lag, ok && lag >= 0
}

// noteTimeless warns about a graph that looks like a series: one edge is at a variable without time, and
// another is at a moment of the same variable.
func noteTimeless(d *Document) {
	g := d.Graph
	moments := make(map[string]graph.Node)
	for v := range graph.Node(g.N()) {
		if variable, _, moment := cutLag(g.Name(v)); moment && g.Degree(v) > 0 {
			moments[variable] = v
		}
	}
	for v := range graph.Node(g.N()) {
		if at, ok := moments[g.Name(v)]; ok && g.Degree(v) > 0 {
			d.note("read as a graph without time: %s has no time, but %s has; write %s for a time series", clipped(g.Name(v)), clipped(g.Name(at)), clipped(g.Name(v)+"(t)"))
			return
		}
	}
}

// seriesByName reads a graph as a series, or returns nil if it is not one. In a series, every edge joins
// nodes such as X(t-1) and Y(t), one of them at t, and the nodes without an edge are variables.
func seriesByName(g *graph.Graph) *Document {
	if g.M() == 0 {
		return nil
	}
	for v := range graph.Node(g.N()) { // most graphs end here
		if _, _, moment := cutLag(g.Name(v)); moment != (g.Degree(v) > 0) {
			return nil
		}
	}
	at := make([]graph.LaggedNode, g.N())
	var first []string // variables without an edge
	names := slices.Clone(g.Names().List())
	for v, name := range names {
		variable, lag, moment := cutLag(name)
		if moment {
			names[v], at[v].Lag = variable, lag
		} else {
			first = append(first, name)
		}
	}
	variables, place := distinct(append(first, names...))
	for v := range at {
		at[v].Variable = place[len(first)+v]
	}
	links := make([]graph.Link, 0, g.M())
	for e := range g.Edges() {
		l, before := linkOf(e, at)
		if before > 0 {
			return nil
		}
		links = append(links, l)
	}
	d, err := newSeries(variables, 0, links, momentTriples(g, at))
	if err != nil {
		panic(err) // the same graph with other names
	}
	return d
}
