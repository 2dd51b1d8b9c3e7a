// Package jsonscan walks over JSON without making values of it. It is as fast as a file with a
// hundred thousand graphs asks for, and knows where it stands, for errors that name a place.
package jsonscan

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A Scanner stands at a byte of a JSON text. Methods that return false leave it where the text
// is not what they expect.
type Scanner struct {
	Data  []byte
	At    int    // the next byte
	Want  string // what was expected where a method returned false
	depth int
}

// deepest is how far values may be nested.
const deepest = 1000

// Skip returns the next byte that is not blank, or 0 at the end.
func (s *Scanner) Skip() byte {
	for s.At < len(s.Data) {
		switch c := s.Data[s.At]; c {
		case ' ', '\t', '\n', '\r':
			s.At++
		default:
			return c
		}
	}
	return 0
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
	raw, plain, ok := s.quoted()
	if !ok || plain {
		return raw, ok
	}
	return Unescape(nil, raw)
}

// quoted steps over a string and returns what is between its quotes, and whether there are no
// escapes in it.
func (s *Scanner) quoted() (raw []byte, plain, ok bool) {
	if !s.take('"') {
		return nil, false, s.want("a string in quotes")
	}
	start := s.At
	for plain = true; s.At < len(s.Data); s.At++ {
		switch c := s.Data[s.At]; {
		case c == '"':
			s.At++
			return s.Data[start : s.At-1], plain, true
		case c == '\\':
			plain = false
			s.At++
		case c < 0x20:
			return nil, false, s.want(`a closing "`)
		}
	}
	s.At = len(s.Data)
	return nil, false, s.want(`a closing "`)
}

// Strings steps over a list of just as many strings as fit into texts, and returns their texts there.
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

// Value steps over a value and returns its bytes.
func (s *Scanner) Value() (raw []byte, ok bool) {
	c := s.Skip()
	start := s.At
	if (c == '{' || c == '[') && s.leap() {
		return s.Data[start:s.At], true
	}
	return s.value()
}

func (s *Scanner) value() (raw []byte, ok bool) {
	c := s.Skip()
	start := s.At
	switch c {
	case '{':
		ok = s.Object(func([]byte) bool { _, ok := s.value(); return ok })
	case '[':
		ok = s.Array(func() bool { _, ok := s.value(); return ok })
	case '"':
		_, _, ok = s.quoted()
	default:
		for s.At < len(s.Data) && !endsWord(s.Data[s.At]) {
			s.At++
		}
		if ok = json.Valid(s.Data[start:s.At]); !ok {
			s.At = start
			s.want("a value")
		}
	}
	return s.Data[start:s.At], ok
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

// Unescape appends the text that stands between the quotes of a JSON string.
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
