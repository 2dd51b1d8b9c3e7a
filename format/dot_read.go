package format

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

// A dotReader reads one graph in the DOT language.
type dotReader struct {
	*dotText
	directed bool
	arcs     []dotArc
	merged   map[[2]graph.Node]int // in a strict graph, the index of a pair in arcs; otherwise nil
	groups   map[string][]graph.Node
}

// A dotArc is an edge as drawn, from tail to head.
type dotArc struct {
	tail, head graph.Node
	style      dotStyle
	at         int
}

func readDot(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &dotReader{dotText: newDotText(in), groups: make(map[string][]graph.Node)}
	r.lex, r.loose = r.dot, true
	r.graph()
	if allNumbers(r.names) { // as in files of causal-learn (label) and igraph (name)
		r.callAs()
	}
	for i, a := range r.arcs {
		atTail, atHead := a.style.marks(r.directed)
		r.edge(graph.Edge{X: a.tail, Y: a.head, AtX: atTail, AtY: atHead}, r.place(a.at))
		if a.style.dir != 0 || a.style.head != graph.None {
			r.firm.Add(graph.Node(i))
		}
	}
	return r.document(o)
}

// graph reads the whole text.
func (r *dotReader) graph() {
	if r.step(); r.token.is("strict") {
		r.merged = make(map[[2]graph.Node]int)
		r.step()
	}
	r.directed = r.token.is("digraph")
	if !r.directed && !r.token.is("graph") {
		r.want("graph or digraph")
	}
	if r.step(); r.token.kind == dotID {
		r.step()
	}
	r.members(dotStyle{})
	if r.token.kind != dotEnd {
		r.want("the end of the text after the graph")
	}
}

// members reads a group and returns the nodes in it. The defaults of edges that it sets apply up to
// its end.
func (r *dotReader) members(edges dotStyle) []graph.Node {
	if r.token.kind != '{' {
		r.want("{")
	}
	var members dotMembers
	r.group(func() {
		if r.token.kind == ';' || r.token.kind == ',' {
			r.step()
		} else {
			r.statement(&edges, &members)
		}
	})
	return members.list
}

// statement reads a node, a chain of edges, a group or defaults.
func (r *dotReader) statement(edges *dotStyle, members *dotMembers) {
	for _, keyword := range []string{"edge", "node", "graph"} {
		if !r.token.is(keyword) {
			continue
		}
		if r.step(); r.token.kind != '[' {
			r.want("[ after " + keyword + " (in quotes if it is a name)")
		}
		set := edges.set
		if keyword != "edge" {
			set = func(_, _ string) string { return "" }
		}
		r.lists(set)
		return
	}
	start := r.token
	nodes := r.term(*edges)
	if start.kind == dotID && r.token.kind == '=' { // an attribute of the graph
		r.value()
		return
	}
	named := start.kind == dotID && !start.is("subgraph")
	if named {
		nodes = []graph.Node{r.node(start.text)}
	}
	members.add(nodes)
	switch {
	case r.token.kind == dotEdge:
		r.chain(nodes, start.at, *edges, members)
	case named:
		r.lists(func(name, value string) string {
			if i := slices.Index([]string{"label", "name"}, name); i >= 0 {
				r.call(nodes[0], i, value)
			}
			return ""
		})
	}
}

// lists reads attributes, which may be in several lists.
func (r *dotReader) lists(set func(name, value string) (want string)) {
	for r.token.kind == '[' {
		r.attributes(",;", set)
	}
}

// term reads a node or a group. For a node it returns nil, since it may still turn out to be an
// attribute of the graph.
func (r *dotReader) term(edges dotStyle) []graph.Node {
	switch t := r.token; {
	case t.is("subgraph"):
		return r.subgraph(edges)
	case t.kind == '{':
		return r.members(edges)
	}
	r.expect(dotID, "a node, an edge or }")
	for range 2 { // ports, which are not part of the name
		if r.token.kind != ':' {
			break
		}
		r.step()
		r.expect(dotID, "a port after :")
	}
	return nil
}

// subgraph reads a group with a name, or the name of an earlier one.
func (r *dotReader) subgraph(edges dotStyle) []graph.Node {
	if r.step(); r.token.kind != dotID {
		return r.members(edges)
	}
	name := string(r.token.text)
	r.step()
	if nodes, known := r.groups[name]; known && r.token.kind != '{' {
		return nodes
	}
	nodes := r.members(edges)
	var all dotMembers
	all.add(r.groups[name])
	all.add(nodes)
	r.groups[name] = all.list
	return nodes
}

// chain reads the edges that follow the nodes.
func (r *dotReader) chain(nodes []graph.Node, at int, edges dotStyle, members *dotMembers) {
	from := len(r.arcs)
	var before []int // earlier arcs that are merged with these in a strict graph
	for r.token.kind == dotEdge {
		switch arrow := r.token.text[1] == '>'; {
		case r.directed && !arrow:
			r.want("-> in a digraph")
		case !r.directed && arrow:
			r.want("-- in a graph")
		}
		r.step()
		start := r.token
		next := r.term(edges)
		if start.kind == dotID && !start.is("subgraph") {
			next = []graph.Node{r.node(start.text)}
		}
		members.add(next)
		r.bound(len(r.arcs)+len(nodes)*len(next), at)
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
	r.lists(own.set)
	for _, i := range before {
		r.arcs[i].style.over(own)
	}
	for i := from; i < len(r.arcs); i++ {
		r.arcs[i].style.over(own)
	}
}

// arc adds an edge and returns its index, which is that of an earlier one in a strict graph.
func (r *dotReader) arc(a dotArc) int {
	if r.merged != nil {
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
