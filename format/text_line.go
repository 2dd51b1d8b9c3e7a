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

// isName reports whether the token can be a name without quotes.
func (t textToken) isName() bool {
	if t.quoted {
		return true
	}
	_, _, arrow := graph.ParseMarks(t.text)
	_, keyword := statusOf(t.text)
	return !arrow && !keyword
}

// A textLine splits a line into tokens.
type textLine struct {
	text []byte
	at   int
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
		if s[0] == ' ' || s[0] >= '\t' && s[0] <= '\r' {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRune(s); unicode.IsSpace(r) {
		return n
	}
	return 0
}

// next returns the next token; ok is false at the end of the line or a comment.
func (l *textLine) next() (t textToken, ok bool, fault *textFault) {
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
		return t, false, nil
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
		return t, false, &textFault{l.at, s[l.at:], "a blank, or the whole name in quotes with \\\" for a quote"}
	}
	return textToken{text: s[start:l.at], at: start}, true, nil
}

// quoted returns the name in quotes that begins at l.at.
func (l *textLine) quoted() (textToken, bool, *textFault) {
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
			return textToken{}, false, &textFault{start, s[start:], "a name without a line break"}
		}
	}
	if i >= len(s) {
		return textToken{}, false, &textFault{start, s[start:], "a name that ends with a quote in the same line"}
	}
	if escaped {
		name = append(name, s[from:i]...)
	} else {
		name = s[from:i]
	}
	l.at = i + 1
	if l.at < len(s) && blank(s[l.at:]) == 0 {
		return textToken{}, false, &textFault{l.at, s[l.at:], "a blank after the closing quote"}
	}
	return textToken{name, start, true, timeless}, true, nil
}

// parse returns the tokens of a line: one for a node, three for an edge, four for a triple, none for a
// blank line or a comment.
func (l *textLine) parse(room *[4]textToken) ([]textToken, *textFault) {
	tokens := room[:0]
	keyword := false // is the first token
	for {
		t, ok, fault := l.next()
		if fault != nil {
			return nil, fault
		}
		if !ok {
			break
		}
		if l.fits(tokens, &t, &keyword) {
			tokens = append(tokens, t)
			continue
		}
		return nil, &textFault{t.at, t.raw(l.text), l.wants(tokens, t, keyword)}
	}
	if len(tokens) == 0 {
		return nil, nil
	}
	missing := ""
	switch {
	case keyword && len(tokens) < 4:
		missing = "three names after " + string(tokens[0].text)
	case len(tokens) == 2:
		missing = "a name after " + string(tokens[1].text)
	default:
		return tokens, nil
	}
	return nil, &textFault{len(bytes.TrimRightFunc(l.text, unicode.IsSpace)), nil, missing}
}

// fits reports whether t may follow the tokens. For the first token, it sets keyword.
func (l *textLine) fits(tokens []textToken, t *textToken, keyword *bool) bool {
	arrow, word := false, false
	if !t.quoted {
		_, _, arrow = graph.ParseMarks(t.text)
		_, word = statusOf(t.text)
	}
	switch n := len(tokens); {
	case n == 0:
		*keyword = word
		return !arrow
	case *keyword && n < 4, !*keyword && n == 2:
		return !arrow && !word
	case !*keyword && n == 1:
		if own, known := aliases[string(t.text)]; known && !t.quoted {
			t.text, arrow = own, true
		}
		return arrow
	}
	return false
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
		next, ok, fault := rest.next()
		if fault != nil || next.quoted {
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

// wants describes what is expected after the tokens instead of t.
func (l *textLine) wants(tokens []textToken, t textToken, keyword bool) string {
	switch n := len(tokens); {
	case n == 0:
		return "a name (in quotes if it is an arrow)"
	case keyword && n < 4, !keyword && n == 2:
		return "a name (in quotes if it is an arrow or a keyword)"
	case !keyword && n == 1:
		if near := nearArrow(t.text); near != "" && !t.quoted {
			return near
		}
		return wantEdge + l.orQuoted(tokens[0])
	case !keyword && n == 3:
		return "the end of the line" + l.orQuoted(tokens[2])
	}
	return "the end of the line"
}

// status reads the token as a keyword.
func (t textToken) status() (graph.Status, bool) {
	if t.quoted {
		return 0, false
	}
	return statusOf(t.text)
}

// raw returns the token as it is written in the line.
func (t textToken) raw(line []byte) []byte {
	if t.quoted {
		return line[t.at:]
	}
	return t.text
}
