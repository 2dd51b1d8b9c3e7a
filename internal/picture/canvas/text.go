package canvas

import (
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/plain"
)

// Measure returns the width of a text, and whether the built-in font has all its characters.
func Measure(s string, size float64, heavy bool) (width float64, known bool) {
	known = true
	for _, r := range s {
		w, own := advance(r, heavy)
		width += w
		known = known && own
	}
	return float64(width * size), known
}

// TextWidth returns the width of a text.
func TextWidth(s string, size float64, heavy bool) float64 {
	w, _ := Measure(s, size, heavy)
	return w
}

// Widest returns the width of the widest of the texts.
func Widest[T any](list []T, text func(T) string, size float64) (width float64) {
	for _, x := range list {
		width = max(width, TextWidth(text(x), size, false))
	}
	return width
}

// Room returns the width to reserve for a text. It is more than the width of the text: a viewer of SVG may use a wider
// font and not support textLength.
func Room(s string, size float64, heavy bool) float64 {
	if heavy {
		return 1.25 * TextWidth(s, size, heavy)
	}
	return 1.15 * TextWidth(s, size, heavy)
}

// BoxWidth is the width in ems of a character that the built-in fonts lack: that of a
// Chinese character, and of the box that PNG and PDF show for it.
const BoxWidth = 1.0

// advance returns the width of a character in ems, and whether the first of the built-in
// fonts has it.
func advance(r rune, heavy bool) (width float64, own bool) {
	i, found := slices.BinarySearchFunc(widths, r, func(run widthRun, r rune) int {
		switch {
		case r < run.first:
			return 1
		case r > run.last:
			return -1
		}
		return 0
	})
	if !found {
		return BoxWidth, false
	}
	run := &widths[i]
	list := run.regular
	if heavy && run.bold != nil {
		list = run.bold
	}
	return float64(list[min(int(r-run.first), len(list)-1)]) / unitsPerEm, run.own
}

// A widthRun has the widths of consecutive characters, in units of the font. The last width is that of all remaining
// characters. If bold is nil, it equals regular.
type widthRun struct {
	first, last   rune
	own           bool // in the first font, not in the fallback
	regular, bold []uint16
}

// Clean returns s with every character that cannot be seen, or that no format can contain, replaced by one
// that can be seen.
func Clean(s string) string { return plain.Mask(s) }

// WrapText breaks a text at blanks into lines of at most the given width. A wider word is a line of its own.
func WrapText(s string, size float64, heavy bool, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && Room(longer, size, heavy) > width {
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
