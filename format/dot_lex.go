package format

import "bytes"

// A dotToken is a word of the DOT language: an ID, an edge operator, a single
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

// A dotLexer takes a text in the DOT language apart, as the page "DOT Language" of
// the Graphviz manual has it.
type dotLexer struct{ *scanner }

// token returns the next token.
func (l dotLexer) token() (dotToken, error) {
	if err := l.space(); err != nil {
		return dotToken{}, err
	}
	t := dotToken{at: l.next}
	if l.next == len(l.data) {
		return t, nil
	}
	var err error
	switch c := l.data[l.next]; {
	case bytes.IndexByte([]byte("{}[]=;,:+"), c) >= 0:
		t.kind, t.text = c, l.data[l.next:l.next+1]
		l.next++
	case l.has("->") || l.has("--"):
		t.kind, t.text = dotEdge, l.data[l.next:l.next+2]
		l.next += 2
	case c == '"':
		t.kind = dotID
		t.text, err = l.strings()
	case c == '<':
		t.kind = dotID
		t.text, err = l.html()
	case isDigit(c) || c == '.' || c == '-':
		t.kind = dotID
		if t.text = l.numeral(); t.text == nil {
			err = l.fault(t.at, l.line(t.at), "an edge such as ->")
		}
	case isWord(c):
		t.kind, t.bare = dotID, true
		t.text = l.take(isWord)
	default:
		err = l.fault(t.at, l.line(t.at), "a name (in quotes if it is not a word) or an edge such as ->")
	}
	return t, err
}

// space skips blanks and comments. A # makes a line a comment where it stands first.
func (l dotLexer) space() error {
	for {
		l.skip(isSpace)
		switch {
		case l.has("//"), l.has("#") && (l.next == 0 || l.data[l.next-1] == '\n'):
			l.next = lineEnd(l.data, l.next)
		case l.has("/*"):
			end := bytes.Index(l.data[l.next+2:], []byte("*/"))
			if end < 0 {
				return l.fault(l.next, l.line(l.next), "*/ at the end of the comment")
			}
			l.next += end + 4
		default:
			return nil
		}
	}
}

// strings returns quoted strings, joined where + stands between them.
func (l dotLexer) strings() ([]byte, error) {
	text, err := l.quoted(true)
	for joined := false; err == nil; joined = true {
		after := l.next
		if err := l.space(); err != nil {
			return nil, err
		}
		if !l.has("+") {
			l.next = after
			return text, nil
		}
		l.next++
		if err := l.space(); err != nil {
			return nil, err
		}
		if !l.has(`"`) {
			return nil, l.fault(l.next, l.line(min(l.next, len(l.data))), "a string in quotes after +")
		}
		if !joined {
			text = bytes.Clone(text)
		}
		var more []byte
		more, err = l.quoted(true)
		text = append(text, more...)
	}
	return nil, err
}

// html returns an HTML string with its angle brackets, which tell it from a word.
func (l dotLexer) html() ([]byte, error) {
	start, open := l.next, 0
	for i := start; i < len(l.data); i++ {
		switch l.data[i] {
		case '<':
			open++
		case '>':
			if open--; open == 0 {
				l.next = i + 1
				return l.data[start:l.next], nil
			}
		}
	}
	return nil, l.fault(start, l.line(start), "a closing >")
}

// numeral returns a number such as -.5 or 2., or nil where there is none.
func (l dotLexer) numeral() []byte {
	start := l.next
	if l.has("-") {
		l.next++
	}
	digits := len(l.take(isDigit))
	if l.has(".") {
		l.next++
		digits += len(l.take(isDigit))
	}
	if digits == 0 {
		l.next = start
		return nil
	}
	return l.data[start:l.next]
}
