// Package table lays out text and tables: for terminals of any width, and as Markdown, LaTeX and
// CSV.
package table

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/internal/plain"
)

// DefaultColumns is the width of output that does not go to a terminal.
const DefaultColumns = 100

// A Screen is a writer that knows its width in columns and whether it shows bold text.
// Other writers have [DefaultColumns] and no bold text.
type Screen interface {
	io.Writer
	Columns() int
	Bold() bool
}

// The escape sequences that a [Screen] with bold text receives.
const (
	BoldOn  = "\x1b[1m"
	BoldOff = "\x1b[0m"
)

// A Page collects lines that fit a writer. What is written to the embedded builder is not wrapped.
type Page struct {
	strings.Builder
	columns int
	bold    bool
}

// NewPage returns an empty page with the width of w.
func NewPage(w io.Writer) *Page {
	p := &Page{columns: DefaultColumns}
	if s, ok := w.(Screen); ok {
		p.columns, p.bold = max(s.Columns(), 40), s.Bold()
	}
	return p
}

// Flush writes the page to w.
func (p *Page) Flush(w io.Writer) error {
	_, err := io.WriteString(w, p.String())
	return err
}

// Line writes a line with control characters escaped, and wraps it if it is too long.
// Continuation lines are indented by two more columns.
func (p *Page) Line(format string, args ...any) {
	p.hanging(plain.Text(fmt.Sprintf(format, args...)), 2)
}

// Paragraph is [Page.Line] for several sentences: continuation lines are not indented.
func (p *Page) Paragraph(text string) { p.hanging(plain.Text(text), 0) }

// Rows writes rows in columns.
func (p *Page) Rows(rows [][]string) { (&Table{Rows: rows}).Write(p) }

// hanging writes a line whose continuation lines are indented by hang more columns.
func (p *Page) hanging(text string, hang int) {
	body := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(body)]
	if len(indent) > p.columns/2 {
		indent = ""
	}
	for i, line := range wrap(body, p.columns-len(indent), hang) {
		if i == 1 {
			indent += strings.Repeat(" ", hang)
		}
		p.WriteString(indent + line + "\n")
	}
}

// Fill returns paragraphs in lines of at most columns. Blank lines separate paragraphs. Indented lines
// are not joined; in "  term  text", continuation lines begin below the text.
func Fill(text string, columns int) string {
	p := &Page{columns: columns}
	paragraph := ""
	flush := func() {
		if paragraph != "" {
			p.WriteString(strings.Join(wrap(paragraph, columns, 0), "\n") + "\n")
		}
		paragraph = ""
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n ")
		if line != "" && line[0] != ' ' {
			paragraph = strings.TrimPrefix(paragraph+" "+line, " ")
			continue
		}
		flush()
		term, text, isList := strings.Cut(strings.TrimLeft(line, " "), "  ")
		hang := 0
		if isList {
			hang = Width(term) + 2 + len(text) - len(strings.TrimLeft(text, " "))
		}
		p.hanging(line, hang)
	}
	flush()
	return strings.TrimRight(p.String(), "\n")
}

// wrap splits text into lines of at most columns, the ones after the first shorter by hang. It
// prefers to break at blanks, then after a mark that separates the parts of a name.
func wrap(text string, columns, hang int) (lines []string) {
	for Width(text) > columns {
		end, last, used := 0, 0, 0
		for i, r := range text {
			if used += runeWidth(r); used > columns && end > 0 {
				if r == ' ' {
					last = i
				}
				break
			}
			end = i + len(string(r))
			switch {
			case r == ' ' && strings.TrimSpace(text[:i]) != "":
				last = i
			case strings.ContainsRune("/_-.,;", r) && (last == 0 || text[last] != ' ') && end < len(text):
				last = end
			}
		}
		if last == 0 {
			last = end
		}
		lines = append(lines, strings.TrimRight(text[:last], " "))
		text = strings.TrimLeft(text[last:], " ")
		if len(lines) == 1 {
			columns = max(columns-hang, 1)
		}
	}
	return append(lines, text)
}

// Width returns the number of columns that a terminal uses for s.
func Width(s string) (columns int) {
	for _, r := range s {
		columns += runeWidth(r)
	}
	return columns
}

// wide has the first and the last character of each range that takes two columns.
var wide = [][2]rune{
	{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
	{0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd},
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	for _, w := range wide {
		if r >= w[0] && r <= w[1] {
			return 2
		}
	}
	return 1
}
