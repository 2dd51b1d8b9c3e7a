package format

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

// wantEdge is expected in place of an arrow.
const wantEdge = "an edge such as -->"

// holdsArrow reports whether there is an arrow between two names in s, ours or one of another program.
// Arrows with letters do not count, since words may contain o-o.
func holdsArrow(s []byte) bool {
	for i := 1; i+2 < len(s); i++ {
		if s[i-1] == '-' || s[i-1] == '<' { // inside an arrow
			continue
		}
		switch string(s[i : i+2]) {
		case "->", "<-":
			return true
		case "--":
			if i+3 < len(s) && (s[i+2] == '-' || s[i+2] == '>') {
				return true
			}
		}
	}
	return false
}

// statusOf reads a keyword.
func statusOf(s []byte) (graph.Status, bool) {
	if len(s) < len("collider") { // like most names
		return 0, false
	}
	for _, status := range []graph.Status{graph.Ambiguous, graph.Collider, graph.NonCollider} {
		if string(s) == status.String() {
			return status, true
		}
	}
	return 0, false
}

// A textToken is a word of a line: an arrow, a keyword or a name.
type textToken struct {
	text   []byte // a name without its quotes
	at     int    // where it begins in the line, in bytes
	quoted bool

	timeless bool // a quoted name with an escaped parenthesis
}

// A textLine splits a line into tokens.
type textLine struct {
	text  []byte
	at    int
	fault *textFault // the first, if any
}

// A textFault is a ParseError with a byte of the line instead of a column.
type textFault struct {
	at    int
	token []byte
	want  string
}

// blank returns the length of the blank at the start of s, or 0.
func blank(s []byte) int {
	if s[0] < utf8.RuneSelf {
		if isSpace(s[0]) {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRune(s); unicode.IsSpace(r) {
		return n
	}
	return 0
}

// next returns the next token; ok is false at a fault and at the end of the line or a comment.
func (l *textLine) next() (t textToken, ok bool) {
	s := l.text
	for l.at < len(s) {
		n := blank(s[l.at:])
		if n == 0 {
			break
		}
		l.at += n
	}
	if l.at == len(s) || s[l.at] == '#' {
		l.at = len(s)
		return t, false
	}
	start := l.at
	if s[start] == '"' {
		return l.quoted()
	}
	for l.at < len(s) && s[l.at] != '"' {
		if s[l.at] > ' ' && s[l.at] < utf8.RuneSelf {
			l.at++
			continue
		}
		r, n := utf8.DecodeRune(s[l.at:])
		if unicode.IsSpace(r) {
			break
		}
		l.at += n
	}
	if l.at < len(s) && s[l.at] == '"' {
		return l.fail(l.at, "a blank, or the whole name in quotes with \\\" for a quote")
	}
	return textToken{text: s[start:l.at], at: start}, true
}

// fail stores a fault about the rest of the line.
func (l *textLine) fail(at int, want string) (textToken, bool) {
	l.fault = &textFault{at, l.text[at:], want}
	return textToken{}, false
}

// quoted returns the name in quotes that begins at l.at.
func (l *textLine) quoted() (textToken, bool) {
	s, start := l.text, l.at
	var name []byte
	escaped, timeless := false, false
	i := start + 1
	from := i
	for ; i < len(s) && s[i] != '"'; i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\' || s[i+1] == '('):
			name = append(name, s[from:i]...)
			i++
			timeless = timeless || s[i] == '('
			from, escaped = i, true
		case s[i] == '\r':
			return l.fail(start, "a name without a line break")
		}
	}
	if i >= len(s) {
		return l.fail(start, "a name that ends with a quote in the same line")
	}
	if escaped {
		name = append(name, s[from:i]...)
	} else {
		name = s[from:i]
	}
	l.at = i + 1
	if l.at < len(s) && blank(s[l.at:]) == 0 {
		return l.fail(l.at, "a blank after the closing quote")
	}
	return textToken{name, start, true, timeless}, true
}

// parse returns the tokens of a line: one for a node, three for an edge, four for a triple, none for a
// blank line or a comment.
func (l *textLine) parse(room *[4]textToken) ([]textToken, *textFault) {
	tokens := room[:0]
	keyword := false // is the first token
	for t, ok := l.next(); ok; t, ok = l.next() {
		if want := l.want(tokens, &t, &keyword); want != "" {
			token := t.text
			if t.quoted {
				token = l.text[t.at:]
			}
			return nil, &textFault{t.at, token, want}
		}
		tokens = append(tokens, t)
	}
	missing := ""
	switch {
	case l.fault != nil:
		return nil, l.fault
	case keyword && len(tokens) < 4:
		missing = "three names after " + string(tokens[0].text)
	case len(tokens) == 2:
		missing = "a name after " + string(tokens[1].text)
	default:
		return tokens, nil
	}
	return nil, &textFault{len(bytes.TrimRightFunc(l.text, unicode.IsSpace)), nil, missing}
}

// want describes what is expected after the tokens, or returns nothing if it is t. For the first token,
// it sets keyword. It replaces an arrow of another program by ours.
func (l *textLine) want(tokens []textToken, t *textToken, keyword *bool) string {
	arrow, word := false, false
	if !t.quoted {
		_, _, arrow = graph.ParseMarks(t.text)
		_, word = statusOf(t.text)
	}
	switch n := len(tokens); {
	case n == 0:
		if *keyword = word; arrow {
			return "a name (in quotes if it is an arrow)"
		}
	case *keyword && n < 4, n == 2:
		if arrow || word {
			return "a name (in quotes if it is an arrow or a keyword)"
		}
	case n == 1 && !arrow:
		own, known := aliases[string(t.text)]
		near := nearArrow(t.text)
		switch {
		case known && !t.quoted:
			t.text = own
		case near != "" && !t.quoted:
			return near
		default:
			return wantEdge + l.orQuoted(tokens[0])
		}
	case n == 3:
		return "the end of the line" + l.orQuoted(tokens[2])
	case n > 3:
		return "the end of the line"
	}
	return ""
}

// aliases are arrows of other programs that have one meaning, and ours.
var aliases = map[string][]byte{
	"->": []byte("-->"), "→": []byte("-->"), "<-": []byte("<--"), "←": []byte("<--"), "--": []byte("---"), "↔": []byte("<->"),
}

// nearArrow returns our arrow for one that other programs or people write.
func nearArrow(s []byte) string {
	switch string(s) {
	case "=>", "--->", "==>":
		return "--> for a directed edge"
	case "<=", "<---", "<==":
		return "<-- for a directed edge"
	case "-", "—", "–", "----":
		return "--- for an undirected edge"
	case "<>", "<=>", "<-->":
		return "<-> for a bidirected edge"
	}
	return ""
}

// orQuoted suggests quotes around a name with blanks: from the token t up to an arrow or the end of the
// line.
func (l *textLine) orQuoted(t textToken) string {
	if t.quoted {
		return ""
	}
	rest := &textLine{text: l.text, at: t.at}
	end := t.at
	for {
		next, ok := rest.next()
		if rest.fault != nil || next.quoted {
			return ""
		}
		_, _, arrow := graph.ParseMarks(next.text)
		_, alias := aliases[string(next.text)]
		if !ok || arrow || alias || nearArrow(next.text) != "" {
			break
		}
		end = rest.at
	}
	return ", or quotes around a name with blanks: " + clipped(string(l.text[t.at:end]))
}
