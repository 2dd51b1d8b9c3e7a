package batch

import (
	"encoding/json"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A jsonReader reads graphs such as
//
//	{"nodes": ["A", "B", "C"], "edges": [["A", "-->", "B"], ["B", "o->", "C"]], "class": "pag"}
//
// at the speed that a file with a hundred thousand of them asks for. Other objects are for
// package format.
type jsonReader struct {
	scan  scanner
	class string // that the object states

	list  []string
	last  *graph.Names // of the graph before: most have the same
	edges []graph.Edge
}

// read returns the graph, or false where the object is of another form or does not make
// a graph.
func (r *jsonReader) read(data []byte) (*graph.Graph, bool) {
	r.class, r.list, r.edges = "", r.list[:0], r.edges[:0]
	s := &r.scan
	*s = scanner{data: data}
	var nodes, edges bool
	ok := s.object(func(key []byte) bool {
		switch string(key) {
		case "nodes":
			nodes = !nodes && s.array(r.node)
			return nodes && r.name()
		case "edges":
			edges = nodes && !edges && s.array(r.edge)
			return edges
		case "class":
			text, ok := s.string()
			r.class = string(text)
			return ok
		}
		return false
	}) && s.end() && nodes && edges
	if !ok {
		return nil, false
	}
	g, err := graph.On(r.last, r.edges)
	return g, err == nil
}

func (r *jsonReader) node() bool {
	name, ok := r.scan.string()
	if i := len(r.list); ok && r.last != nil && i < r.last.Len() && string(name) == r.last.List()[i] {
		r.list = append(r.list, r.last.List()[i])
		return true
	}
	r.list = append(r.list, string(name))
	return ok
}

// name takes the list of names for those of the graph.
func (r *jsonReader) name() bool {
	if r.last != nil && slices.Equal(r.list, r.last.List()) {
		return true
	}
	ns, err := graph.NewNames(slices.Clone(r.list))
	r.last = ns
	return err == nil
}

// edge reads three strings.
func (r *jsonReader) edge() bool {
	var part, found int
	var e graph.Edge
	whole := r.scan.array(func() bool {
		text, ok := r.scan.string()
		if !ok {
			return false
		}
		switch part {
		case 0, 2:
			v, known := r.last.Node(string(text))
			if !known {
				return false
			}
			if found++; part == 0 {
				e.X = v
			} else {
				e.Y = v
			}
		case 1:
			var ok bool
			if e.AtX, e.AtY, ok = graph.ParseMarks(text); !ok {
				return false
			}
		}
		part++
		return true
	})
	r.edges = append(r.edges, e)
	return whole && part == 3 && found == 2
}

// A scanner walks over JSON without making values of it.
type scanner struct {
	data  []byte
	at    int
	depth int
}

// deepest is how far values may stand in each other.
const deepest = 1000

// skip returns the next byte that is not blank, or 0 at the end.
func (s *scanner) skip() byte {
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// take steps over c, if it is next.
func (s *scanner) take(c byte) bool {
	if s.skip() != c {
		return false
	}
	s.at++
	return true
}

// end reports whether nothing follows.
func (s *scanner) end() bool { return s.skip() == 0 && s.at == len(s.data) }

// object calls f after each key, to step over the value.
func (s *scanner) object(f func(key []byte) bool) bool {
	if !s.take('{') {
		return false
	}
	if s.take('}') {
		return true
	}
	for {
		key, ok := s.string()
		if !ok || !s.take(':') || !f(key) {
			return false
		}
		if s.take(',') {
			continue
		}
		return s.take('}')
	}
}

// array calls f before each element, to step over it.
func (s *scanner) array(f func() bool) bool {
	if !s.take('[') {
		return false
	}
	if s.take(']') {
		return true
	}
	for {
		if !f() {
			return false
		}
		if s.take(',') {
			continue
		}
		return s.take(']')
	}
}

// string steps over a string and returns what it says.
func (s *scanner) string() (text []byte, ok bool) {
	raw, plain, ok := s.quoted()
	if !ok || plain {
		return raw, ok
	}
	return unescape(nil, raw)
}

// quoted steps over a string and returns what is between its quotes, and whether that
// stands for itself.
func (s *scanner) quoted() (raw []byte, plain, ok bool) {
	if !s.take('"') {
		return nil, false, false
	}
	start := s.at
	for plain = true; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; {
		case c == '"':
			s.at++
			return s.data[start : s.at-1], plain, true
		case c == '\\':
			plain = false
			s.at++
		case c < 0x20:
			return nil, false, false
		}
	}
	return nil, false, false
}

// unescape appends what the inside of a string of JSON says.
func unescape(b, raw []byte) ([]byte, bool) {
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' {
			b = append(b, c)
			continue
		}
		if i++; i == len(raw) {
			return b, false
		}
		switch raw[i] {
		case '"', '\\', '/':
			b = append(b, raw[i])
		case 'n':
			b = append(b, '\n')
		case 't':
			b = append(b, '\t')
		case 'r':
			b = append(b, '\r')
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		default: // \u with its pairs: rare
			var rest string
			err := json.Unmarshal(slices.Concat([]byte{'"'}, raw[i-1:], []byte{'"'}), &rest)
			return append(b, rest...), err == nil
		}
	}
	return b, true
}

// value steps over a value and returns its bytes.
func (s *scanner) value() (raw []byte, ok bool) {
	c := s.skip()
	start := s.at
	if s.depth++; s.depth > deepest {
		return nil, false
	}
	defer func() { s.depth-- }()
	switch c {
	case '{':
		ok = s.object(func([]byte) bool { _, ok := s.value(); return ok })
	case '[':
		ok = s.array(func() bool { _, ok := s.value(); return ok })
	case '"':
		_, _, ok = s.quoted()
	default:
		for s.at < len(s.data) {
			switch s.data[s.at] {
			case ',', '}', ']', ' ', '\t', '\n', '\r':
				return s.data[start:s.at], json.Valid(s.data[start:s.at])
			}
			s.at++
		}
		return s.data[start:s.at], json.Valid(s.data[start:s.at])
	}
	return s.data[start:s.at], ok
}
