package main

import (
	"strings"
	"unicode"
)

// tex returns a formula of the table of metrics in TeX, which the pages show typeset: " / " is a
// fraction, "#{...}" the size of a set, "√(...)" a root, "C(n, k)" a binomial coefficient, "mean over
// k of" a mean. Single letters and words in capitals are variables, other words are text.
func tex(s string) string {
	if rest, is := strings.CutPrefix(s, "mean over "); is {
		over, of, _ := strings.Cut(rest, " of ")
		return `\underset{` + inline(over) + `}{\text{mean}}\ ` + tex(of)
	}
	if over, under, is := fraction(s); is {
		return `\frac{` + tex(bare(over)) + `}{` + tex(bare(under)) + `}`
	}
	return inline(s)
}

// fraction splits a formula at a slash that is not in brackets.
func fraction(s string) (over, under string, is bool) {
	depth := 0
	for i := range s {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '/':
			if depth == 0 {
				return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:]), true
			}
		}
	}
	return "", "", false
}

// bare removes brackets around all of a formula.
func bare(s string) string {
	if strings.HasPrefix(s, "(") && closing(s) == len(s)-1 {
		return s[1 : len(s)-1]
	}
	return s
}

// closing returns the place of the bracket that closes the one that s begins with.
func closing(s string) int {
	depth := 0
	for i := range s {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// inline returns a part without fractions.
func inline(s string) string {
	var b strings.Builder
	for s != "" {
		switch {
		case strings.HasPrefix(s, "√("):
			root := s[len("√"):]
			end := closing(root)
			b.WriteString(`\sqrt{` + inline(root[1:end]) + `}`)
			s = root[end+1:]
		case strings.HasPrefix(s, "C("):
			end := closing(s[1:]) + 1
			n, k, _ := strings.Cut(s[2:end], ", ")
			b.WriteString(`\binom{` + inline(n) + `}{` + inline(k) + `}`)
			s = s[end+1:]
		default:
			if words := text(s); words != "" {
				b.WriteString(`\text{` + words + `}`)
				s = s[len(words):]
				continue
			}
			size := 1
			for size < len(s) && unicode.IsUpper(rune(s[size-1])) && unicode.IsUpper(rune(s[size])) {
				size++
			}
			if size > 1 {
				if before := strings.TrimRight(b.String(), " "); strings.HasSuffix(before, "}") || strings.HasSuffix(before, "2") {
					b.WriteString(`\,`) // a product
				}
				b.WriteString(`\mathrm{` + s[:size] + `}`)
			} else {
				r := []rune(s)[0]
				size = len(string(r))
				b.WriteString(symbol(r))
			}
			s = s[size:]
		}
	}
	return b.String()
}

// text returns the words that s begins with and the blanks between and around them; nothing
// where it begins with a variable.
func text(s string) string {
	end := 0
	for at := 0; at < len(s); {
		start := at
		for at < len(s) && s[at] == ' ' {
			at++
		}
		word := at
		for at < len(s) && (unicode.IsLower(rune(s[at])) || s[at] == '-' && at > word) {
			at++
		}
		if at-word < 2 {
			if end > 0 && word > start {
				end = word // the blank after the last word
			}
			break
		}
		end = at
	}
	return s[:end]
}

// symbol returns a character as TeX has it.
func symbol(r rune) string {
	switch r {
	case '#', '{', '}':
		return `\` + string(r)
	case '−':
		return "-"
	case ':':
		return `\;:\;`
	case '…':
		return `\ldots`
	case '|':
		return `\vert `
	}
	return string(r)
}
