package chart

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Grid is a square table of cells with a row and a column for each node. If there are many nodes, several share a row.
type Grid struct {
	names []string // of rows and columns, in order
	Each  int      // nodes to a row
	Cells int      // rows
	Cell  float64  // side of a cell
	font  float64  // size of the names; 0 if there is room only for some of them
	row   string   // what rows and columns represent
	col   string
	At    layout.Point // upper left corner of the cells
	sides float64      // room for the names of rows, and for those of columns
}

// NewGrid makes a grid for the names with at most mostCells rows, about side wide.
func NewGrid(names []string, mostCells int, side float64, row, col string) *Grid {
	g := &Grid{names: names, Each: 1, row: row, col: col}
	if n := len(names); n > mostCells {
		g.Each = (n + mostCells - 1) / mostCells
	}
	g.Cells = (len(names) + g.Each - 1) / g.Each
	g.Cell = min(max(side/float64(max(g.Cells, 1)), 0.5), 24)
	if font := min(canvas.SmallSize, g.Cell*0.95); font >= 4.5 && g.Each == 1 {
		g.font = font
		g.sides = 4 + canvas.Widest(names, canvas.Clean, font)
	} else {
		for cell := 0; cell < g.Cells; cell += g.labelStep() {
			g.sides = max(g.sides, canvas.TextWidth(g.label(cell), canvas.SmallSize, false))
		}
		g.sides += 6
	}
	if row != "" {
		g.sides += canvas.SmallSize * 1.6
	}
	return g
}

// Size returns the size of the grid with its names.
func (g *Grid) Size() layout.Size {
	side := g.Cell * float64(g.Cells)
	return layout.Size{
		W: g.sides + max(side, canvas.TextWidth(canvas.Clean(g.col), canvas.SmallSize, false)),
		H: g.sides + max(side, canvas.TextWidth(canvas.Clean(g.row), canvas.SmallSize, false)),
	}
}

// Paint draws frame and names with the upper left corner of all at the given point.
func (g *Grid) Paint(p *canvas.Picture, corner layout.Point) {
	g.At = layout.Point{X: corner.X + g.sides, Y: corner.Y + g.sides}
	side := g.Cell * float64(g.Cells)
	row, col := canvas.Clean(g.row), canvas.Clean(g.col)
	// Centred, or from the corner if the grid is shorter than the text.
	down := max(side, canvas.TextWidth(row, canvas.SmallSize, false)) / 2
	right := max(side, canvas.TextWidth(col, canvas.SmallSize, false)) / 2
	p.Write(canvas.Text{Point: layout.Point{X: corner.X + canvas.SmallSize*0.8, Y: g.At.Y + down}, String: row, Size: canvas.SmallSize, Anchor: 0.5, Turned: true, Colour: canvas.Ink})
	p.Write(canvas.Text{Point: layout.Point{X: g.At.X + right, Y: corner.Y + canvas.SmallSize*0.8}, String: col, Size: canvas.SmallSize, Anchor: 0.5, Colour: canvas.Ink})
	p.Stroke(canvas.Rectangle(g.At.X, g.At.Y, side, side), canvas.Pen{Colour: canvas.Grey, Width: 0.6}, 0)
	label := func(s string, at, font float64) {
		p.Write(canvas.Text{Point: layout.Point{X: g.At.X - 4, Y: g.At.Y + at + font*0.35}, String: s, Size: font, Anchor: 1, Colour: canvas.Ink})
		p.Write(canvas.Text{Point: layout.Point{X: g.At.X + at + font*0.35, Y: g.At.Y - 4}, String: s, Size: font, Turned: true, Colour: canvas.Ink})
	}
	if g.font > 0 {
		for v, name := range g.names {
			label(canvas.Clean(name), (float64(v)+0.5)*g.Cell, g.font)
		}
		return
	}
	for cell := 0; cell < g.Cells; cell += g.labelStep() {
		label(g.label(cell), (float64(cell)+0.5)*g.Cell, canvas.SmallSize)
	}
}

// labelStep returns the distance in cells of two names if there is not room for all.
func (g *Grid) labelStep() int { return max(1, int(math.Ceil(2*canvas.SmallSize/g.Cell))) }

// label returns the name of the first node of a cell, shortened if it is long.
func (g *Grid) label(cell int) string {
	const most = 16
	name := []rune(canvas.Clean(g.names[cell*g.Each]))
	if len(name) > most {
		return string(name[:most-1]) + "…"
	}
	return string(name)
}

// Note returns a note on what a cell represents, if it is more than one pair of nodes.
func (g *Grid) Note(what string) []string {
	if g.Each == 1 {
		return nil
	}
	return []string{fmt.Sprintf("Each cell represents %d × %[1]d node pairs: %s. Names are those of the first nodes of cells.", g.Each, what)}
}
