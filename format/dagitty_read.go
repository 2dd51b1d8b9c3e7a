package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

// A dagittyReader reads one graph. Unlike in DOT, there are no comments, ; is a blank, and a group is
// the list of the nodes in it.
type dagittyReader struct {
	*dotText
	met    map[graph.Edge]bool // dagitty merges edges that are the same
	hidden []string            // latent and selected nodes
}

func readDagitty(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &dagittyReader{dotText: newDotText(in), met: make(map[graph.Edge]bool)}
	r.lex = r.dagitty
	kind := r.graph()
	if d, err = r.document(o); err == nil {
		d.Class = dagittyClass(kind, d.Graph)
		noteLatent(d, r.hidden)
	}
	return d, err
}

// dagittyClass returns the class that a graph states, unless its edges contradict it.
func dagittyClass(word string, g *graph.Graph) graph.Kind {
	class := graph.Unstated
	for _, w := range dagittyWords {
		if w.word == word {
			class = w.class
		}
	}
	has := kind.EdgesOf(g)
	if class != graph.Unstated && has&^kind.Allowed(class) == kind.Bidirected {
		class = dagittyMixed
	}
	if has&^kind.Allowed(class) != 0 {
		return graph.Unstated
	}
	return class
}

// blanks skips what separates the tokens of dagitty.
func (r *dotText) blanks() { r.skip(isDagittyBlank) }

// dagitty returns the next token of a text of dagitty.
func (r *dotText) dagitty() dotToken {
	r.blanks()
	t := dotToken{at: r.next}
	if r.next == len(r.data) {
		return t
	}
	for _, e := range dagittyEdges {
		if r.has(e.text) {
			t.kind, t.text = dotEdge, r.data[r.next:r.next+len(e.text)]
			r.next += len(e.text)
			return t
		}
	}
	switch c := r.data[r.next]; {
	case bytes.IndexByte([]byte("{}[]=,"), c) >= 0:
		t.kind, t.text = c, r.data[r.next:r.next+1]
		r.next++
	case c == '"':
		t.kind, t.text = dotID, r.strings(false, r.blanks)
	case isDagittyID(c), c == '-' && r.next+1 < len(r.data) && isDagittyID(r.data[r.next+1]):
		t.kind, t.bare = dotID, true
		r.next++
		r.skip(isDagittyID)
		t.text = r.data[t.at:r.next]
	default:
		r.fail(r.next, r.line(r.next), wantDot)
	}
	return t
}

// graph reads the text and returns its type. Edges without braces around them are a dag.
func (r *dagittyReader) graph() (kind string) {
	r.step()
	first, start := r.token, r.next
	if first.kind == dotID && first.bare {
		if r.step(); r.token.kind == dotID {
			r.step()
		}
	}
	if first.kind != dotID || !first.bare || r.token.kind != '{' {
		r.token, r.next = first, start
		r.open()
		return "dag"
	}
	kind = strings.ToLower(string(first.text))
	if !isDagittyWord(kind) {
		r.fail(first.at, first.text, "dag, pdag, mag or pag")
	}
	r.members()
	if r.token.kind != dotEnd {
		r.want("the end of the text after the graph")
	}
	return kind
}

// open reads statements up to the end of the text.
func (r *dagittyReader) open() {
	for r.token.kind != dotEnd {
		r.statement()
	}
	if len(r.edges) == 0 {
		r.want("dag { or an edge such as ->")
	}
}

// members reads a group and returns the nodes in it.
func (r *dagittyReader) members() []graph.Node {
	var members dotMembers
	r.group(func() { members.add(r.statement()) })
	return members.list
}

// statement reads a node, a chain of edges or an option, and returns its nodes.
func (r *dagittyReader) statement() []graph.Node {
	start := r.token
	nodes, option := r.term(true)
	if option {
		return nil
	}
	all := slices.Clone(nodes)
	chain := r.token.kind == dotEdge
	for r.token.kind == dotEdge {
		edge := r.token
		r.step()
		next, _ := r.term(false)
		r.join(nodes, next, edge, start.at)
		all = append(all, next...)
		nodes = next
	}
	if r.token.kind == '[' {
		r.attributes(",", func(name, _ string) string {
			if hides := slices.Contains([]string{"latent", "l", "u", "unobserved", "selected", "s"}, name); hides && !chain && start.kind == dotID {
				r.hidden = append(r.hidden, r.names[nodes[0]])
			}
			return ""
		})
	}
	return all
}

// term reads a node or a group, or if allowed an option such as bb="0,0,1,1".
func (r *dagittyReader) term(mayBeOption bool) (nodes []graph.Node, option bool) {
	t := r.token
	switch {
	case t.kind == '{':
		return r.members(), false
	case t.bare && t.text[0] == '-' && !isNumber(t.text):
		r.want("an edge such as -> (names with - stand in quotes)")
	case t.bare && string(t.text) == "o" && r.next < len(r.data) && r.data[r.next] == '-':
		r.fail(t.at, r.line(t.at), "@ for a circle, or a blank after the node o")
	}
	r.expect(dotID, "a node, an edge such as -> or }")
	if mayBeOption && r.token.kind == '=' {
		r.value()
		return nil, true
	}
	if t.bare && slices.Contains([]string{"graph", "node", "edge", "subgraph", "strict"}, strings.ToLower(string(t.text))) {
		r.fail(t.at, t.text, "a name that is not a keyword of DOT (dagitty would read it as a node)")
	}
	return []graph.Node{r.node(t.text)}, false
}

func isNumber(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c != '-' && c != '.' && !unicode.IsDigit(c) })
}

// join adds the edges from each node to each of the next ones.
func (r *dagittyReader) join(nodes, next []graph.Node, edge dotToken, at int) {
	r.bound(len(r.edges)+len(nodes)*len(next), at)
	i := slices.IndexFunc(dagittyEdges, func(e dagittyEdge) bool { return e.text == string(edge.text) })
	left, right, _ := graph.ParseMarks([]byte(dagittyEdges[i].arrow))
	for _, x := range nodes {
		for _, y := range next {
			e := graph.Edge{X: x, Y: y, AtX: left, AtY: right}
			if key := e.Canonical(); !r.met[key] {
				r.met[key] = true
				r.edge(e, r.place(edge.at))
			}
		}
	}
}
