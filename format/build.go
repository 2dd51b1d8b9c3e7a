package format

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/try"
)

// A builder collects the nodes, edges and triples of a text with their positions, so that an error
// can show two that contradict each other.
type builder struct {
	file    string
	names   []string
	index   map[string]graph.Node
	numbers *numbering // instead of index, as long as all names are numbered
	edges   []graph.Edge
	edgeAt  []position
	triples []graph.Triple
	tripAt  []position

	// loose is set if a --> b and b --> a together may mean an undirected edge, except for the
	// edges whose numbers are in firm.
	loose bool
	firm  graph.Set

	called map[graph.Node][2]string // two more names of nodes, which callAs may choose

	// For a builder of the pool: the names of the previous graph.
	pooled bool
	last   *graph.Names
}

func newBuilder(file string) *builder {
	return &builder{file: file, index: make(map[string]graph.Node)}
}

// builders is a pool for texts that are read by the thousand. Graphs that have the names of the
// previous one share them.
var builders = sync.Pool{New: func() any { return newBuilder("") }}

// acquireBuilder returns a builder of the pool.
func acquireBuilder(file string) *builder {
	b := builders.Get().(*builder)
	b.file, b.pooled = file, true
	return b
}

// release returns a builder to the pool, unless it has grown large.
func (b *builder) release() {
	const most = 1 << 10
	if cap(b.names) > most || cap(b.edges) > most || cap(b.triples) > most || len(b.index) > most {
		return
	}
	clear(b.index)
	*b = builder{names: b.names[:0], index: b.index, edges: b.edges[:0], edgeAt: b.edgeAt[:0],
		triples: b.triples[:0], tripAt: b.tripAt[:0], last: b.last}
	builders.Put(b)
}

// A numbering is a list of names such as X1, X2, X3.
type numbering struct {
	prefix string
	first  int
}

// node returns the node called name if it is one of count nodes, or the next one.
func (n *numbering) node(name []byte, count int) (graph.Node, bool) {
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
	if count == 0 {
		n.prefix, n.first = string(name[:digits]), number
	}
	v := number - n.first
	return graph.Node(v), v >= 0 && v <= count && string(name[:digits]) == n.prefix
}

// node returns the node called name, which it adds if there is none.
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

// addName adds the name of a node. It often is the name in the previous graph.
func (b *builder) addName(name []byte) {
	if v := len(b.names); b.last != nil && v < b.last.Len() && b.last.List()[v] == string(name) {
		b.names = append(b.names, b.last.List()[v])
		return
	}
	b.names = append(b.names, string(name))
}

// nameNodes returns the names of the nodes.
func (b *builder) nameNodes() (*graph.Names, error) {
	if !b.pooled {
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

// edge adds the edge at p. It may join a node with itself.
func (b *builder) edge(e graph.Edge, p position) {
	b.edges = append(b.edges, e)
	b.edgeAt = append(b.edgeAt, p)
}

// triple adds the triple at p.
func (b *builder) triple(t graph.Triple, p position) {
	b.triples = append(b.triples, t)
	b.tripAt = append(b.tripAt, p)
}

// document returns the graph, or an error about the first edge or triple that contradicts an earlier
// one, with both positions.
func (b *builder) document(o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	d := &Document{}
	try.Check(b.decideOpposite(&o))
	try.Check(b.loops(d, o))
	if o.OppositeArcs == "undirected" {
		try.Check(b.clash()) // before edges are merged
		b.mergeOpposite()
	}
	names := try.Get(b.nameNodes())
	if d.Graph, err = graph.NewWithNames(names, b.edges, b.triples...); err == nil {
		return d, nil
	}
	// The search for positions takes memory, which a correct text should not pay for.
	try.Check(b.clash())
	try.Check(b.badTriple(names))
	return nil, &FileError{File: b.file, Why: err.Error()}
}

// loops drops the edges from a node to itself, or returns an error about the first.
func (b *builder) loops(d *Document, o Options) error {
	kept := 0
	for i, e := range b.edges {
		if e.X != e.Y {
			b.edges[kept], b.edgeAt[kept] = e, b.edgeAt[i]
			kept++
			continue
		}
		if !o.DropSelfLoops {
			return b.unexpected(b.edgeAt[i], b.draw(e), "an edge between two nodes, not a self-loop", advice.Textf(" (%v drops it)", advice.Option("drop-self-loops")))
		}
	}
	if n := len(b.edges) - kept; n > 0 {
		d.note("%v dropped", numeral.Count(n, "self-loop"))
	}
	b.edges, b.edgeAt = b.edges[:kept], b.edgeAt[:kept]
	return nil
}

// decideOpposite asks for the meaning of opposite arcs if it is open. The class may decide: no CPDAG
// has a cycle of two.
func (b *builder) decideOpposite(o *Options) error {
	switch {
	case !b.loose || o.OppositeArcs != "" || o.Class.MayBeCyclic() || kind.Allowed(o.Class) == kind.Directed:
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

// mergeOpposite replaces a --> b and b --> a by an undirected edge, at the position of the first.
func (b *builder) mergeOpposite() {
	first := make(map[[2]graph.Node]int)
	kept := 0
	for i, e := range b.edges {
		if e.Directed() {
			f := e.Canonical()
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

// clash returns an error about the first edge that occurs twice, or beside an edge that must be the
// only one of its pair.
func (b *builder) clash() error {
	// Up to three edges share a pair. Each is linked to the previous one.
	last := make(map[[2]graph.Node]int32, len(b.edges))
	before := make([]int32, len(b.edges))
	for i, e := range b.edges {
		f := e.Canonical()
		key := [2]graph.Node{f.X, f.Y}
		j, met := last[key]
		if !met {
			j = -1
		}
		last[key], before[i] = int32(i), j
		for ; j >= 0; j = before[j] {
			other := b.edges[j]
			if other.Canonical() == f {
				return b.refuse(b.edgeAt[i], "duplicate edge "+shown(b.draw(e))+b.edgeAt[j].first())
			}
			if !e.MayBeParallel() || !other.MayBeParallel() {
				return b.refuse(b.edgeAt[i], "edge "+shown(b.draw(e))+" conflicts with "+shown(b.draw(other))+b.edgeAt[j].first())
			}
		}
	}
	return nil
}

// badTriple returns an error about the first triple that is not a path of three nodes, or that occurs
// twice.
func (b *builder) badTriple(names *graph.Names) error {
	g, err := graph.NewWithNames(names, b.edges)
	if err != nil {
		return nil
	}
	first := make(map[graph.Triple]int)
	for i, t := range b.triples {
		words := fmt.Sprintf("%v %s %s %s", t.Status, b.names[t.A], b.names[t.B], b.names[t.C])
		if t.A == t.B || t.B == t.C || t.A == t.C {
			return b.unexpected(b.tripAt[i], words, "three different nodes", advice.Text{})
		}
		for _, end := range []graph.Node{t.A, t.C} {
			if !g.Adjacent(end, t.B) {
				return b.unexpected(b.tripAt[i], words, fmt.Sprintf("a path: no edge joins %s and %s", clipped(b.names[end]), clipped(b.names[t.B])), advice.Text{})
			}
		}
		key := t.Canonical()
		key.Status = 0
		if j, met := first[key]; met {
			return b.refuse(b.tripAt[i], "duplicate triple "+shown(words)+b.tripAt[j].first())
		}
		first[key] = i
	}
	return nil
}

// call stores another name of v, as the first or the second of its two.
func (b *builder) call(v graph.Node, i int, name string) {
	if b.called == nil {
		b.called = make(map[graph.Node][2]string)
	}
	names := b.called[v]
	names[i] = name
	b.called[v] = names
}

// callAs renames all nodes by the first of their other names, or else the second, if these differ.
func (b *builder) callAs() {
next:
	for i := range 2 {
		list := make([]string, len(b.names))
		met := make(map[string]bool, len(list))
		for v := range list {
			name := b.called[graph.Node(v)][i]
			if name == "" || met[name] {
				continue next
			}
			met[name], list[v] = true, name
		}
		b.names = list
		return
	}
}

// allNumbers reports whether every name has only digits.
func allNumbers(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	})
}

// first describes the position of the first occurrence, if it is known.
func (p position) first() string {
	if p.line == 0 {
		return ""
	}
	return " (first at " + p.String() + ")"
}

// refuse returns an error about the edge or triple at p.
func (b *builder) refuse(p position, why string) error {
	at := b.file
	if p.line != 0 {
		at = strings.TrimPrefix(at+":"+p.String(), ":")
	}
	return &FileError{File: at, Why: why}
}

// unexpected returns an error about a token. The advice, if any, follows in the message.
func (b *builder) unexpected(p position, token, want string, use advice.Text) error {
	if p.line == 0 {
		return &FileError{File: b.file, Why: "unexpected " + clipped(token), use: advice.Textf("expected %s%v", want, use)}
	}
	e := newParseError(b.file, p, []byte(token), want)
	e.use = use
	return e
}

func (b *builder) draw(e graph.Edge) string {
	return b.names[e.X] + " " + e.Arrow() + " " + b.names[e.Y]
}
