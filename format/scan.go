package format

import (
	"bytes"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/try"
)

// A placer finds the line and column of bytes of a text. It looks at each byte once if it is asked for
// ascending bytes.
type placer struct {
	data []byte
	at   int
	now  position
}

func (p *placer) place(at int) position {
	at = min(at, len(p.data))
	if at < p.at || p.now.line == 0 {
		p.at, p.now = 0, position{1, 1}
	}
	between := p.data[p.at:at]
	if n := bytes.Count(between, []byte("\n")); n > 0 {
		p.now = position{p.now.line + int32(n), 1}
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	p.now.col += int32(utf8.RuneCount(between))
	p.at = at
	return p.now
}

// A scanner is a text that is being read. It has what lexers share.
type scanner struct {
	placer
	file string
	next int // the byte to look at
}

// newScanner returns a scanner for the whole input, which must be UTF-8. Like its methods, it ends the
// reader that calls it if something is wrong: see package try.
func newScanner(in *input) *scanner {
	s := &scanner{placer: placer{data: try.Get(in.all())}, file: in.name}
	if i := notUTF8(s.data); i >= 0 {
		s.fail(i, s.data[i:i+1], "UTF-8")
	}
	return s
}

// headScanner returns a scanner for the head of the input.
func headScanner(in *input) *scanner { return &scanner{placer: placer{data: in.head()}} }

// begins returns a sniff function that is false if the input is not text or is faulty.
func begins(is func(in *input) bool) func(in *input) bool {
	return func(in *input) (ok bool) {
		var broken error
		defer try.Catch(&broken)
		return isText(in.head()) && is(in)
	}
}

// notUTF8 returns the first byte that is not UTF-8, or -1.
func notUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	i := 0
	for c, n := utf8.DecodeRune(data); c != utf8.RuneError || n > 1; c, n = utf8.DecodeRune(data[i:]) {
		i += n
	}
	return i
}

// fail ends the reader with an error about the token at a byte. An empty token is the end of the text.
func (s *scanner) fail(at int, token []byte, want string) {
	try.Check(newParseError(s.file, s.place(at), token, want))
}

// has reports whether word is next.
func (s *scanner) has(word string) bool {
	return len(s.data)-s.next >= len(word) && string(s.data[s.next:s.next+len(word)]) == word
}

// line returns the rest of the line at a byte, for errors.
func (s *scanner) line(at int) []byte {
	return bytes.TrimRight(s.data[at:lineEnd(s.data, at)], "\r")
}

// skip skips the bytes for which is returns true.
func (s *scanner) skip(is func(c byte) bool) {
	for s.next < len(s.data) && is(s.data[s.next]) {
		s.next++
	}
}

// take returns the next bytes for which is returns true, and skips them.
func (s *scanner) take(is func(c byte) bool) []byte {
	start := s.next
	s.skip(is)
	return s.data[start:s.next]
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWord reports whether c is a letter, a digit, an underscore or part of a rune beyond ASCII.
func isWord(c byte) bool {
	return c == '_' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// comment skips the comment at the next byte, up to */.
func (s *scanner) comment() {
	end := bytes.Index(s.data[s.next+2:], []byte("*/"))
	if end < 0 {
		s.fail(s.next, s.line(s.next), "*/ at the end of the comment")
	}
	s.next += end + 4
}

// quoted returns the string that begins at the next byte, a quote. A backslash before a quote makes it
// part of the string, and one before a line end removes both. If pairs is set, as in Graphviz, two
// backslashes are themselves, and the second does not escape.
func (s *scanner) quoted(pairs bool) []byte {
	start := s.next
	i := start + 1
	from := i
	var joined []byte // the string before the byte from
	for ; i < len(s.data) && s.data[i] != '"'; i++ {
		if s.data[i] != '\\' || i+1 == len(s.data) {
			continue
		}
		switch c := s.data[i+1]; {
		case c == '"':
			joined = append(joined, s.data[from:i]...)
			i++
			from = i
		case c == '\n', c == '\r':
			joined = append(joined, s.data[from:i]...)
			if i++; c == '\r' && i+1 < len(s.data) && s.data[i+1] == '\n' {
				i++
			}
			from = i + 1
		case c == '\\' && pairs:
			i++
		}
	}
	if i >= len(s.data) {
		s.fail(start, s.line(start), `a closing "`)
	}
	s.next = i + 1
	if joined == nil {
		return s.data[from:i]
	}
	return append(joined, s.data[from:i]...)
}

// canQuote reports whether [scanner.quoted] can return name.
func canQuote(name string, pairs bool) bool {
	run := 0 // of backslashes
	for i := 0; i <= len(name); i++ {
		switch {
		case i < len(name) && name[i] == '\\':
			run++
			continue
		case i == len(name), name[i] == '\n', name[i] == '\r', name[i] == '"' && pairs:
			if pairs && run%2 == 1 || !pairs && run > 0 {
				return false
			}
		}
		run = 0
	}
	return utf8.ValidString(name)
}
