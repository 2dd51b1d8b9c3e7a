package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// Capabilities are what a format can hold.
type Capabilities struct {
	// Edges are the kinds of edges, drawn as in allEdges: "--> <-> ---".
	Edges     string
	Bows      bool // a --> b and a <-> b together
	TwoCycles bool // a --> b and b --> a together
	Cycles    bool // directed cycles of three nodes and more
	Isolated  bool // nodes without an edge
	Triples   bool
	Statuses  []graph.Status // of triples; nil: all
	Series    bool           // lags
	// GeneratedNames returns the names that the reader gives to n nodes. It is nil if names are
	// kept.
	GeneratedNames func(n int) []string
	// Name reports whether a name can be written. If it is nil, all can.
	Name func(name string) bool
	// MaxNameLen is the length of the longest name that can be written, in bytes. 0 means no limit.
	MaxNameLen int
}

// allEdges are all kinds of edges, as [Capabilities] lists them.
const allEdges = "--> <-> --- o-> o-o o-- x-> x-x x-- x-o"

// drawn returns e in the direction in which allEdges has it: A --> B, not B <-- A.
func drawn(e graph.Edge) graph.Edge {
	if strings.Contains(allEdges, e.Arrow()) {
		return e
	}
	return e.Flip()
}

// Edge reports whether h can hold edges of the kind of e.
func (h Capabilities) Edge(e graph.Edge) bool {
	return strings.Contains(h.Edges, drawn(e).Arrow())
}

// Classes returns the names of the classes whose graphs h can hold, with ts for time series.
func (h Capabilities) Classes() []string {
	var list []string
	for _, k := range kind.Any.List() {
		if h.holds(k) {
			list = append(list, k.String())
		}
	}
	if h.Series {
		list = append(list, seriesClass)
	}
	return list
}

// holds reports whether h can hold all graphs of a class.
func (h Capabilities) holds(k graph.Kind) bool {
	for _, t := range []struct {
		kind   kind.Edges
		arrows string
	}{{kind.Directed, "-->"}, {kind.Bidirected, "<->"}, {kind.Undirected, "---"}, {kind.Circles, "o-> o-o o--"}} {
		for _, arrow := range strings.Fields(t.arrows) {
			if kind.Allowed(k)&t.kind != 0 && !strings.Contains(h.Edges, arrow) {
				return false
			}
		}
	}
	return (h.Bows || !k.Bows()) && (h.TwoCycles && h.Cycles || !k.MayBeCyclic())
}

// lostOpposite is the loss of a cycle of two.
const lostOpposite = "against another"

// tally counts losses by kind, in the order in which they occur.
type tally []loss

func (t *tally) add(thing, which, example string) {
	i := slices.IndexFunc(*t, func(l loss) bool { return l.thing == thing && l.which == which })
	if i < 0 {
		*t = append(*t, loss{thing, which, 0, example})
		i = len(*t) - 1
	}
	(*t)[i].count++
}

// fit returns the part of d that h can hold, and the losses.
func (h Capabilities) fit(d *Document) (*Document, []loss) {
	var lost tally
	g := d.Graph
	part := &Document{Series: d.Series, Class: d.Class}
	if d.Series != nil && !h.Series {
		// Written as a graph of its moments.
		lost.add("time axis", "", "")
		for v, m := range d.Series.At {
			if m.Lag > 0 {
				lost.add("lag", "", g.Name(graph.Node(v)))
			}
		}
		part.Series = nil
	}
	edges := h.edges(g, &lost)
	triples := h.triples(g, edges, &lost)
	names := g.Names()
	if part.Series == nil {
		names = h.names(names, &lost)
	} else {
		part.Series, names = h.renamed(d, &lost)
	}
	part.Graph = g
	if len(lost) > 0 {
		part.Graph = graph.MustNew(names, edges, triples...)
	}
	if h.Isolated {
		return part, lost
	}
	var left []graph.Node
	for v := range graph.Node(g.N()) {
		if part.Graph.Degree(v) > 0 {
			left = append(left, v)
		} else {
			lost.add("node", "without an edge", g.Name(v))
		}
	}
	if len(left) < g.N() {
		part.Graph, part.Series = part.Graph.Induced(left), nil
	}
	return part, lost
}

// renamed is names for a series: it renames the variables.
func (h Capabilities) renamed(d *Document, lost *tally) (*Series, *graph.Names) {
	variables := mustNames(d.Series.Variables)
	fitted := h.names(variables, lost)
	if fitted == variables {
		return d.Series, d.Graph.Names()
	}
	s := *d.Series
	s.Variables = fitted.List()
	list := make([]string, len(s.At))
	for v, m := range s.At {
		list[v] = s.momentName(m)
	}
	return &s, mustNames(list)
}

// edges returns the edges of g that h can hold.
func (h Capabilities) edges(g *graph.Graph, lost *tally) []graph.Edge {
	kept := make([]graph.Edge, 0, g.M())
	for e := range g.Edges() {
		draw := func() string { return g.Name(e.X) + " " + e.Arrow() + " " + g.Name(e.Y) }
		switch {
		case !h.Edge(e):
			lost.add("edge", "of its kind", draw())
		case !h.Bows && e.Bidirected() && len(g.Between(e.X, e.Y)) > 1:
			lost.add("edge", "beside another", draw())
		case !h.TwoCycles && e.Directed() && e.AtX == graph.Arrow && has(g.Children(e.X), e.Y):
			lost.add("arrow", lostOpposite, draw())
		default:
			kept = append(kept, e)
		}
	}
	return kept
}

func has(list []graph.Node, v graph.Node) bool {
	_, found := slices.BinarySearch(list, v)
	return found
}

// triples returns the triples that h can hold and that are still paths of the edges.
func (h Capabilities) triples(g *graph.Graph, edges []graph.Edge, lost *tally) []graph.Triple {
	left := g
	if len(edges) < g.M() {
		left = g.With(edges)
	}
	var kept []graph.Triple
	for _, t := range g.Triples() {
		if h.Triples && (h.Statuses == nil || slices.Contains(h.Statuses, t.Status)) && left.Adjacent(t.A, t.B) && left.Adjacent(t.B, t.C) {
			kept = append(kept, t)
		} else {
			lost.add("triple", "", fmt.Sprintf("%v %s %s %s", t.Status, g.Name(t.A), g.Name(t.B), g.Name(t.C)))
		}
	}
	return kept
}

// names returns names that h can hold: the generated ones if it keeps none, and otherwise V1, V2, ...
// by the number of the node for those that cannot be written.
func (h Capabilities) names(names *graph.Names, lost *tally) *graph.Names {
	list := slices.Clone(names.List())
	changed := false
	if h.GeneratedNames != nil {
		for v, name := range h.GeneratedNames(len(list)) {
			if list[v] != name {
				lost.add("name", "", list[v])
				list[v], changed = name, true
			}
		}
	} else if h.Name != nil {
		for v, name := range list {
			switch {
			case h.MaxNameLen > 0 && len(name) > h.MaxNameLen:
				lost.add("name", fmt.Sprintf("of more than %d bytes", h.MaxNameLen), name)
			case h.Name(name):
				continue
			default:
				lost.add("name", "", name)
			}
			changed = true
			list[v] = fmt.Sprintf("V%d", v+1)
			for again, taken := names.Node(list[v]); taken && again != graph.Node(v); again, taken = names.Node(list[v]) {
				list[v] += "_"
			}
		}
	}
	if !changed {
		return names
	}
	return mustNames(list) // V1 and V1_ are not taken, and no two nodes have the same place
}

// Describe returns a short description for help and docs.
func (h Capabilities) Describe() string {
	say := []string{strings.Join(strings.Fields(h.Edges), ", ")}
	for _, s := range []struct {
		has  bool
		what string
	}{
		{h.Bows, "bows"},
		{h.TwoCycles, "2-cycles"},
		{h.Triples, "triples"},
		{h.Series, "lags"},
	} {
		if s.has {
			say = append(say, s.what)
		}
	}
	text := strings.Join(say, ", ")
	for _, s := range []struct {
		has  bool
		what string
	}{
		{h.Cycles, "cycles"},
		{h.Isolated, "nodes without an edge"},
		{h.GeneratedNames == nil, "names"},
	} {
		if !s.has {
			text += "; no " + s.what
		}
	}
	return text
}
