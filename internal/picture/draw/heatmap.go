package draw

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Heat is a table of numbers with a row and a column for each node.
type Heat struct {
	Names  []string
	Values [][]float64 // by row, then by column; NaN where there is no number
	Row    string      // what rows stand for, "source"
	Column string      // what columns stand for, "target"
	Unit   string      // what the numbers count
}

// HeatMap draws the numbers as colours, with a scale beside them, and writes them
// into the cells where these are large. Where there are more than 250 nodes a cell
// is the mean of several.
func HeatMap(w io.Writer, h Heat, o Options) error {
	if err := h.check(); err != nil {
		return err
	}
	const mostCells, side, gap = 250, 420, 18
	g := newGrid(h.Names, mostCells, side, h.Row, h.Column)
	means := g.means(h.Values)
	lo, hi, void := extremes(means)
	bar := newBar(lo, hi, h.Unit)

	var legend []entry
	if void && !o.NoLegend {
		legend = []entry{{patches: []cast{{colour: noValue}}, string: "no number"}}
	}
	size := g.size()
	page := newPage(o.Title, size.W+gap+bar.width(), legend)
	p, corner := page.body(layout.Size{W: size.W + gap + bar.width(), H: max(size.H, g.sides+barHeight)})
	g.at = layout.Point{X: corner.X + g.sides, Y: corner.Y + g.sides}
	g.fill(p, means, bar)
	g.paint(p, corner)
	bar.paint(p, layout.Point{X: corner.X + size.W + gap, Y: g.at.Y}, max(barHeight, g.cell*float64(g.cells)))
	notes := g.note("their mean")
	if h.Unit != "" && bar.unit == "" {
		notes = append(notes, "Colours: "+clean(h.Unit))
	}
	return o.chart(w, "a heat map", page.finish(legend, notes))
}

func (h Heat) check() error {
	if len(h.Values) != len(h.Names) {
		return fmt.Errorf("draw: a heat map of %d nodes has %d rows", len(h.Names), len(h.Values))
	}
	for i, row := range h.Values {
		if len(row) != len(h.Names) {
			return fmt.Errorf("draw: row %q of a heat map has %d numbers, want %d", h.Names[i], len(row), len(h.Names))
		}
		for j, x := range row {
			if math.IsInf(x, 0) {
				return fmt.Errorf("draw: the heat map has %v at %q, %q: want a number, or NaN for none", x, h.Names[i], h.Names[j])
			}
		}
	}
	return nil
}

// means returns the mean of the numbers of each cell.
func (g *grid) means(values [][]float64) [][]float64 {
	sum, count := make([][]float64, g.cells), make([][]int, g.cells)
	for r := range sum {
		sum[r], count[r] = make([]float64, g.cells), make([]int, g.cells)
	}
	for i, row := range values {
		for j, x := range row {
			if finite(x) {
				sum[i/g.each][j/g.each] += x
				count[i/g.each][j/g.each]++
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

// extremes returns the range of a scale for the values, which takes in 0, and
// whether there are cells without a number.
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

// fill paints the cells, neighbours of the same colour in one stroke.
func (g *grid) fill(p *picture, values [][]float64, b bar) {
	const levels = 128
	shade := func(x float64) colour {
		if !finite(x) {
			return noValue
		}
		return heat(math.Round(b.at(x)*levels) / levels)
	}
	byColour := make(map[colour]*path)
	var order []colour
	for r, row := range values {
		for c := 0; c < len(row); {
			from, now := c, shade(row[c])
			for c < len(row) && shade(row[c]) == now {
				c++
			}
			if byColour[now] == nil {
				byColour[now] = new(path)
				order = append(order, now)
			}
			*byColour[now] = append(*byColour[now], rectangle(g.at.X+float64(from)*g.cell, g.at.Y+float64(r)*g.cell, float64(c-from)*g.cell, g.cell)...)
		}
	}
	for _, c := range order {
		p.fill(*byColour[c], c)
	}
	if g.cell < 20 {
		return
	}
	for r, row := range values {
		for c, x := range row {
			s := strconv.FormatFloat(x, 'g', 3, 64)
			if !finite(x) || textWidth(s, 7.5, false) > g.cell-3 {
				continue
			}
			p.write(text{
				Point:  layout.Point{X: g.at.X + (float64(c)+0.5)*g.cell, Y: g.at.Y + (float64(r)+0.5)*g.cell + 2.7},
				string: s, size: 7.5, anchor: 0.5, colour: shade(x).over(),
			})
		}
	}
}

const barHeight, barWidth = 90.0, 11.0

// A bar is the scale of colours beside a heat map.
type bar struct {
	scale
	unit  string
	ticks []tick
}

// newBar makes a bar. A unit that is longer than the shortest bar is left out.
func newBar(lo, hi float64, unit string) bar {
	unit = clean(unit)
	if textWidth(unit, smallSize, false) > barHeight {
		unit = ""
	}
	return bar{scale{lo, hi, 0, 1}, unit, ticks(lo, hi, 6)}
}

func (b bar) width() float64 {
	w := 0.
	for _, t := range b.ticks {
		w = max(w, textWidth(t.string, smallSize, false))
	}
	w += barWidth + 7
	if b.unit != "" {
		w += smallSize * 1.5
	}
	return w
}

func (b bar) paint(p *picture, at layout.Point, height float64) {
	height = min(height, 220)
	const steps = 64
	for i := range steps {
		y := at.Y + height*(1-float64(i+1)/steps)
		p.fill(rectangle(at.X, y, barWidth, height/steps+0.3), heat((float64(i)+0.5)/steps))
	}
	p.stroke(rectangle(at.X, at.Y, barWidth, height), pen{grey, 0.6, nil}, 0)
	for _, t := range b.ticks {
		y := at.Y + height*(1-b.at(t.value))
		p.stroke(line(at.X+barWidth, y, at.X+barWidth+3, y), axisPen, 0)
		p.write(text{Point: layout.Point{X: at.X + barWidth + 5, Y: y + smallSize*0.35}, string: t.string, size: smallSize, colour: grey})
	}
	p.write(text{Point: layout.Point{X: at.X + b.width(), Y: at.Y + height/2}, string: b.unit, size: smallSize, anchor: 0.5, turned: true, colour: ink})
}
