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

// Text returns s on one line. Every character that a terminal could act on, or that cannot be seen, is
// written as an escape such as \n or \u202e. Words of more than 200 characters are shortened.
func Text(s string) string {
	return shorten(escape(s, isSafe))
}

// Block is [Text] for several lines: line breaks and tabs stay, and nothing is shortened.
func Block(s string) string {
	return escape(s, func(r rune) bool { return r == '\n' || r == '\t' || isSafe(r) })
}

// Mask is [Text] for pictures: it replaces each of these characters by U+FFFD, and shortens nothing.
func Mask(s string) string {
	return replace(s, isSafe, func(b *strings.Builder, _ string, _ rune) { b.WriteRune(utf8.RuneError) })
}

// isSafe reports whether a terminal shows r and does nothing else.
func isSafe(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return true
	}
	return !unicode.IsControl(r) && r != '\u2800' && !unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co,
		unicode.Noncharacter_Code_Point, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// isJoined reports whether r changes the shape of the letters or the emoji before and after it, as in
// Persian and Hindi. Elsewhere it cannot be seen.
func isJoined(before, r, after rune) bool {
	other := func(r rune) bool { return r >= 0x80 && r != utf8.RuneError && isSafe(r) }
	switch {
	case r == '\u200c' || r == '\u200d':
		return (other(before) || unicode.Is(unicode.Variation_Selector, before)) && other(after)
	case unicode.Is(unicode.Variation_Selector, r):
		return other(before)
	}
	return false
}

func escape(s string, safe func(rune) bool) string {
	return replace(s, safe, func(b *strings.Builder, bytes string, r rune) {
		if r == utf8.RuneError {
			fmt.Fprintf(b, `\x%02x`, bytes[0])
			return
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	})
}

// replace calls put for each character of s that is not safe, with its bytes.
func replace(s string, safe func(rune) bool, put func(b *strings.Builder, bytes string, r rune)) string {
	first := strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || !safe(r) })
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:first])
	before, _ := utf8.DecodeLastRuneInString(s[:first])
	for i := first; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		if (r != utf8.RuneError || n > 1) && (safe(r) || isJoined(before, r, after)) {
			b.WriteRune(r)
		} else {
			put(&b, s[i:i+n], r)
		}
		before = r
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
