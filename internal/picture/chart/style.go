package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours can be told apart by those who do not see all of them (Okabe and Ito, Color universal
// design, 2008). Yellow is left out: it is too light for a line.
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, // blue
	color.RGBA{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	color.RGBA{0x00, 0x9e, 0x73, 0xff}, // green
	color.RGBA{0xcc, 0x79, 0xa7, 0xff}, // purple
	color.RGBA{0x56, 0xb4, 0xe9, 0xff}, // sky
	color.RGBA{0xe6, 0x9f, 0x00, 0xff}, // orange
	color.RGBA{0x00, 0x00, 0x00, 0xff}, // black
	color.RGBA{0x8c, 0x6d, 0x5a, 0xff}, // brown, which is not of the palette
}

// Lines and marks differ, too, for print in black and white.
var (
	dashes = [][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {4, 1}, {1, 2}, {10, 3}}
	glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{}}
)

// The sizes of a panel and of the legend beside the last.
const (
	panelWidth  = 8 * vg.Centimeter
	panelHeight = 6 * vg.Centimeter
	legendWidth = 4 * vg.Centimeter
	gap         = 0.3 * vg.Centimeter
	small       = 8 // points
	normal      = 9
)

var grey = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}

func line(i int) draw.LineStyle {
	return draw.LineStyle{Color: colours[i%len(colours)], Width: vg.Points(1.4), Dashes: dashes[i%len(dashes)]}
}

func glyph(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: colours[i%len(colours)], Radius: vg.Points(1.8), Shape: glyphs[i%len(glyphs)]}
}

// newPlot returns an empty plot in the house style.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	p.Title.Text = title
	p.Title.TextStyle.Font = font.From(sans, normal+1)
	p.Title.Padding = vg.Points(4)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = font.From(sans, normal)
		a.Tick.Label.Font = font.From(sans, small)
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.6), vg.Points(0.6)
		a.Padding = vg.Points(2)
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.TextStyle.Font = font.From(sans, small)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = grey, grey
	grid.Horizontal.Width, grid.Vertical.Width = vg.Points(0.4), vg.Points(0.4)
	p.Add(grid)
	return p
}
