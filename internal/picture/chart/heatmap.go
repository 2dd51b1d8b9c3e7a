package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Heat is a table of numbers with a row and a column for each node.
type Heat struct {
	Title  string
	Names  []string
	Values [][]float64 // by row, then by column; NaN where there is no number
	Row    string      // what rows represent, such as "source"
	Column string      // what columns represent, such as "target"
	Unit   string      // what the numbers count

	// Answers are the meanings of 0 and 1, such as "right" and "wrong", if there are no other numbers. A legend then
	// replaces the scale.
	Answers [2]string

	// Silent reports cells without a claim. They have their own colour and hatching, and their numbers are ignored. Nil
	// means that there are none.
	Silent func(row, column int) bool

	NoLegend bool
}

// HeatMap draws the numbers as colours with a scale beside them. Numbers are also written into the cells if all of them
// fit. With more than 250 nodes, a cell is the mean of several numbers.
func HeatMap(h Heat) (*canvas.Picture, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	const mostCells, side, gap = 250, 420, 18
	g := NewGrid(h.Names, mostCells, side, h.Row, h.Column)
	means := g.means(h)
	lo, hi, void := extremes(means)
	yesNo := h.Answers != [2]string{} && g.Each == 1
	if yesNo {
		lo, hi = 0, 1.15 // so that 1 is dark but not black
	}
	bar := newBar(lo, hi, h.Unit)
	width, legend := gap+bar.width(), []canvas.Entry(nil)
	if yesNo {
		width = 0
		legend = append(legend, patch(bar.shade(1), h.Answers[1], false), patch(bar.shade(0), h.Answers[0], false))
	}
	silent, blank := h.silent(g)
	if silent {
		legend = append(legend, patch(noClaim, "no claim", true))
	}
	if void && blank && !h.NoLegend && !yesNo {
		legend = append(legend, patch(noValue, "no number", false))
	}
	if h.NoLegend && !yesNo {
		legend = nil
	}
	size := g.Size()
	description := fmt.Sprintf("Heat map: %s by %s and %s", cmp.Or(h.Unit, "numbers"), cmp.Or(h.Row, "row"), cmp.Or(h.Column, "column"))
	page := canvas.NewPage(h.Title, description, size.W+width, legend)
	height := size.H
	if !yesNo {
		height = max(height, g.sides+barHeight)
	}
	p, corner := page.Body(layout.Size{W: size.W + width, H: height})
	g.At = layout.Point{X: corner.X + g.sides, Y: corner.Y + g.sides}
	g.fill(p, means, bar, h.Silent, !yesNo)
	g.Paint(p, corner)
	notes := g.Note("their mean")
	if !yesNo {
		bar.paint(p, layout.Point{X: corner.X + size.W + gap, Y: g.At.Y}, max(barHeight, g.Cell*float64(g.Cells)))
		if h.Unit != "" && bar.unit == "" {
			notes = append(notes, "Colours: "+canvas.Clean(h.Unit))
		}
	}
	return page.Finish(legend, notes), nil
}

// patch returns the legend entry of a cell.
func patch(c canvas.Colour, s string, hatched bool) canvas.Entry {
	const side = canvas.SmallSize
	return canvas.Entry{String: s, Width: 11, Sample: func(p *canvas.Picture, at layout.Point) {
		x, y := at.X+0.04*side, at.Y-4+0.04*side
		square := canvas.Rectangle(x, y, 0.92*side, 0.92*side)
		if hatched || c == heat(0) {
			p.Stroke(square, canvas.Pen{Colour: canvas.Grey, Width: 0.4}, c)
		} else {
			p.Fill(square, c)
		}
		if hatched {
			p.Stroke(hatch(nil, x, y, 0.92*side), hatchPen, 0)
		}
	}}
}

var hatchPen = canvas.Pen{Colour: 0xA8A8A8, Width: 0.6}

// hatch adds the diagonal lines of a cell to a path.
func hatch(p canvas.Path, x, y, side float64) canvas.Path {
	p = append(p, canvas.Line(x, y+side, x+side, y)...)
	if side < 8 {
		return p
	}
	p = append(p, canvas.Line(x, y+side/2, x+side/2, y)...)
	return append(p, canvas.Line(x+side/2, y+side, x+side, y+side/2)...)
}

// silent reports whether there are cells without a claim, and whether any other cell has no number.
func (h Heat) silent(g *Grid) (some, blank bool) {
	for i, row := range h.Values {
		for j, x := range row {
			quiet := g.Each == 1 && h.Silent != nil && h.Silent(i, j)
			some = some || quiet
			blank = blank || !quiet && math.IsNaN(x)
		}
	}
	return some, blank || g.Each > 1
}

func (h Heat) check() error {
	if len(h.Values) != len(h.Names) {
		return fmt.Errorf("chart: a heat map of %d nodes has %d rows", len(h.Names), len(h.Values))
	}
	for i, row := range h.Values {
		if len(row) != len(h.Names) {
			return fmt.Errorf("chart: row %q of a heat map has %d numbers, expected %d", h.Names[i], len(row), len(h.Names))
		}
		for j, x := range row {
			if math.IsInf(x, 0) {
				return fmt.Errorf("chart: the heat map has %v at %q, %q: expected a number, or NaN for none", x, h.Names[i], h.Names[j])
			}
		}
	}
	return nil
}

// means returns the mean of the numbers of each cell.
func (g *Grid) means(h Heat) [][]float64 {
	sum, count := make([][]float64, g.Cells), make([][]int, g.Cells)
	for r := range sum {
		sum[r], count[r] = make([]float64, g.Cells), make([]int, g.Cells)
	}
	for i, row := range h.Values {
		for j, x := range row {
			if finite(x) && (h.Silent == nil || !h.Silent(i, j)) {
				sum[i/g.Each][j/g.Each] += x
				count[i/g.Each][j/g.Each]++
			}
		}
	}
	for r := range sum {
		for c := range sum[r] {
			sum[r][c] /= float64(count[r][c]) // 0/0 is NaN
		}
	}
	return sum
}

// extremes returns the range of a scale for the values, which includes 0, and whether there are cells without a number.
func extremes(values [][]float64) (lo, hi float64, void bool) {
	for _, row := range values {
		for _, x := range row {
			if !finite(x) {
				void = true
				continue
			}
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo == hi {
		hi = lo + 1
	}
	return lo, hi, void
}

// fill paints the cells, adjacent ones of the same colour as one rectangle.
func (g *Grid) fill(p *canvas.Picture, values [][]float64, b bar, silent func(row, column int) bool, numbers bool) {
	quiet := func(r, c int) bool { return g.Each == 1 && silent != nil && silent(r, c) }
	byColour := make(map[canvas.Colour]*canvas.Path)
	var order []canvas.Colour
	var hatched canvas.Path
	for r, row := range values {
		shade := func(c int) canvas.Colour {
			if quiet(r, c) {
				return noClaim
			}
			return b.shade(row[c])
		}
		y := g.At.Y + float64(r)*g.Cell
		for c := 0; c < len(row); {
			from, now := c, shade(c)
			for ; c < len(row) && shade(c) == now; c++ {
				if now == noClaim {
					hatched = hatch(hatched, g.At.X+float64(c)*g.Cell, y, g.Cell)
				}
			}
			if byColour[now] == nil {
				byColour[now] = new(canvas.Path)
				order = append(order, now)
			}
			*byColour[now] = append(*byColour[now], canvas.Rectangle(g.At.X+float64(from)*g.Cell, y, float64(c-from)*g.Cell, g.Cell)...)
		}
	}
	for _, c := range order {
		p.Fill(*byColour[c], c)
	}
	if len(hatched) > 0 && g.Cell >= 4 {
		p.Stroke(hatched, hatchPen, 0)
	}
	write := g.numerals(values)
	if write == nil || !numbers {
		return
	}
	for r, row := range values {
		for c, x := range row {
			if !finite(x) {
				continue
			}
			p.Write(canvas.Text{
				Point:  layout.Point{X: g.At.X + (float64(c)+0.5)*g.Cell, Y: g.At.Y + (float64(r)+0.5)*g.Cell + 2.7},
				String: write(x), Size: numeralSize, Anchor: 0.5, Colour: b.shade(x).Over(),
			})
		}
	}
}

const numeralSize = 7.5

// numerals returns the texts of the numbers of cells, or nil if they do not all fit.
func (g *Grid) numerals(values [][]float64) func(x float64) string {
	for _, write := range []func(x float64) string{
		func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) },
		func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) },
	} {
		wide := func(x float64) bool { return finite(x) && canvas.TextWidth(write(x), numeralSize, false) > g.Cell-3 }
		if !slices.ContainsFunc(values, func(row []float64) bool { return slices.ContainsFunc(row, wide) }) {
			return write
		}
	}
	return nil
}

const barHeight, barWidth = 90.0, 11.0

// A bar is the scale of colours beside a heat map.
type bar struct {
	scale
	unit  string
	ticks []tick
}

// newBar returns a bar. It omits a unit that is longer than the shortest bar.
func newBar(lo, hi float64, unit string) bar {
	unit = canvas.Clean(unit)
	if canvas.TextWidth(unit, canvas.SmallSize, false) > barHeight {
		unit = ""
	}
	return bar{scale{lo: lo, hi: hi, to: 1}, unit, ticks(lo, hi, 6)}
}

// shade returns the colour of a number.
func (b bar) shade(x float64) canvas.Colour {
	const levels = 128
	if !finite(x) {
		return noValue
	}
	return heat(math.Round(b.at(x)*levels) / levels)
}

func (b bar) width() float64 {
	w := canvas.Widest(b.ticks, tick.label, canvas.SmallSize) + (barWidth + 7)
	if b.unit != "" {
		w += canvas.SmallSize * 1.5
	}
	return w
}

func (b bar) paint(p *canvas.Picture, at layout.Point, height float64) {
	height = min(height, 220)
	const steps = 64
	for i := range steps {
		y := at.Y + height*(1-float64(i+1)/steps)
		p.Fill(canvas.Rectangle(at.X, y, barWidth, height/steps+0.3), heat((float64(i)+0.5)/steps))
	}
	p.Stroke(canvas.Rectangle(at.X, at.Y, barWidth, height), canvas.Pen{Colour: canvas.Grey, Width: 0.6}, 0)
	for _, t := range b.ticks {
		y := at.Y + height*(1-b.at(t.value))
		p.Stroke(canvas.Line(at.X+barWidth, y, at.X+barWidth+3, y), axisPen, 0)
		p.Write(canvas.Text{Point: layout.Point{X: at.X + barWidth + 5, Y: y + canvas.SmallSize*0.35}, String: t.string, Size: canvas.SmallSize, Colour: canvas.Grey})
	}
	p.Write(canvas.Text{Point: layout.Point{X: at.X + b.width(), Y: at.Y + height/2}, String: b.unit, Size: canvas.SmallSize, Anchor: 0.5, Turned: true, Colour: canvas.Ink})
}
