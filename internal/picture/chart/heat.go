package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Heat draws a table of numbers as colours, from light (the least) to dark. A number that
// is none is left white.
type Heat struct {
	Title, X, Y   string
	Rows, Columns []string
	Values        [][]float64 // by row, the first on top
}

func (h Heat) plot(*legend) (*plot.Plot, error) {
	if len(h.Values) != len(h.Rows) {
		return nil, fmt.Errorf("plot: %d names for %d rows", len(h.Rows), len(h.Values))
	}
	some := false
	for i, row := range h.Values {
		if len(row) != len(h.Columns) {
			return nil, fmt.Errorf("plot: row %q has %d numbers, want %d", h.Rows[i], len(row), len(h.Columns))
		}
		for _, x := range row {
			some = some || finite(x)
		}
	}
	p := newPlot(h.Title, h.X, h.Y)
	if some {
		p.Add(plotter.NewHeatMap(h.grid(), ramp{}))
	}
	if len(h.Rows) == 0 || len(h.Columns) == 0 {
		return p, nil
	}
	p.NominalX(h.Columns...)
	rows := make([]string, len(h.Rows))
	for i, name := range h.Rows {
		rows[len(rows)-1-i] = name
	}
	p.NominalY(rows...)
	return p, nil
}

func (h Heat) grid() grid { return grid{h.Values} }

// A grid is a Heat as gonum wants it.
type grid struct{ values [][]float64 }

func (g grid) Dims() (columns, rows int) { return len(g.values[0]), len(g.values) }
func (g grid) Z(column, row int) float64 { return g.values[len(g.values)-1-row][column] }
func (g grid) X(column int) float64      { return float64(column) }
func (g grid) Y(row int) float64         { return float64(row) }

// ramp goes from nearly white to dark blue, evenly darker.
type ramp struct{}

func (ramp) Colors() []color.Color {
	const n = 64
	list := make([]color.Color, n)
	for i := range list {
		t := float64(i) / (n - 1)
		mix := func(from, to float64) uint8 { return uint8(from + t*(to-from)) }
		list[i] = color.RGBA{mix(0xf2, 0x08), mix(0xf6, 0x30), mix(0xfb, 0x6b), 0xff}
	}
	return list
}
