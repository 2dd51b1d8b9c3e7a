package jsonscan

import "encoding/json"

// ValueByRecursion is Value as its definition says: an object or a list is stepped over value by value.
func (s *Scanner) ValueByRecursion() (raw []byte, ok bool) {
	c := s.Skip()
	start := s.At
	value := func() bool { _, ok := s.ValueByRecursion(); return ok }
	switch c {
	case '{':
		ok = s.Object(func([]byte) bool { return value() })
	case '[':
		ok = s.Array(value)
	case '"':
		if s.At, ok = closing(s.Data, s.At+1); ok {
			s.At++
		} else {
			s.want(`a closing "`)
		}
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
