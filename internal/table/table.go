package table

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/plain"
)

// A Table has rows of cells. All rows have as many cells as the first.
type Table struct {
	Head []string // may be nil
	Rows [][]string
	Best func(row, column int) bool // cells in bold; may be nil

	Notes []string // paragraphs below the table in Markdown and LaTeX, where they are comments
}

// gap separates two columns.
const gap = "  "

// Write writes the table to the page. A table that is too wide gets its text columns wrapped. If that
// is not enough, it is split into several tables that repeat the first column.
func (t *Table) Write(p *Page) {
	cells := t.cells(plain.Text, "", "")
	if len(cells) == 0 {
		return
	}
	columns := make([]column, len(cells[0]))
	for j := range columns {
		columns[j] = t.measure(cells, j)
	}
	for first := 1; ; {
		shown := []int{0}
		used := columns[0].floor
		for j := first; j < len(columns); j++ {
			if used += len(gap) + columns[j].floor; used > p.columns && j > first {
				break
			}
			shown = append(shown, j)
		}
		if first > 1 {
			p.WriteByte('\n')
		}
		t.block(p, cells, columns, shown)
		if first += len(shown) - 1; first >= len(columns) {
			return
		}
	}
}

// cells returns the head, if any, and the rows. Each cell is escaped, and cells in bold are between two marks.
func (t *Table) cells(escape func(string) string, before, after string) [][]string {
	rows := slices.Concat([][]string{t.Head}[:t.heads()], t.Rows)
	for i, row := range rows {
		rows[i] = make([]string, len(row))
		for j, cell := range row {
			rows[i][j] = escape(cell)
			if i >= t.heads() && t.Best != nil && t.Best(i-t.heads(), j) {
				rows[i][j] = before + rows[i][j] + after
			}
		}
	}
	return rows
}

// A column is the layout of one column.
type column struct {
	number bool
	body   int // width without the head and without wrapping
	width  int // width without wrapping
	floor  int // the least width
}

// The least width of a column of text and of the head of a column of numbers.
const (
	leastText = 16
	leastHead = 8
)

func (t *Table) measure(cells [][]string, j int) column {
	c := column{number: t.Head != nil}
	lead := 0 // the longest number before the decimal point
	for i := t.heads(); i < len(cells); i++ {
		lead = max(lead, leading(cells[i][j]))
	}
	for i := t.heads(); i < len(cells); i++ {
		text := cells[i][j]
		if n := leading(text); n > 0 && t.Head != nil {
			text = strings.Repeat(" ", lead-n) + text
			cells[i][j] = text
			c.number = c.number && !strings.Contains(strings.TrimSpace(text), " ")
		} else if text != "" && text != "–" && text != "-" {
			c.number = false
		}
		c.body = max(c.body, Width(text))
	}
	c.width = c.body
	if t.Head != nil {
		c.width = max(c.width, Width(cells[0][j]))
	}
	c.number = c.number && lead > 0
	c.floor = min(c.width, leastText)
	if c.number {
		c.floor = max(c.body, min(c.width, leastHead))
	}
	return c
}

func (t *Table) heads() int {
	if t.Head == nil {
		return 0
	}
	return 1
}

// leading returns the length of the sign and the digits that s begins with.
func leading(s string) int {
	digits := strings.TrimLeft(strings.TrimPrefix(s, "-"), "0123456789")
	if n := len(s) - len(digits); n > 1 || n == 1 && s[0] != '-' {
		return n
	}
	return 0
}

// block writes some columns.
func (t *Table) block(p *Page, cells [][]string, columns []column, shown []int) {
	widths := fit(columns, shown, p.columns)
	for i, row := range cells {
		parts := make([][]string, len(shown))
		lines := 1
		for k, j := range shown {
			parts[k] = wrap(row[j], widths[k], 0)
			lines = max(lines, len(parts[k]))
		}
		for l := range lines {
			var line strings.Builder
			pending := 0 // blanks before the next cell
			for k, j := range shown {
				cell := ""
				if l < len(parts[k]) {
					cell = parts[k][l]
				}
				before, after := 0, widths[k]-Width(cell)
				switch {
				case !columns[j].number:
				case i < t.heads(): // above the end of the numbers
					before, after = after, 0
				default:
					before = widths[k] - columns[j].body
					after -= before
				}
				if cell != "" {
					line.WriteString(strings.Repeat(" ", pending+before) + t.strong(p, cell, i-t.heads(), j))
					pending, before = 0, 0
				}
				pending += before + after + len(gap)
			}
			p.WriteString(line.String() + "\n")
		}
	}
}

// strong returns a cell in bold if it is one of the best.
func (t *Table) strong(p *Page, cell string, row, column int) string {
	if !p.bold || row < 0 || t.Best == nil || !t.Best(row, column) {
		return cell
	}
	body := strings.TrimLeft(cell, " ")
	return cell[:len(cell)-len(body)] + BoldOn + body + BoldOff
}

// fit returns the widths of the columns that are shown. It first narrows those of more than 40
// characters, then those that have most to spare.
func fit(columns []column, shown []int, most int) []int {
	widths := make([]int, len(shown))
	total := len(gap) * (len(shown) - 1)
	for k, j := range shown {
		widths[k] = columns[j].width
		total += widths[k]
	}
	for _, comfort := range []int{40, 0} {
		for total > most {
			widest, spare := 0, 0
			for k, j := range shown {
				if s := widths[k] - max(columns[j].floor, comfort); s > spare {
					widest, spare = k, s
				}
			}
			if spare == 0 {
				break
			}
			widths[widest]--
			total--
		}
	}
	return widths
}

// Markdown writes the table with its columns aligned in the source as well.
func (t *Table) Markdown(w io.Writer) error {
	escape := func(cell string) string { return strings.ReplaceAll(plain.Text(cell), "|", `\|`) }
	rows := t.cells(escape, "**", "**")
	widths := make([]int, len(t.Head))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], Width(cell), 3)
		}
	}
	var b strings.Builder
	for i, row := range rows {
		for j, cell := range row {
			fill := strings.Repeat(" ", widths[j]-Width(cell))
			if t.numeric(j) {
				b.WriteString("| " + fill + cell + " ")
			} else {
				b.WriteString("| " + cell + fill + " ")
			}
		}
		b.WriteString("|\n")
		if i > 0 {
			continue
		}
		for j := range row {
			if t.numeric(j) {
				b.WriteString("|" + strings.Repeat("-", widths[j]+1) + ":")
			} else {
				b.WriteString("|" + strings.Repeat("-", widths[j]+2))
			}
		}
		b.WriteString("|\n")
	}
	for _, note := range t.Notes {
		if strings.HasPrefix(note, "*") { // which would begin a list
			note = `\` + note
		}
		b.WriteString("\n" + strings.Join(wrap(plain.Text(note), DefaultColumns, 0), "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// numeric reports whether a column has numbers only.
func (t *Table) numeric(j int) bool {
	found := false
	for _, row := range t.Rows {
		cell := strings.TrimSuffix(row[j], "*")
		if cell == "" || cell == "–" || cell == "-" {
			continue
		}
		if leading(cell) == 0 {
			return false
		}
		found = true
	}
	return found
}

// LaTeX writes the table for LaTeX with the package booktabs.
func (t *Table) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`\begin{tabular}{`)
	for j := range t.Head {
		if t.numeric(j) {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}
	b.WriteString("}\n\\toprule\n")
	escape := func(cell string) string { return texEscape.Replace(plain.Text(cell)) }
	for i, row := range t.cells(escape, `\textbf{`, `}`) {
		b.WriteString(strings.Join(row, " & ") + ` \\` + "\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	const comment = "% "
	for _, note := range t.Notes {
		b.WriteString(comment + strings.Join(wrap(plain.Text(note), DefaultColumns-len(comment), 0), "\n"+comment) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var texEscape = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "↓", `$\downarrow$`, "↑", `$\uparrow$`, "±", `$\pm$`, "–", "--")

// CSV is [WriteCSV] for the head and the rows.
func (t *Table) CSV(w io.Writer, raw bool) error {
	return WriteCSV(w, append([][]string{t.Head}, t.Rows...), raw)
}

// WriteCSV writes rows as CSV. Cells that a spreadsheet would take for formulas get an apostrophe,
// unless raw is set.
func WriteCSV(w io.Writer, rows [][]string, raw bool) error {
	out := csv.NewWriter(w)
	for _, row := range rows {
		if !raw {
			row = slices.Clone(row)
			for i := range row {
				row[i] = plain.Cell(row[i])
			}
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}
