package draw

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A grid is a square table of cells with a row and a column for each node, or for
// several where there are many.
type grid struct {
	names []string // of rows and columns, in order
	each  int      // nodes to a row
	cells int      // rows
	cell  float64  // side of a cell
	font  float64  // of the names; 0: they do not fit and rows are numbered
	row   string   // what rows and columns stand for
	col   string
	at    layout.Point // upper left corner of the cells
	sides float64      // room for the names of rows, and for those of columns
}

// newGrid makes a grid for the names with at most mostCells rows, about side wide.
func newGrid(names []string, mostCells int, side float64, row, col string) *grid {
	g := &grid{names: names, each: 1, row: row, col: col}
	if n := len(names); n > mostCells {
		g.each = (n + mostCells - 1) / mostCells
	}
	g.cells = (len(names) + g.each - 1) / g.each
	g.cell = min(max(side/float64(max(g.cells, 1)), 0.5), 24)
	if font := min(smallSize, g.cell*0.95); font >= 4.5 && g.each == 1 {
		g.font = font
		for _, name := range names {
			g.sides = max(g.sides, textWidth(clean(name), font, false))
		}
		g.sides += 4
	} else {
		g.sides = textWidth(fmt.Sprint(len(names)), smallSize, false) + 6
	}
	if row != "" {
		g.sides += smallSize * 1.6
	}
	return g
}

// size returns the room that the grid takes with its names.
func (g *grid) size() layout.Size {
	side := g.cell * float64(g.cells)
	return layout.Size{
		W: g.sides + max(side, textWidth(clean(g.col), smallSize, false)),
		H: g.sides + max(side, textWidth(clean(g.row), smallSize, false)),
	}
}

// paint draws frame and names with the upper left corner of all at the given point.
func (g *grid) paint(p *picture, corner layout.Point) {
	g.at = layout.Point{X: corner.X + g.sides, Y: corner.Y + g.sides}
	side := g.cell * float64(g.cells)
	row, col := clean(g.row), clean(g.col)
	// In the middle, or from the corner on where the cells are too few for that.
	down := max(side, textWidth(row, smallSize, false)) / 2
	right := max(side, textWidth(col, smallSize, false)) / 2
	p.write(text{Point: layout.Point{X: corner.X + smallSize*0.8, Y: g.at.Y + down}, string: row, size: smallSize, anchor: 0.5, turned: true, colour: ink})
	p.write(text{Point: layout.Point{X: g.at.X + right, Y: corner.Y + smallSize*0.8}, string: col, size: smallSize, anchor: 0.5, colour: ink})
	p.stroke(rectangle(g.at.X, g.at.Y, side, side), pen{grey, 0.6, nil}, 0)
	label := func(s string, at, font float64) {
		p.write(text{Point: layout.Point{X: g.at.X - 4, Y: g.at.Y + at + font*0.35}, string: s, size: font, anchor: 1, colour: ink})
		p.write(text{Point: layout.Point{X: g.at.X + at + font*0.35, Y: g.at.Y - 4}, string: s, size: font, turned: true, colour: ink})
	}
	if g.font > 0 {
		for v, name := range g.names {
			label(clean(name), (float64(v)+0.5)*g.cell, g.font)
		}
		return
	}
	for _, t := range ticks(1, float64(len(g.names)), 8) {
		if t.value == math.Trunc(t.value) {
			label(t.string, (t.value-0.5)/float64(g.each)*g.cell, smallSize)
		}
	}
}

// note says what a cell stands for where it is not one pair of nodes.
func (g *grid) note(what string) []string {
	if g.each == 1 {
		return nil
	}
	return []string{fmt.Sprintf("Each cell stands for %d × %[1]d pairs of nodes: %s.", g.each, what)}
}
