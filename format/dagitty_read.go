package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// A dagittyToken is an ID, an edge, a single character or the end.
type dagittyToken struct {
	kind  byte // dotID, dotEdge, dotEnd or the character itself
	text  []byte
	at    int
	bare  bool   // an ID without quotes
	arrow string // of an edge
}

// A dagittyReader reads one graph. Unlike in DOT there are no comments, ; is a blank,
// and a group stands for the nodes named in it.
type dagittyReader struct {
	*builder
	*scanner
	token  dagittyToken
	depth  int
	met    map[graph.Edge]bool // dagitty merges edges that are the same
	hidden []string            // latent and selected nodes
}

func readDagitty(in *Input, o Options) (*Document, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	r := &dagittyReader{builder: newBuilder(in.Name), scanner: s, met: make(map[graph.Edge]bool)}
	kind, err := r.graph()
	if err != nil {
		return nil, err
	}
	d, err := r.document(o)
	if err == nil {
		d.Class = dagittyClass(kind, d.Graph)
		noteLatent(d, r.hidden)
	}
	return d, err
}

// dagittyClass returns the class that a graph states, where its edges are of it.
func dagittyClass(word string, g *graph.Graph) kind.Kind {
	class := kind.Unstated
	for _, w := range dagittyWords {
		if w.word == word {
			class = w.class
		}
	}
	has := kind.EdgesOf(g)
	if class != kind.Unstated && has&^class.Edges() == kind.Bidirected {
		class = dagittyMixed
	}
	if has&^class.Edges() != 0 {
		return kind.Unstated
	}
	return class
}

// step reads the next token.
func (r *dagittyReader) step() error {
	r.skip(isDagittyBlank)
	r.token = dagittyToken{at: r.next}
	if r.next == len(r.data) {
		return nil
	}
	for _, e := range dagittyEdges {
		if r.has(e.text) {
			r.token.kind, r.token.text, r.token.arrow = dotEdge, r.data[r.next:r.next+len(e.text)], e.arrow
			r.next += len(e.text)
			return nil
		}
	}
	switch c := r.data[r.next]; {
	case bytes.IndexByte([]byte("{}[]=,"), c) >= 0:
		r.token.kind, r.token.text = c, r.data[r.next:r.next+1]
		r.next++
	case c == '"':
		return r.strings()
	case isDagittyID(c), c == '-' && r.next+1 < len(r.data) && isDagittyID(r.data[r.next+1]):
		r.token.kind, r.token.bare = dotID, true
		r.next++
		r.skip(isDagittyID)
		r.token.text = r.data[r.token.at:r.next]
	default:
		return r.fault(r.next, r.line(r.next), "a name (in quotes if it is not a word) or an edge such as ->")
	}
	return nil
}

// strings reads quoted strings, joined where + stands between them.
func (r *dagittyReader) strings() error {
	r.token.kind = dotID
	for {
		text, err := r.quoted(false)
		if err != nil {
			return err
		}
		if r.token.text == nil {
			r.token.text = slices.Clip(text)
		} else {
			r.token.text = append(r.token.text, text...)
		}
		end := r.next
		r.skip(isDagittyBlank)
		if !r.has("+") {
			r.next = end
			return nil
		}
		r.next++
		if r.skip(isDagittyBlank); !r.has(`"`) {
			return r.fault(r.next, r.line(r.next), "a string in quotes after +")
		}
	}
}

func (r *dagittyReader) want(what string) error {
	return r.fault(r.token.at, r.token.text, what)
}

// graph reads the text and returns its type. Edges without braces around them are a
// dag.
func (r *dagittyReader) graph() (kind string, err error) {
	if err := r.step(); err != nil {
		return "", err
	}
	first, start := r.token, r.next
	if first.kind != dotID || !first.bare {
		return "dag", r.open()
	}
	if err := r.step(); err != nil {
		return "", err
	}
	if r.token.kind == dotID {
		if err := r.step(); err != nil {
			return "", err
		}
	}
	if r.token.kind != '{' {
		r.token, r.next = first, start
		return "dag", r.open()
	}
	kind = strings.ToLower(string(first.text))
	if !isDagittyWord(kind) {
		return "", r.fault(first.at, first.text, "dag, pdag, mag or pag")
	}
	if _, err := r.group(); err != nil {
		return "", err
	}
	if r.token.kind != dotEnd {
		return "", r.want("the end of the text after the graph")
	}
	return kind, nil
}

// open reads statements up to the end of the text.
func (r *dagittyReader) open() error {
	for r.token.kind != dotEnd {
		if _, err := r.statement(); err != nil {
			return err
		}
	}
	if len(r.edges) == 0 {
		return r.want("dag { or an edge such as ->")
	}
	return nil
}

// group reads statements between braces and returns the nodes named in them.
func (r *dagittyReader) group() ([]graph.Node, error) {
	if r.depth++; r.depth > mostGroups {
		return nil, r.want(fmt.Sprintf("at most %d groups inside each other", mostGroups))
	}
	if err := r.step(); err != nil {
		return nil, err
	}
	var members dotMembers
	for r.token.kind != '}' {
		nodes, err := r.statement()
		if err != nil {
			return nil, err
		}
		members.add(nodes)
	}
	r.depth--
	return members.list, r.step()
}

// statement reads a node, a chain of edges or an option, and returns its nodes.
func (r *dagittyReader) statement() ([]graph.Node, error) {
	start := r.token
	nodes, option, err := r.term(true)
	if err != nil || option {
		return nil, err
	}
	all := slices.Clone(nodes)
	chain := r.token.kind == dotEdge
	for r.token.kind == dotEdge {
		edge := r.token
		if err := r.step(); err != nil {
			return nil, err
		}
		next, _, err := r.term(false)
		if err != nil {
			return nil, err
		}
		if err := r.join(nodes, next, edge, start.at); err != nil {
			return nil, err
		}
		all = append(all, next...)
		nodes = next
	}
	return all, r.attributes(func(name string) {
		if hides := slices.Contains([]string{"latent", "l", "u", "unobserved", "selected", "s"}, name); hides && !chain && start.kind == dotID {
			r.hidden = append(r.hidden, r.names[nodes[0]])
		}
	})
}

// term reads a node or a group. Where it may, it also reads an option such as bb="0,0,1,1".
func (r *dagittyReader) term(mayBeOption bool) (nodes []graph.Node, option bool, err error) {
	t := r.token
	switch {
	case t.kind == '{':
		nodes, err = r.group()
		return nodes, false, err
	case t.kind != dotID:
		return nil, false, r.want("a node, an edge such as -> or }")
	case t.bare && t.text[0] == '-' && !isNumber(t.text):
		return nil, false, r.want("an edge such as -> (names with - stand in quotes)")
	case t.bare && string(t.text) == "o" && r.next < len(r.data) && r.data[r.next] == '-':
		return nil, false, r.fault(t.at, r.line(t.at), "@ for a circle, or a blank after the node o")
	}
	if err := r.step(); err != nil {
		return nil, false, err
	}
	if mayBeOption && r.token.kind == '=' {
		if err := r.step(); err != nil {
			return nil, false, err
		}
		if r.token.kind != dotID {
			return nil, false, r.want("a value after =")
		}
		return nil, true, r.step()
	}
	if t.bare && slices.Contains([]string{"graph", "node", "edge", "subgraph", "strict"}, strings.ToLower(string(t.text))) {
		return nil, false, r.fault(t.at, t.text, "a name that is not a keyword of DOT (dagitty would read it as a node)")
	}
	return []graph.Node{r.node(t.text)}, false, nil
}

func isNumber(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c != '-' && c != '.' && !unicode.IsDigit(c) })
}

// join adds the edges from each node to each of the next.
func (r *dagittyReader) join(nodes, next []graph.Node, edge dagittyToken, at int) error {
	if most := 1<<20 + 8*len(r.data); len(r.edges)+len(nodes)*len(next) > most {
		return r.fault(at, r.line(at), fmt.Sprintf("at most %d edges in a text of this size", most))
	}
	left, right, _ := graph.ParseMarks([]byte(edge.arrow))
	for _, x := range nodes {
		for _, y := range next {
			e := graph.Edge{X: x, Y: y, AtX: left, AtY: right}
			if key := e.Forward(); !r.met[key] {
				r.met[key] = true
				r.edge(e, r.place(edge.at))
			}
		}
	}
	return nil
}

// attributes reads a list in brackets.
func (r *dagittyReader) attributes(each func(name string)) error {
	if r.token.kind != '[' {
		return nil
	}
	if err := r.step(); err != nil {
		return err
	}
	for r.token.kind != ']' {
		if r.token.kind == ',' {
			if err := r.step(); err != nil {
				return err
			}
			continue
		}
		if r.token.kind != dotID {
			return r.want("an attribute or ]")
		}
		each(string(r.token.text))
		if err := r.step(); err != nil {
			return err
		}
		if r.token.kind != '=' {
			continue
		}
		if err := r.step(); err != nil {
			return err
		}
		if r.token.kind != dotID {
			return r.want("a value after =")
		}
		if err := r.step(); err != nil {
			return err
		}
	}
	return r.step()
}
