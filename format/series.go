package format

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// A Series says that a graph stands for a stationary time series: each of its
// edges ends at time t and holds for all times alike. The nodes of the graph are
// every variable at t, in order, then the earlier moments that have an edge, by lag
// and variable. They are named X(t) and X(t-1), unless the format has its own way.
type Series struct {
	Variables []string
	MaxLag    int
	At        []Moment // of each node of the graph
}

// A Moment is a variable of a series, Lag steps before t.
type Moment struct {
	Variable graph.Node // an index into Series.Variables
	Lag      int
}

// A Link is an edge of a series. One of its ends at least is at lag 0.
type Link struct {
	X, Y     Moment
	AtX, AtY graph.Mark
}

// A LinkTriple is a triple of a series.
type LinkTriple struct {
	A, B, C Moment
	Status  graph.Status
}

// NewSeries returns the document of a series. The lag of a moment may pass maxLag,
// which then grows. It is an error if a link has no end at t, or what
// [graph.New] refuses.
func NewSeries(variables []string, maxLag int, links []Link, triples []LinkTriple) (*Document, error) {
	s := &Series{Variables: variables, MaxLag: maxLag, At: make([]Moment, len(variables))}
	node := make(map[Moment]graph.Node, len(variables))
	for v := range variables {
		s.At[v] = Moment{graph.Node(v), 0}
		node[s.At[v]] = graph.Node(v)
	}
	var err error
	meet := func(m Moment) {
		if m.Variable < 0 || int(m.Variable) >= len(variables) || m.Lag < 0 {
			err = fmt.Errorf("a link names variable %d at lag %d of a series with %d variables", m.Variable+1, m.Lag, len(variables))
			return
		}
		if _, known := node[m]; !known {
			node[m] = -1
			s.At = append(s.At, m)
			s.MaxLag = max(s.MaxLag, m.Lag)
		}
	}
	for _, l := range links {
		if l.X.Lag > 0 && l.Y.Lag > 0 {
			return nil, fmt.Errorf("a link from lag %d to lag %d does not end at time t", l.X.Lag, l.Y.Lag)
		}
		meet(l.X)
		meet(l.Y)
	}
	for _, t := range triples {
		meet(t.A)
		meet(t.B)
		meet(t.C)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(s.At, func(a, b Moment) int {
		return cmp.Or(cmp.Compare(a.Lag, b.Lag), cmp.Compare(a.Variable, b.Variable))
	})
	names := make([]string, len(s.At))
	for v, m := range s.At {
		node[m] = graph.Node(v)
		names[v] = s.momentName(m)
	}
	edges := make([]graph.Edge, len(links))
	for i, l := range links {
		edges[i] = graph.Edge{X: node[l.X], Y: node[l.Y], AtX: l.AtX, AtY: l.AtY}
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

// momentName returns X(t) or X(t-1).
func (s *Series) momentName(m Moment) string {
	if m.Lag == 0 {
		return s.Variables[m.Variable] + "(t)"
	}
	return fmt.Sprintf("%s(t-%d)", s.Variables[m.Variable], m.Lag)
}

// Links returns the edges of a series, in the order of the graph's.
func (d *Document) Links() []Link {
	links := make([]Link, 0, d.Graph.M())
	for e := range d.Graph.Edges() {
		links = append(links, Link{d.Series.At[e.X], d.Series.At[e.Y], e.AtX, e.AtY})
	}
	return links
}

// LinkTriples returns the triples of a series.
func (d *Document) LinkTriples() []LinkTriple {
	var list []LinkTriple
	for _, t := range d.Graph.Triples() {
		list = append(list, LinkTriple{d.Series.At[t.A], d.Series.At[t.B], d.Series.At[t.C], t.Status})
	}
	return list
}

// Lag0 returns the contemporaneous part of a series as a graph over its variables.
func (d *Document) Lag0() *graph.Graph {
	var edges []graph.Edge
	for e := range d.Graph.Edges() {
		if d.Series.At[e.X].Lag == 0 && d.Series.At[e.Y].Lag == 0 {
			e.X, e.Y = d.Series.At[e.X].Variable, d.Series.At[e.Y].Variable
			edges = append(edges, e)
		}
	}
	var triples []graph.Triple
	for _, t := range d.LinkTriples() {
		if t.A.Lag == 0 && t.B.Lag == 0 && t.C.Lag == 0 {
			triples = append(triples, graph.Triple{A: t.A.Variable, B: t.B.Variable, C: t.C.Variable, Status: t.Status})
		}
	}
	g, err := graph.New(d.Series.Variables, edges, triples...)
	if err != nil {
		panic(err) // the variables of a Series differ and its edges are those of a graph
	}
	return g
}

// named reports whether the nodes of g have the names that moments have.
func (s *Series) named(g *graph.Graph) bool {
	for v, m := range s.At {
		if g.Name(graph.Node(v)) != s.momentName(m) {
			return false
		}
	}
	return true
}

// cutLag takes X(t) and X(t-1) apart.
func cutLag(name string) (variable string, lag int, ok bool) {
	i := strings.LastIndex(name, "(t")
	if i < 0 || !strings.HasSuffix(name, ")") {
		return "", 0, false
	}
	switch digits, minus := strings.CutPrefix(name[i+2:len(name)-1], "-"); {
	case !minus:
		return name[:i], 0, digits == ""
	case len(digits) > 9 || digits == "" || digits[0] == '0':
		return "", 0, false
	default:
		lag, err := strconv.ParseUint(digits, 10, 32)
		return name[:i], int(lag), err == nil
	}
}

// seriesByName reads a graph as a series, or returns nil where it is none: every
// edge joins nodes such as X(t-1) and Y(t), one of them at t, and the nodes without
// an edge are variables.
func seriesByName(g *graph.Graph) *Document {
	if g.M() == 0 {
		return nil
	}
	var variables []string
	at := make([]Moment, g.N())
	names := make([]string, g.N()) // of the variables
	index := make(map[string]graph.Node)
	for v := range graph.Node(g.N()) {
		name, lag, moment := cutLag(g.Name(v))
		if moment != (g.Degree(v) > 0) {
			return nil
		}
		if !moment {
			name = g.Name(v)
			index[name] = graph.Node(len(variables))
			variables = append(variables, name)
		}
		names[v], at[v].Lag = name, lag
	}
	for v, name := range names {
		u, known := index[name]
		if !known {
			u = graph.Node(len(variables))
			index[name] = u
			variables = append(variables, name)
		}
		at[v].Variable = u
	}
	links := make([]Link, 0, g.M())
	for e := range g.Edges() {
		if at[e.X].Lag > 0 && at[e.Y].Lag > 0 {
			return nil
		}
		links = append(links, Link{at[e.X], at[e.Y], e.AtX, e.AtY})
	}
	var triples []LinkTriple
	for _, t := range g.Triples() {
		triples = append(triples, LinkTriple{at[t.A], at[t.B], at[t.C], t.Status})
	}
	d, err := NewSeries(variables, 0, links, triples)
	if err != nil {
		panic(err) // the same graph with other names
	}
	return d
}
