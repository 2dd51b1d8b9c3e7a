package jsonscan

import "encoding/json"

// mostLeap is how far the values that [Scanner.leap] steps over may be nested.
const mostLeap = 60

// leap steps over an object or a list in one go, and reports whether it could. It knows the rules of
// [Scanner.Value], but not all of what may stand there, nor what to say of a fault: where it cannot, the
// scanner stays where it is, and the longer way says why.
func (s *Scanner) leap() bool {
	data, at := s.Data, s.At
	objects, depth := uint64(0), 0 // a bit for each open value: 1 is an object
	for {
		// A value begins here.
		at = blanks(data, at)
		if at == len(data) {
			return false
		}
		switch c := data[at]; c {
		case '{', '[':
			if depth++; depth > mostLeap || s.depth+depth > deepest {
				return false
			}
			objects <<= 1
			if at = blanks(data, at+1); at == len(data) {
				return false
			}
			if c == '{' {
				objects |= 1
			}
			if data[at] != c+2 { // } and ] are the second byte after { and [
				if c == '{' {
					if at = key(data, at); at < 0 {
						return false
					}
				}
				continue
			}
		case '"':
			if at = closing(data, at+1); at < 0 {
				return false
			}
			at++
		default:
			start := at
			for at < len(data) && !endsWord(data[at]) {
				at++
			}
			if !json.Valid(data[start:at]) {
				return false
			}
		}
		// It has ended, or its closing bracket is next.
		for {
			if at = blanks(data, at); at == len(data) {
				return false
			}
			if data[at] == ',' {
				break
			}
			if data[at] != ']'+byte(objects&1)*('}'-']') {
				return false
			}
			at++
			objects >>= 1
			if depth--; depth == 0 {
				s.At = at
				return true
			}
		}
		if at++; objects&1 == 1 {
			if at = key(data, blanks(data, at)); at < 0 {
				return false
			}
		}
	}
}

// blanks returns the place of the next byte that is not blank.
func blanks(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\t' || data[at] == '\r') {
		at++
	}
	return at
}

// key returns the place after a key without escapes and its colon, or less than 0.
func key(data []byte, at int) int {
	if at == len(data) || data[at] != '"' {
		return -1
	}
	for at++; at < len(data) && data[at] != '"'; at++ {
		if data[at] == '\\' || data[at] < ' ' {
			return -1
		}
	}
	if at = blanks(data, min(at+1, len(data))); at == len(data) || data[at] != ':' {
		return -1
	}
	return at + 1
}

// closing returns the place of the quote that ends a string, or less than 0.
func closing(data []byte, at int) int {
	for ; at < len(data); at++ {
		switch c := data[at]; {
		case c == '"':
			return at
		case c == '\\':
			at++
		case c < ' ':
			return -1
		}
	}
	return -1
}
