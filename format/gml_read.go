package format

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

// A gmlToken is a key, a number, a string, a bracket or the end.
type gmlToken struct {
	kind byte // 'k', 'n', 's', '[', ']' or 0
	text string
	at   int
}

// A gmlReader reads one graph. M. Himsolt, GML: A portable Graph File Format, 1997.
type gmlReader struct {
	*builder
	text     *scanner
	directed bool
	graphs   int
	nodes    []gmlNode
	said     []looseEdge
}

// A gmlNode is a node with what it may be called.
type gmlNode struct {
	id, label, name string
	at              int
}

// token returns the next token.
func (r *gmlReader) token() (gmlToken, error) {
	s := r.text
	for s.skip(isSpace); s.has("#"); s.skip(isSpace) {
		s.next = lineEnd(s.data, s.next)
	}
	t := gmlToken{at: s.next}
	if s.next == len(s.data) {
		return t, nil
	}
	switch c := s.data[s.next]; {
	case c == '[' || c == ']':
		s.next++
		t.kind, t.text = c, string(c)
	case c == '"':
		end := bytes.IndexByte(s.data[s.next+1:], '"')
		if end < 0 {
			return t, s.fault(t.at, s.line(t.at), `a closing "`)
		}
		t.kind, t.text = 's', unescapeGML(string(s.data[s.next+1:s.next+1+end]))
		s.next += end + 2
	case isDigit(c) || c == '+' || c == '-' || c == '.':
		t.kind, t.text = 'n', r.number()
	case isWord(c) && c < utf8.RuneSelf:
		t.kind, t.text = 'k', string(s.take(isWord))
	default:
		return t, s.fault(t.at, s.line(t.at), "a key, a number, a string in quotes or a bracket")
	}
	return t, nil
}

// number returns a number, which a key may follow without a blank: 1node, 1edge.
func (r *gmlReader) number() string {
	s := r.text
	start := s.next
	s.next++
	s.skip(func(c byte) bool { return isDigit(c) || c == '.' })
	if s.has("e") || s.has("E") {
		end := s.next
		if s.next++; s.has("+") || s.has("-") {
			s.next++
		}
		if len(s.take(isDigit)) == 0 {
			s.next = end
		}
	}
	return string(s.data[start:s.next])
}

// unescapeGML resolves &#34; and &quot;.
func unescapeGML(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return html.UnescapeString(text)
}

func sniffGML(in *Input) bool {
	if !isText(in.Head()) {
		return false
	}
	r := &gmlReader{text: &scanner{placer: placer{data: in.Head()}}}
	for {
		key, err := r.token()
		if err != nil || key.kind != 'k' {
			return false
		}
		value, err := r.token()
		if err != nil || key.text == "graph" || value.kind != 'n' && value.kind != 's' {
			return err == nil && key.text == "graph" && value.kind == '['
		}
	}
}

func readGML(in *Input, o Options) (*Document, error) {
	text, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	r := &gmlReader{builder: newBuilder(in.Name), text: text}
	err = r.pairs(0, func(key, value gmlToken) error {
		if key.text != "graph" || value.kind != '[' {
			return r.skip(value)
		}
		if r.graphs++; r.graphs > 1 {
			return text.fault(key.at, []byte("graph"), "one graph in the text")
		}
		return r.graph()
	})
	if err != nil {
		return nil, err
	}
	if r.graphs == 0 {
		return nil, in.refuse("there is no graph [ in the GML", "")
	}
	ids, err := r.nameNodes()
	if err != nil {
		return nil, err
	}
	for i := range r.said {
		r.said[i].directed = r.directed
	}
	if err := r.addLoose(text, ids, r.said); err != nil {
		return nil, err
	}
	return r.document(o)
}

// pairs calls each for the keys and values up to the end: a closing bracket, or 0 for
// that of the text. What it finds open it must read to the end.
func (r *gmlReader) pairs(end byte, each func(key, value gmlToken) error) error {
	for {
		key, err := r.token()
		if err != nil {
			return err
		}
		if key.kind == end {
			return nil
		}
		if key.kind != 'k' {
			return r.text.fault(key.at, []byte(key.text), "a key")
		}
		value, err := r.token()
		if err != nil {
			return err
		}
		if value.kind != 'n' && value.kind != 's' && value.kind != '[' {
			return r.text.fault(value.at, []byte(value.text), "a value for "+clipped(key.text))
		}
		if err := each(key, value); err != nil {
			return err
		}
	}
}

// skip goes to the end of a list, however deep.
func (r *gmlReader) skip(value gmlToken) error {
	open := 0
	for t := value; ; {
		switch t.kind {
		case '[':
			open++
		case ']':
			open--
		case 0:
			return r.text.fault(t.at, nil, "a closing ]")
		}
		if open == 0 {
			return nil
		}
		var err error
		if t, err = r.token(); err != nil {
			return err
		}
	}
}

// graph reads what stands inside graph [ ].
func (r *gmlReader) graph() error {
	return r.pairs(']', func(key, value gmlToken) error {
		switch {
		case key.text == "directed" && value.kind == 'n':
			if value.text != "0" && value.text != "1" {
				return r.text.fault(value.at, []byte(value.text), "0 or 1 after directed")
			}
			r.directed = value.text == "1"
		case key.text == "node" && value.kind == '[':
			return r.newNode(key.at)
		case key.text == "edge" && value.kind == '[':
			return r.newEdge(key.at)
		default:
			return r.skip(value)
		}
		return nil
	})
}

func (r *gmlReader) newNode(at int) error {
	n := gmlNode{at: at}
	given := false
	err := r.pairs(']', func(key, value gmlToken) error {
		switch key.text {
		case "id":
			n.id, given = value.text, true
		case "label":
			n.label = value.text
		case "name":
			n.name = value.text
		}
		return r.skip(value)
	})
	if err == nil && !given {
		return r.text.fault(at, []byte("node"), "an id in each node")
	}
	r.nodes = append(r.nodes, n)
	return err
}

func (r *gmlReader) newEdge(at int) error {
	e := looseEdge{at: at}
	ends := 0
	err := r.pairs(']', func(key, value gmlToken) error {
		switch key.text {
		case "source":
			e.source = value.text
			ends |= 1
		case "target":
			e.target = value.text
			ends |= 2
		case edgeType:
			e.arrow = value.text
		}
		return r.skip(value)
	})
	if err == nil && ends != 3 {
		return r.text.fault(at, []byte("edge"), "a source and a target in each edge")
	}
	r.said = append(r.said, e)
	return err
}

// nameNodes adds the nodes, called by their labels (networkx) or names (igraph) where
// all have one, else by their IDs, and returns them by ID.
func (r *gmlReader) nameNodes() (map[string]graph.Node, error) {
	labels, names := true, true
	for _, n := range r.nodes {
		labels, names = labels && n.label != "", names && n.name != ""
	}
	ids := make(map[string]graph.Node, len(r.nodes))
	for _, n := range r.nodes {
		called := n.id
		switch {
		case labels:
			called = n.label
		case names:
			called = n.name
		}
		if _, twice := ids[n.id]; twice {
			return nil, r.text.fault(n.at, []byte("node [ id "+n.id+" ]"), "an id of its own for each node")
		}
		if _, twice := r.index[called]; twice {
			return nil, r.text.fault(n.at, []byte("node [ label "+called+" ]"), "a label of its own for each node")
		}
		ids[n.id] = r.node([]byte(called))
	}
	return ids, nil
}
