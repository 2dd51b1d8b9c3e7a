// Package plain makes texts safe to print: names of nodes and files come from other people, and
// may hold what moves the cursor of a terminal, turns the order of letters around, forges a line,
// or is a formula to a spreadsheet.
package plain

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s on one line, with every character that a terminal could act on written as an
// escape such as \n or \u202e. Words of more than 200 characters are shortened.
func Text(s string) string {
	return shorten(escape(s, isSafe))
}

// Block is [Text] for several lines: line breaks and tabs stay, and nothing is shortened.
func Block(s string) string {
	return escape(s, func(r rune) bool { return r == '\n' || r == '\t' || isSafe(r) })
}

// isSafe reports whether a terminal shows r as it is, or as nothing. What joins letters in
// Persian, Hindi or emoji is among them.
func isSafe(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f:
		return true
	case r == '\u200c' || r == '\u200d':
		return true
	}
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

func escape(s string, safe func(rune) bool) string {
	bad := func(r rune) bool { return r == utf8.RuneError || !safe(r) }
	first := strings.IndexFunc(s, bad)
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:first])
	for i := first; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case safe(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		i += n
	}
	return b.String()
}

// A word of more than long characters keeps its head and its tail.
const (
	long = 200
	head = 60
	tail = 20
)

// shorten shortens long words.
func shorten(s string) string {
	if len(s) <= long {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, ' ')
		word := s
		if i >= 0 {
			word = s[:i]
		}
		if n := utf8.RuneCountInString(word); n <= long {
			b.WriteString(word)
		} else {
			b.WriteString(cut(word, head))
			fmt.Fprintf(&b, "…(%d characters)…", n)
			b.WriteString(strings.TrimPrefix(word, cut(word, n-tail)))
		}
		if i < 0 {
			return b.String()
		}
		b.WriteByte(' ')
		s = s[i+1:]
	}
}

// cut returns the first n characters.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Cell returns s as a cell of CSV that no spreadsheet takes for a formula: with an apostrophe
// before it where it begins with one of = + - @, a tab or a line break, and is not a number.
// [Uncell] takes the apostrophe away.
func Cell(s string) string {
	if isFormula(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// Uncell returns the text that [Cell] made s of.
func Uncell(s string) string {
	if s != "" && s[0] == '\'' && isFormula(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

func isFormula(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	if s == "" || !strings.ContainsRune("=+-@\t\r\n＝＋－＠", r) {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	return err != nil
}
