package format

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// A builder gathers the nodes, edges and triples of a text and remembers where each
// stood, so that two that do not fit together can both be shown.
type builder struct {
	file    string
	names   []string
	index   map[string]graph.Node
	numbers *numbering // in place of index, while all names are numbered
	edges   []graph.Edge
	edgeAt  []spot
	triples []graph.Triple
	tripAt  []spot

	// loose says that a --> b and b --> a together may be meant for a line, but for
	// the edges in firm, by their number.
	loose bool
	firm  graph.Set

	// Of a builder that is used again, see [builders]: the names of the graph before.
	lent bool
	last *graph.Names
}

// A spot is a position in half the room.
type spot struct{ line, col int32 }

func (s spot) String() string { return position{int(s.line), int(s.col)}.String() }

func newBuilder(file string) *builder {
	return &builder{file: file, index: make(map[string]graph.Node)}
}

// builders are for texts that are read by the thousand: one after another in the same memory, and
// where they have the same names these are made once.
var builders = sync.Pool{New: func() any { return newBuilder("") }}

// borrowBuilder returns a builder that is to be given back.
func borrowBuilder(file string) *builder {
	b := builders.Get().(*builder)
	b.file, b.lent = file, true
	return b
}

// giveBack ends the use of a builder. One that has grown large is left to the collector.
func (b *builder) giveBack() {
	const most = 1 << 10
	if cap(b.names) > most || cap(b.edges) > most || cap(b.triples) > most || len(b.index) > most {
		return
	}
	clear(b.index)
	*b = builder{names: b.names[:0], index: b.index, edges: b.edges[:0], edgeAt: b.edgeAt[:0],
		triples: b.triples[:0], tripAt: b.tripAt[:0], last: b.last}
	builders.Put(b)
}

// A numbering is names that are counted, as X1, X2, X3: a prefix, and the node with a number added.
type numbering struct {
	prefix string
	first  int
}

// node returns the node called name, if it is one of so many or the next.
func (n *numbering) node(name []byte, many int) (graph.Node, bool) {
	digits := len(name)
	for digits > 0 && len(name)-digits < 9 && '0' <= name[digits-1] && name[digits-1] <= '9' {
		digits--
	}
	number := 0
	for _, d := range name[digits:] {
		number = 10*number + int(d-'0')
	}
	if digits == len(name) || name[digits] == '0' && digits < len(name)-1 {
		return 0, false
	}
	if many == 0 {
		n.prefix, n.first = string(name[:digits]), number
	}
	v := number - n.first
	return graph.Node(v), v >= 0 && v <= many && string(name[:digits]) == n.prefix
}

// node returns the node called name, a new one where it is met first.
func (b *builder) node(name []byte) graph.Node {
	if b.numbers != nil {
		v, ok := b.numbers.node(name, len(b.names))
		if ok {
			if int(v) == len(b.names) {
				b.addName(name)
			}
			return v
		}
		b.numbers = nil
		for v, name := range b.names {
			b.index[name] = graph.Node(v)
		}
	}
	v, known := b.index[string(name)]
	if !known {
		v = graph.Node(len(b.names))
		b.addName(name)
		b.index[b.names[v]] = v
	}
	return v
}

// addName adds the name of a node, which is often that of the graph before.
func (b *builder) addName(name []byte) {
	if v := len(b.names); b.last != nil && v < b.last.Len() && b.last.List()[v] == string(name) {
		b.names = append(b.names, b.last.List()[v])
		return
	}
	b.names = append(b.names, string(name))
}

// nameNodes returns the names of the nodes.
func (b *builder) nameNodes() (*graph.Names, error) {
	if !b.lent {
		return graph.NewNames(b.names)
	}
	if b.last != nil && slices.Equal(b.names, b.last.List()) {
		return b.last, nil
	}
	names, err := graph.NewNames(slices.Clone(b.names))
	if err == nil {
		b.last = names
	}
	return names, err
}

// edge adds an edge that stands at p. It may join a node with itself.
func (b *builder) edge(e graph.Edge, p position) {
	b.edges = append(b.edges, e)
	b.edgeAt = append(b.edgeAt, spot{int32(p.Line), int32(p.Col)})
}

// triple adds a triple that stands at p.
func (b *builder) triple(t graph.Triple, p position) {
	b.triples = append(b.triples, t)
	b.tripAt = append(b.tripAt, spot{int32(p.Line), int32(p.Col)})
}

// document returns the graph, or an error that shows the first edge or triple that
// does not fit to what stands before it, with both places.
func (b *builder) document(o Options) (*Document, error) {
	d := &Document{}
	if err := b.decideOpposite(&o); err != nil {
		return nil, err
	}
	if err := b.loops(d, o); err != nil {
		return nil, err
	}
	if o.OppositeArcs == "undirected" {
		if err := b.clash(); err != nil { // while every edge still stands where it was written
			return nil, err
		}
		b.mergeOpposite()
	}
	names, err := b.nameNodes()
	if err != nil {
		return nil, err
	}
	d.Graph, err = graph.On(names, b.edges, b.triples...)
	if err == nil {
		return d, nil
	}
	// Looking for the places takes room that a good text should not pay for.
	if clash := b.clash(); clash != nil {
		return nil, clash
	}
	if clash := b.badTriple(names); clash != nil {
		return nil, clash
	}
	return nil, &FileError{File: b.file, Why: err.Error()}
}

// loops drops the edges from a node to itself, or shows the first.
func (b *builder) loops(d *Document, o Options) error {
	kept := 0
	for i, e := range b.edges {
		if e.X != e.Y {
			b.edges[kept], b.edgeAt[kept] = e, b.edgeAt[i]
			kept++
			continue
		}
		if !o.DropSelfLoops {
			return b.unexpected(b.edgeAt[i], b.draw(e), "an edge between two nodes, not a self-loop (option drop-self-loops drops it)")
		}
	}
	if n := len(b.edges) - kept; n > 0 {
		d.note("%v dropped", Loss{What: "self-loop", Count: n})
	}
	b.edges, b.edgeAt = b.edges[:kept], b.edgeAt[:kept]
	return nil
}

// decideOpposite asks what opposite arcs mean where they are loose and o does not
// say. A class may: no CPDAG has a cycle of two, and a line is none.
func (b *builder) decideOpposite(o *Options) error {
	switch {
	case !b.loose || o.OppositeArcs != "" || o.Class.MayBeCyclic() || o.Class.Edges() == kind.Directed:
		return nil
	case kind.Sufficient.Has(o.Class):
		o.OppositeArcs = "undirected"
		return nil
	}
	met := make(map[[2]graph.Node]bool)
	for i, e := range b.edges {
		if !e.Directed() || b.firm.Has(graph.Node(i)) {
			continue
		}
		if e.AtX == graph.Arrow {
			e = e.Flip()
		}
		if met[[2]graph.Node{e.Y, e.X}] {
			return &AmbiguityError{File: b.file, Option: "opposite-arcs", Values: []string{"undirected", "cycle"},
				Question: fmt.Sprintf("do %s --> %s and its reverse mean an undirected edge or a cycle of two?", shown(b.names[e.Y]), shown(b.names[e.X]))}
		}
		met[[2]graph.Node{e.X, e.Y}] = true
	}
	return nil
}

// mergeOpposite makes a line of a --> b and b --> a, where the first of them stands.
func (b *builder) mergeOpposite() {
	first := make(map[[2]graph.Node]int)
	kept := 0
	for i, e := range b.edges {
		if e.Directed() {
			f := e.Forward()
			key := [2]graph.Node{f.X, f.Y}
			if j, met := first[key]; met {
				b.edges[j] = graph.Undirected(f.X, f.Y)
				continue
			}
			first[key] = kept
		}
		b.edges[kept], b.edgeAt[kept] = e, b.edgeAt[i]
		kept++
	}
	b.edges, b.edgeAt = b.edges[:kept], b.edgeAt[:kept]
}

// clash returns an error about the first edge that occurs twice or beside one
// that may not share its pair.
func (b *builder) clash() error {
	// Up to three edges share a pair: each holds the number of the one before it.
	last := make(map[[2]graph.Node]int32, len(b.edges))
	before := make([]int32, len(b.edges))
	for i, e := range b.edges {
		f := e.Forward()
		key := [2]graph.Node{f.X, f.Y}
		j, met := last[key]
		if !met {
			j = -1
		}
		last[key], before[i] = int32(i), j
		for ; j >= 0; j = before[j] {
			other := b.edges[j]
			if other.Forward() == f {
				return b.refuse(b.edgeAt[i], "duplicate edge "+shown(b.draw(e))+b.edgeAt[j].first())
			}
			if !e.Shares() || !other.Shares() {
				return b.refuse(b.edgeAt[i], "edge "+shown(b.draw(e))+" conflicts with "+shown(b.draw(other))+b.edgeAt[j].first())
			}
		}
	}
	return nil
}

// badTriple returns an error about the first triple that is no path of three nodes
// or occurs twice.
func (b *builder) badTriple(names *graph.Names) error {
	g, err := graph.On(names, b.edges)
	if err != nil {
		return nil
	}
	first := make(map[graph.Triple]int)
	for i, t := range b.triples {
		words := fmt.Sprintf("%v %s %s %s", t.Status, b.names[t.A], b.names[t.B], b.names[t.C])
		if t.A == t.B || t.B == t.C || t.A == t.C {
			return b.unexpected(b.tripAt[i], words, "three different nodes")
		}
		for _, end := range []graph.Node{t.A, t.C} {
			if !g.Adjacent(end, t.B) {
				return b.unexpected(b.tripAt[i], words, fmt.Sprintf("a path: no edge joins %s and %s", clipped(b.names[end]), clipped(b.names[t.B])))
			}
		}
		key := t.Forward()
		key.Status = 0
		if j, met := first[key]; met {
			return b.refuse(b.tripAt[i], "duplicate triple "+shown(words)+b.tripAt[j].first())
		}
		first[key] = i
	}
	return nil
}

// callAs gives the nodes the names of the first list that has one of its own for each.
func (b *builder) callAs(lists [2]map[graph.Node]string) {
	for _, called := range lists {
		if list := namesFrom(len(b.names), called); list != nil {
			b.names = list
			return
		}
	}
}

// namesFrom returns what n nodes are called, or nil where one is called nothing or as
// another.
func namesFrom(n int, called map[graph.Node]string) []string {
	list := make([]string, n)
	met := make(map[string]bool, n)
	for v := range list {
		name := called[graph.Node(v)]
		if name == "" || met[name] {
			return nil
		}
		met[name], list[v] = true, name
	}
	return list
}

// allNumbers reports whether every name has only digits.
func allNumbers(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	})
}

// first says where something was met first, if that is known.
func (s spot) first() string {
	if s.line == 0 {
		return ""
	}
	return " (first at " + s.String() + ")"
}

// refuse returns an error about what stands at s.
func (b *builder) refuse(s spot, why string) error {
	at := b.file
	if s.line != 0 {
		at = strings.TrimPrefix(at+":"+s.String(), ":")
	}
	return &FileError{File: at, Why: why}
}

func (b *builder) unexpected(s spot, token, want string) error {
	if s.line == 0 {
		return &FileError{b.file, "unexpected " + clipped(token), "expected " + want}
	}
	return &ParseError{b.file, int(s.line), int(s.col), token, want}
}

func (b *builder) draw(e graph.Edge) string {
	return b.names[e.X] + " " + e.Arrow() + " " + b.names[e.Y]
}
