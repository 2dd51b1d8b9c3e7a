package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/picture/chart"
)

// A quantity is what is drawn over the number of nodes.
type quantity struct {
	name, title, axis string
	of                func(point) float64
}

var quantities = []quantity{
	{"time", "Processor time", "seconds", func(p point) float64 { return p.seconds }},
	{"memory", "Memory of the process", "MB", func(p point) float64 { return p.mb }},
}

// draw writes the plots, and the section of the page.
func draw(o options, t *table) error {
	for name, text := range plots(t) {
		if err := os.WriteFile(filepath.Join(o.folder, name), text, 0o666); err != nil {
			return err
		}
	}
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	text, err := withSection(string(page), section(t))
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	return os.WriteFile(o.page, []byte(text), 0o666)
}

// file names a plot.
func (q quantity) file(degree int) string { return fmt.Sprintf("%s-%dn.svg", q.name, degree) }

// plots returns the plots by the names of their files.
func plots(t *table) map[string][]byte {
	files := map[string][]byte{}
	for _, degree := range degrees {
		for _, q := range quantities {
			f := chart.Figure{Title: fmt.Sprintf("%s and the number of nodes n, %dn edges", q.title, degree), SameY: true}
			for _, kind := range class.All() {
				f.Order = append(f.Order, short(kind.String()))
			}
			for _, metric := range metrics {
				if p := panel(t, q, metric, degree); len(p.Series) > 0 {
					f.Panels = append(f.Panels, p)
				}
			}
			picture, err := chart.Panels(f)
			if err != nil {
				continue // nothing is measured yet
			}
			var b bytes.Buffer
			if err := picture.SVG(&b); err == nil { // memory does not fail
				files[q.file(degree)] = b.Bytes()
			}
		}
	}
	return files
}

// panel has the curves of a metric.
func panel(t *table, q quantity, metric string, degree int) chart.Panel {
	p := chart.Panel{Title: metric, X: "n", Y: q.axis, LogX: true, LogY: true}
	if metric == "sc-metric" {
		p.Title += ", exact"
	}
	for _, c := range curves() {
		if c.metric != metric || c.degree != degree {
			continue
		}
		s := chart.Series{Name: c.label()}
		for _, at := range t.measured(c) {
			s.X, s.Y = append(s.X, float64(at.n)), append(s.Y, q.of(at))
		}
		if len(s.X) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	return p
}

// label names a curve in a legend.
func (c curve) label() string {
	switch c.program {
	case "gadjid":
		return "DAG, gadjid"
	case "naive":
		return "DAG, by definition"
	}
	return short(c.class)
}

// short names a class.
func short(name string) string {
	if name == class.Cyclic.String() {
		return name
	}
	return strings.ToUpper(name)
}

const begin, end = "<!-- written by make bench-growth -->\n", "<!-- end -->\n"

// withSection replaces what stands between the marks of the page.
func withSection(page, section string) (string, error) {
	before, rest, found := strings.Cut(page, begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return "", fmt.Errorf("expected a line %q and one %q after it", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + section + end + after, nil
}

// section shows the plots, with the exponents below.
func section(t *table) string {
	var b strings.Builder
	for _, degree := range degrees {
		for _, q := range quantities {
			fmt.Fprintf(&b, "![%s over the number of nodes n, %dn edges](performance/%s)\n\n", q.title, degree, q.file(degree))
		}
		fmt.Fprintf(&b, "%dn edges: exponent of time, exponent of memory, and the largest n that was measured.\n\n|", degree)
		var titles []string
		for _, kind := range class.All() {
			titles = append(titles, short(kind.String()))
		}
		fmt.Fprintf(&b, " | %s | gadjid, DAG |\n|---%s\n", strings.Join(titles, " | "), strings.Repeat("|---", len(titles)+1)+"|")
		for _, metric := range metrics {
			fmt.Fprintf(&b, "| %s |", metric)
			for _, kind := range class.All() {
				fmt.Fprintf(&b, " %s |", growth(t.measured(curve{"ours", metric, kind.String(), degree})))
			}
			fmt.Fprintf(&b, " %s |\n", growth(t.measured(curve{"gadjid", metric, class.DAG.String(), degree})))
		}
		b.WriteString("\n")
	}
	return b.String()
}
