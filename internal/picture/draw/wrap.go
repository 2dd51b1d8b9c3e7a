package draw

import (
	"strings"
	"unicode/utf8"
)

// wrapName breaks a long name into lines: after a blank or a sign where there is
// one, else anywhere. Nothing of the name is lost.
func wrapName(name string) []string {
	const most = 24
	var lines []string
	for utf8.RuneCountInString(name) > most {
		cut, place := 0, 0 // where to break, in bytes; runes so far
		for i, r := range name {
			if place == most {
				if cut == 0 {
					cut = i
				}
				break
			}
			place++
			if strings.ContainsRune(" _-./:,;|", r) && place > most/4 {
				cut = i + utf8.RuneLen(r)
			}
		}
		lines = append(lines, name[:cut])
		name = name[cut:]
	}
	return append(lines, name)
}

// wrapText breaks a text at blanks into lines of at most the given width. A word
// that is wider stands alone.
func wrapText(s string, size float64, heavy bool, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && room(longer, size, heavy) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
