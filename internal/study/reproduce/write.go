package reproduce

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
)

// Picture returns the panels as one picture. Those that are to be compared have the same y scale.
func (r *Result) Picture(f *Figure) (*canvas.Picture, error) {
	return chart.Panels(chart.Figure{Title: f.Title, Panels: r.Panels, PerRow: r.PerRow, SameY: !r.FreeY, Band: r.Band, Order: looks})
}

// CSV writes the curves as rows, with the authors' values if their plots show them.
func (r *Result) CSV(w io.Writer, f *Figure) error {
	out := csv.NewWriter(w)
	number := func(x float64) string {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	rows := [][]string{{"panel", "series", "x", "y", "sd", "stderr", "runs", "authors"}}
	for _, c := range r.Curves {
		theirs := c.authors(f.Name)
		for i := range c.X {
			row := []string{c.Panel, c.Series, number(c.X[i]), number(c.Y[i]), "", "", strconv.Itoa(c.Runs), ""}
			if c.SD != nil {
				row[4] = number(c.SD[i])
			}
			if c.Runs > 1 && c.Mean != nil {
				row[5] = number(c.Mean[i].stderr())
			}
			if theirs != nil {
				row[7] = number(theirs.at(c.X[i]))
			}
			rows = append(rows, row)
		}
	}
	return out.WriteAll(rows)
}

// Markdown writes the description of the figure, our verdicts and, if it has a name, the picture
// in between.
func (r *Result) Markdown(w io.Writer, f *Figure, picture string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\nIn the paper: %s\n\n", f.Title, f.Paper)
	if r.Here != "" {
		fmt.Fprintf(&b, "Run here: %s.\n\n", r.Here)
	}
	if f.Ours != "" {
		fmt.Fprintf(&b, "Settings of ours: %s.\n\n", f.Ours)
	}
	if picture != "" && len(r.Panels) > 0 {
		fmt.Fprintf(&b, "![%s](%s)\n\n", f.Title, picture)
	}
	if r.Text != "" {
		b.WriteString(r.Text + "\n")
	}
	b.WriteString(r.besideAuthors(f.Name))
	if len(r.Statements) > 0 {
		b.WriteString("| verdict | statement | rule | numbers |\n|---|---|---|---|\n")
	}
	for _, s := range r.Statements {
		text := s.Text
		if s.Ours {
			text = "(ours) " + text
		}
		fmt.Fprintf(&b, "| **%s** | %s | %s | %s |\n", s.Verdict, cell(text), cell(s.Rule), cell(s.Detail))
	}
	if len(r.Statements) > 0 {
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell keeps a text from ending its cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
