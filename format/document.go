package format

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Document is what a file says.
type Document struct {
	Graph  *graph.Graph
	Series *Series  // nil: the graph is no time series
	Class  string   // the class the file itself states, as in [Options.Class]; mostly empty
	Format string   // the name of the format it was read from
	Notes  []string // warnings, one line each, without the name of the file
}

// note adds a warning.
func (d *Document) note(form string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(form, args...))
}

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
