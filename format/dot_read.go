package format

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
)

// mostGroups is how deep groups may stand inside each other.
const mostGroups = 200

// A dotReader reads one graph in the DOT language.
type dotReader struct {
	*builder
	lex      dotLexer
	token    dotToken
	directed bool
	strict   bool
	depth    int
	arcs     []dotArc
	merged   map[[2]graph.Node]int // where strict: the place of a pair in arcs
	groups   map[string][]graph.Node
	called   [2]map[graph.Node]string // what the attributes label and name say
}

// A dotArc is an edge as drawn, from tail to head.
type dotArc struct {
	tail, head graph.Node
	style      dotStyle
	at         int
}

func readDot(in *Input, o Options) (*Document, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	r := &dotReader{builder: newBuilder(in.Name), lex: dotLexer{s}, groups: make(map[string][]graph.Node)}
	r.loose = true
	for i := range r.called {
		r.called[i] = make(map[graph.Node]string)
	}
	if err := r.graph(); err != nil {
		return nil, err
	}
	r.rename()
	for i, a := range r.arcs {
		atTail, atHead := a.style.marks(r.directed)
		r.edge(graph.Edge{X: a.tail, Y: a.head, AtX: atTail, AtY: atHead}, s.place(a.at))
		if a.style.dir != 0 || a.style.head != graph.None {
			r.firm.Add(graph.Node(i))
		}
	}
	return r.document(o)
}

// step reads the next token.
func (r *dotReader) step() (err error) {
	r.token, err = r.lex.token()
	return err
}

// want returns an error about the present token.
func (r *dotReader) want(what string) error {
	return r.lex.fault(r.token.at, r.token.text, what)
}

// graph reads the whole text.
func (r *dotReader) graph() error {
	if err := r.step(); err != nil {
		return err
	}
	if r.strict = r.token.is("strict"); r.strict {
		r.merged = make(map[[2]graph.Node]int)
		if err := r.step(); err != nil {
			return err
		}
	}
	r.directed = r.token.is("digraph")
	if !r.directed && !r.token.is("graph") {
		return r.want("graph or digraph")
	}
	if err := r.step(); err != nil {
		return err
	}
	if r.token.kind == dotID {
		if err := r.step(); err != nil {
			return err
		}
	}
	if _, err := r.group(dotStyle{}); err != nil {
		return err
	}
	if r.token.kind != dotEnd {
		return r.want("the end of the text after the graph")
	}
	return nil
}

// group reads statements between braces and returns the nodes named in them. The
// defaults of edges that it sets hold up to its end.
func (r *dotReader) group(edges dotStyle) ([]graph.Node, error) {
	if r.token.kind != '{' {
		return nil, r.want("{")
	}
	if r.depth++; r.depth > mostGroups {
		return nil, r.want(fmt.Sprintf("at most %d groups inside each other", mostGroups))
	}
	if err := r.step(); err != nil {
		return nil, err
	}
	var members dotMembers
	for r.token.kind != '}' {
		var err error
		if r.token.kind == ';' || r.token.kind == ',' {
			err = r.step()
		} else {
			err = r.statement(&edges, &members)
		}
		if err != nil {
			return nil, err
		}
	}
	r.depth--
	return members.list, r.step()
}

// dotMembers are the nodes of a group, each once.
type dotMembers struct {
	list []graph.Node
	has  map[graph.Node]bool
}

func (m *dotMembers) add(nodes []graph.Node) {
	if m.has == nil {
		m.has = make(map[graph.Node]bool)
	}
	for _, v := range nodes {
		if !m.has[v] {
			m.has[v] = true
			m.list = append(m.list, v)
		}
	}
}

// statement reads a node, a chain of edges, a group or defaults.
func (r *dotReader) statement(edges *dotStyle, members *dotMembers) error {
	for _, keyword := range []string{"edge", "node", "graph"} {
		if !r.token.is(keyword) {
			continue
		}
		if err := r.step(); err != nil {
			return err
		}
		if r.token.kind != '[' {
			return r.want("[ after " + keyword + " (in quotes if it is a name)")
		}
		if keyword == "edge" {
			return r.attributes(edges.set)
		}
		return r.attributes(func(_, _ string) string { return "" })
	}
	start := r.token
	first, err := r.term(*edges)
	if err != nil {
		return err
	}
	if start.kind == dotID && r.token.kind == '=' { // an attribute of the graph
		if err := r.step(); err != nil {
			return err
		}
		if r.token.kind != dotID {
			return r.want("a value after =")
		}
		return r.step()
	}
	nodes := first
	if first == nil && start.kind == dotID && !start.is("subgraph") {
		nodes = []graph.Node{r.node(start.text)}
	}
	members.add(nodes)
	if r.token.kind != dotEdge {
		if start.kind == dotID && !start.is("subgraph") {
			return r.attributes(func(name, value string) string { r.calls(nodes[0], name, value); return "" })
		}
		return nil
	}
	return r.chain(nodes, start.at, *edges, members)
}

// term reads a node or a group. Of a node it returns nil: it may still turn out to be
// an attribute of the graph.
func (r *dotReader) term(edges dotStyle) ([]graph.Node, error) {
	switch t := r.token; {
	case t.is("subgraph"):
		return r.subgraph(edges)
	case t.kind == '{':
		return r.group(edges)
	case t.kind != dotID:
		return nil, r.want("a node, an edge or }")
	}
	return nil, r.afterName()
}

// subgraph reads a group with a name, or the name of one that stands above.
func (r *dotReader) subgraph(edges dotStyle) ([]graph.Node, error) {
	if err := r.step(); err != nil {
		return nil, err
	}
	if r.token.kind != dotID {
		return r.group(edges)
	}
	name := string(r.token.text)
	if err := r.step(); err != nil {
		return nil, err
	}
	if nodes, known := r.groups[name]; known && r.token.kind != '{' {
		return nodes, nil
	}
	nodes, err := r.group(edges)
	var members dotMembers
	members.add(r.groups[name])
	members.add(nodes)
	r.groups[name] = members.list
	return nodes, err
}

// afterName steps over a name and the ports behind it, which are no part of it.
func (r *dotReader) afterName() error {
	if err := r.step(); err != nil {
		return err
	}
	for range 2 {
		if r.token.kind != ':' {
			return nil
		}
		if err := r.step(); err != nil {
			return err
		}
		if r.token.kind != dotID {
			return r.want("a port after :")
		}
		if err := r.step(); err != nil {
			return err
		}
	}
	return nil
}

// chain reads the edges that go on from the nodes.
func (r *dotReader) chain(nodes []graph.Node, at int, edges dotStyle, members *dotMembers) error {
	from := len(r.arcs)
	var before []int // places of arcs that strict merges into
	for r.token.kind == dotEdge {
		if (r.token.text[1] == '>') != r.directed {
			if r.directed {
				return r.want("-> in a digraph")
			}
			return r.want("-- in a graph")
		}
		if err := r.step(); err != nil {
			return err
		}
		start := r.token
		next, err := r.term(edges)
		if err != nil {
			return err
		}
		if start.kind == dotID && !start.is("subgraph") {
			next = []graph.Node{r.node(start.text)}
		}
		members.add(next)
		if most := 1<<20 + 8*len(r.lex.data); len(r.arcs)+len(nodes)*len(next) > most {
			return r.lex.fault(at, r.lex.line(at), fmt.Sprintf("at most %d edges in a text of this size", most))
		}
		for _, tail := range nodes {
			for _, head := range next {
				if i := r.arc(dotArc{tail, head, edges, at}); i < from {
					before = append(before, i)
				}
			}
		}
		nodes, at = next, start.at
	}
	var own dotStyle
	if err := r.attributes(own.set); err != nil {
		return err
	}
	for _, i := range before {
		r.arcs[i].style.over(own)
	}
	for i := from; i < len(r.arcs); i++ {
		r.arcs[i].style.over(own)
	}
	return nil
}

// arc adds an edge and returns its place, which is an old one where strict merges.
func (r *dotReader) arc(a dotArc) int {
	if r.strict {
		key := [2]graph.Node{a.tail, a.head}
		if !r.directed && a.tail > a.head {
			key = [2]graph.Node{a.head, a.tail}
		}
		if i, met := r.merged[key]; met {
			return i
		}
		r.merged[key] = len(r.arcs)
	}
	r.arcs = append(r.arcs, a)
	return len(r.arcs) - 1
}
