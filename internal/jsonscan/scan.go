// Package jsonscan steps through JSON without decoding it, fast enough for files with a hundred thousand
// graphs, and keeps the position for errors.
package jsonscan

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A Scanner is a position in a JSON text. If a method returns false, At is where the text differs from
// what was expected.
type Scanner struct {
	Data  []byte
	At    int    // the next byte
	Want  string // what was expected where a method returned false
	depth int
	open  []byte // for Value
}

// deepest is how far values may be nested.
const deepest = 1000

// Skip returns the next byte that is not blank, or 0 at the end.
func (s *Scanner) Skip() byte {
	if s.At = blanks(s.Data, s.At); s.At < len(s.Data) {
		return s.Data[s.At]
	}
	return 0
}

// blanks returns the place of the next byte that is not blank.
func blanks(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\t' || data[at] == '\r') {
		at++
	}
	return at
}

// take steps over c, if it is next.
func (s *Scanner) take(c byte) bool {
	if s.Skip() != c {
		return false
	}
	s.At++
	return true
}

func (s *Scanner) want(what string) bool {
	s.Want = what
	return false
}

// End reports whether nothing follows.
func (s *Scanner) End() bool {
	return s.Skip() == 0 && s.At == len(s.Data) || s.want("the end of the text")
}

// Object calls f after each key, to step over the value.
func (s *Scanner) Object(f func(key []byte) bool) bool {
	if s.depth == deepest || !s.take('{') {
		return s.want("an object")
	}
	if s.take('}') {
		return true
	}
	s.depth++
	for {
		key, ok := s.String()
		switch {
		case !ok:
			return s.want("a key in quotes")
		case !s.take(':'):
			return s.want(":")
		case !f(key):
			return false
		case s.take(','):
			continue
		}
		s.depth--
		return s.take('}') || s.want("}")
	}
}

// Array calls f before each element, to step over it.
func (s *Scanner) Array(f func() bool) bool {
	if s.depth == deepest || !s.take('[') {
		return s.want("a list")
	}
	if s.take(']') {
		return true
	}
	s.depth++
	for {
		switch {
		case s.Skip() == '}':
			return s.want("]")
		case !f():
			return false
		case s.take(','):
			continue
		}
		s.depth--
		return s.take(']') || s.want("]")
	}
}

// String steps over a string and returns its text.
func (s *Scanner) String() (text []byte, ok bool) {
	if !s.take('"') {
		return nil, s.want("a string in quotes")
	}
	start := s.At
	if s.At, ok = closing(s.Data, start); !ok {
		return nil, s.want(`a closing "`)
	}
	raw := s.Data[start:s.At]
	if s.At++; bytes.IndexByte(raw, '\\') < 0 {
		return raw, true
	}
	return Unescape(nil, raw)
}

// closing returns the place of the quote that ends a string, or where the string breaks off.
func closing(data []byte, at int) (end int, ok bool) {
	for ; at < len(data); at++ {
		switch c := data[at]; {
		case c == '"':
			return at, true
		case c == '\\':
			at++
		case c < ' ':
			return at, false
		}
	}
	return len(data), false
}

// Strings steps over a list of len(texts) strings, and stores their texts.
func (s *Scanner) Strings(texts [][]byte) (ok bool) {
	if !s.take('[') {
		return s.want("a list")
	}
	for i := range texts {
		if i > 0 && !s.take(',') {
			return s.want(",")
		}
		if texts[i], ok = s.String(); !ok {
			return false
		}
	}
	return s.take(']') || s.want("]")
}

// Value steps over a value and returns its bytes. It is one loop, since recursion takes twice as long.
func (s *Scanner) Value() (raw []byte, ok bool) {
	s.Skip()
	data, at, from, want := s.Data, s.At, s.At, ""
	open := s.open[:0] // the brackets that close the values around
values:
	for {
		at = blanks(data, at)
		start, c := at, byte(0)
		if at < len(data) {
			c = data[at]
		}
		switch c {
		case '{', '[':
			if s.depth+len(open) == deepest {
				want = "fewer values inside each other"
				break values
			}
			closes := c + 2 // ] and } are two after [ and {
			if at = blanks(data, at+1); at < len(data) && data[at] == closes {
				at++
				break
			}
			if open = append(open, closes); c == '{' {
				if at, want = s.key(at); want != "" {
					break values
				}
			}
			continue
		case '"':
			if at, ok = closing(data, at+1); !ok {
				want = `a closing "`
				break values
			}
			at++
		default:
			for at < len(data) && !endsWord(data[at]) {
				at++
			}
			if !json.Valid(data[start:at]) {
				if at, want = start, "a value"; c == '}' && len(open) > 0 && open[len(open)-1] == ']' {
					want = "]"
				}
				break values
			}
		}
		// The value has ended, and so may those around it.
		for {
			if len(open) == 0 {
				break values
			}
			last := len(open) - 1
			if at = blanks(data, at); at < len(data) && data[at] == ',' {
				if at++; open[last] == '}' {
					at, want = s.key(at)
				}
				break
			}
			if at == len(data) || data[at] != open[last] {
				want = string(open[last])
				break
			}
			at++
			open = open[:last]
		}
		if want != "" {
			break
		}
	}
	s.At, s.open = at, open
	return data[from:at], want == "" || s.want(want)
}

// key steps over the key at a byte and its colon. It returns the place after it, or that of a fault and
// what was expected there.
func (s *Scanner) key(at int) (after int, want string) {
	s.At = at
	if _, ok := s.String(); !ok {
		return s.At, "a key in quotes"
	}
	if !s.take(':') {
		return s.At, ":"
	}
	return s.At, ""
}

// Again is [Scanner.Value] where the next value is likely to be the one that was stepped over at this
// place before. An object, a list and a string end by themselves, so their bytes say enough.
func (s *Scanner) Again(before []byte) (raw []byte, ok bool) {
	s.Skip()
	if len(before) == 0 || !bytes.HasPrefix(s.Data[s.At:], before) {
		return s.Value()
	}
	switch before[0] {
	case '{', '[', '"':
		s.At += len(before)
		return s.Data[s.At-len(before) : s.At], true
	}
	return s.Value()
}

func endsWord(c byte) bool {
	switch c {
	case ',', '}', ']', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}

// Unescape appends the text of a JSON string, given what is between its quotes.
func Unescape(b, raw []byte) ([]byte, bool) {
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
