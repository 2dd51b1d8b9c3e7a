package format

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// A dotToken is a word of the DOT language, or of dagitty's: an ID, an edge, a single
// character, or the end.
type dotToken struct {
	kind byte // dotID, dotEdge, dotEnd or the character itself
	text []byte
	at   int
	bare bool // an ID without quotes, which may be a keyword
}

const (
	dotEnd  = 0
	dotID   = 'a'
	dotEdge = '-'
)

// is reports whether t is the keyword, in any case.
func (t dotToken) is(keyword string) bool {
	return t.bare && len(t.text) == len(keyword) && bytes.EqualFold(t.text, []byte(keyword))
}

// A dotText is a text in the DOT language or in dagitty's, which has the same statements, groups and
// attributes with different words.
type dotText struct {
	*builder
	*scanner
	lex   func() dotToken
	token dotToken
	depth int
}

func newDotText(in *input) *dotText {
	return &dotText{builder: newBuilder(in.name), scanner: newScanner(in)}
}

// step reads the next token.
func (r *dotText) step() { r.token = r.lex() }

// want ends the reader with an error about the current token.
func (r *dotText) want(what string) { r.fail(r.token.at, r.token.text, what) }

// expect steps over a token of a kind, and returns it.
func (r *dotText) expect(kind byte, what string) dotToken {
	t := r.token
	if t.kind != kind {
		r.want(what)
	}
	r.step()
	return t
}

// value returns the value after the current =.
func (r *dotText) value() dotToken {
	r.step()
	return r.expect(dotID, "a value after =")
}

// group reads statements between braces.
func (r *dotText) group(statement func()) {
	if r.depth++; r.depth > mostGroups {
		r.want(fmt.Sprintf("at most %d groups inside each other", mostGroups))
	}
	r.step()
	for r.token.kind != '}' {
		statement()
	}
	r.depth--
	r.step()
}

// mostGroups is the maximal nesting of groups.
const mostGroups = 200

// attributes reads a list in brackets, in which the characters of between separate attributes. set
// returns the expected value if the given one is wrong.
func (r *dotText) attributes(between string, set func(name, value string) (want string)) {
	r.step()
	for r.token.kind != ']' {
		if strings.IndexByte(between, r.token.kind) >= 0 {
			r.step()
			continue
		}
		name := r.expect(dotID, "an attribute or ]")
		value := name
		if r.token.kind == '=' {
			value = r.value()
		}
		if want := set(string(name.text), string(value.text)); want != "" {
			r.fail(name.at, fmt.Appendf(nil, "%s=%s", name.text, value.text), want)
		}
	}
	r.step()
}

// bound refuses unreasonably many edges for the size of the text: groups multiply.
func (r *dotText) bound(edges, at int) {
	if most := 1<<20 + 8*len(r.data); edges > most {
		r.fail(at, r.line(at), fmt.Sprintf("at most %d edges in a text of this size", most))
	}
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

// dot returns the next token of a text in the DOT language, as described on the page "DOT Language"
// of the Graphviz manual.
func (r *dotText) dot() dotToken {
	r.space()
	t := dotToken{at: r.next}
	if r.next == len(r.data) {
		return t
	}
	switch c := r.data[r.next]; {
	case bytes.IndexByte([]byte("{}[]=;,:+"), c) >= 0:
		t.kind, t.text = c, r.data[r.next:r.next+1]
		r.next++
	case r.has("->") || r.has("--"):
		t.kind, t.text = dotEdge, r.data[r.next:r.next+2]
		r.next += 2
	case c == '"':
		t.kind, t.text = dotID, r.strings(true, r.space)
	case c == '<':
		t.kind, t.text = dotID, r.html()
	case isDigit(c) || c == '.' || c == '-':
		t.kind = dotID
		if t.text = r.numeral(); t.text == nil {
			r.fail(t.at, r.line(t.at), "an edge such as ->")
		}
	case isWord(c):
		t.kind, t.bare, t.text = dotID, true, r.take(isWord)
	default:
		r.fail(t.at, r.line(t.at), wantDot)
	}
	return t
}

// wantDot is expected instead of a character that does not begin a token.
const wantDot = "a name (in quotes if it is not a word) or an edge such as ->"

// space skips blanks and comments. A line that begins with # is a comment.
func (r *dotText) space() {
	for {
		r.skip(isSpace)
		switch {
		case r.has("//"), r.has("#") && (r.next == 0 || r.data[r.next-1] == '\n'):
			r.next = lineEnd(r.data, r.next)
		case r.has("/*"):
			r.comment()
		default:
			return
		}
	}
}

// strings returns a quoted string, or several that are joined by +.
func (r *dotText) strings(pairs bool, blanks func()) []byte {
	text := r.quoted(pairs)
	for joined := false; ; joined = true {
		after := r.next
		if blanks(); !r.has("+") {
			r.next = after
			return text
		}
		r.next++
		if blanks(); !r.has(`"`) {
			r.fail(r.next, r.line(r.next), "a string in quotes after +")
		}
		if !joined {
			text = bytes.Clone(text)
		}
		text = append(text, r.quoted(pairs)...)
	}
}

// html returns an HTML string with its angle brackets, which distinguish it from a word.
func (r *dotText) html() []byte {
	start, open := r.next, 0
	for i := start; i < len(r.data); i++ {
		switch r.data[i] {
		case '<':
			open++
		case '>':
			if open--; open == 0 {
				r.next = i + 1
				return r.data[start:r.next]
			}
		}
	}
	r.fail(start, r.line(start), "a closing >")
	return nil
}

// numeral returns a number such as -.5 or 2., or nil if there is none.
func (r *dotText) numeral() []byte {
	start := r.next
	if r.has("-") {
		r.next++
	}
	digits := len(r.take(isDigit))
	if r.has(".") {
		r.next++
		digits += len(r.take(isDigit))
	}
	if digits == 0 {
		r.next = start
		return nil
	}
	return r.data[start:r.next]
}
