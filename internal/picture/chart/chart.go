package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Panel is one picture of several that stand in a row.
type Panel interface {
	plot(names *legend) (*plot.Plot, error)
}

// A Series is a list of points with a name.
type Series struct {
	Name string
	X, Y []float64
	Err  []float64 // half the height of the band around each point; nil is no band
}

// points returns the points that have both numbers.
func (s *Series) points() (plotter.XYs, error) {
	if len(s.X) != len(s.Y) || s.Err != nil && len(s.Err) != len(s.Y) {
		return nil, fmt.Errorf("plot: %q has %d x, %d y and %d errors: want as many", s.Name, len(s.X), len(s.Y), len(s.Err))
	}
	var xys plotter.XYs
	for i := range s.X {
		if finite(s.X[i]) && finite(s.Y[i]) {
			xys = append(xys, plotter.XY{X: s.X[i], Y: s.Y[i]})
		}
	}
	return xys, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Lines draws each series as a line through its points, in its band.
type Lines struct {
	Title, X, Y string
	Series      []Series
	Zero        bool // the y axis begins at 0 at the latest
}

func (l Lines) plot(names *legend) (*plot.Plot, error) {
	p := newPlot(l.Title, l.X, l.Y)
	for _, s := range l.Series { // below all lines
		if band := s.band(); band != nil {
			poly, err := plotter.NewPolygon(band)
			if err != nil {
				return nil, err
			}
			r, g, b, _ := colours[names.number(s.Name)%len(colours)].RGBA()
			poly.Color = color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0x30}
			poly.LineStyle.Width = 0
			p.Add(poly)
		}
	}
	for _, s := range l.Series {
		xys, err := s.points()
		if err != nil {
			return nil, err
		}
		if len(xys) == 0 {
			continue
		}
		i := names.number(s.Name)
		curve, marks, err := plotter.NewLinePoints(xys)
		if err != nil {
			return nil, err
		}
		curve.LineStyle, marks.GlyphStyle = line(i), glyph(i)
		p.Add(curve, marks)
		names.set(s.Name, curve, marks)
	}
	if l.Zero {
		p.Y.Min = min(p.Y.Min, 0)
	}
	return p, nil
}

// band returns the outline of the band, or nil.
func (s *Series) band() plotter.XYs {
	if s.Err == nil || len(s.Err) != len(s.Y) || len(s.X) != len(s.Y) {
		return nil
	}
	var up, down plotter.XYs
	for i := range s.X {
		if finite(s.X[i]) && finite(s.Y[i]) && finite(s.Err[i]) {
			up = append(up, plotter.XY{X: s.X[i], Y: s.Y[i] + s.Err[i]})
			down = append(down, plotter.XY{X: s.X[i], Y: s.Y[i] - s.Err[i]})
		}
	}
	for i := len(down) - 1; i >= 0; i-- {
		up = append(up, down[i])
	}
	if len(up) < 4 {
		return nil
	}
	return up
}

// Scatter draws each series as points.
type Scatter struct {
	Title, X, Y string
	Series      []Series
}

func (s Scatter) plot(names *legend) (*plot.Plot, error) {
	p := newPlot(s.Title, s.X, s.Y)
	for _, one := range s.Series {
		xys, err := one.points()
		if err != nil {
			return nil, err
		}
		if len(xys) == 0 {
			continue
		}
		i := names.number(one.Name)
		marks, err := plotter.NewScatter(xys)
		if err != nil {
			return nil, err
		}
		marks.GlyphStyle = glyph(i)
		r, g, b, _ := colours[i%len(colours)].RGBA()
		marks.GlyphStyle.Color = color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0x90}
		p.Add(marks)
		names.set(one.Name, marks)
	}
	return p, nil
}

// Boxes draws the median, quartiles and range of each list of values. Outliers, further than
// one and a half times the height of the box from it, are points.
type Boxes struct {
	Title, X, Y string
	Names       []string
	Values      [][]float64
}

func (b Boxes) plot(*legend) (*plot.Plot, error) {
	if len(b.Names) != len(b.Values) {
		return nil, fmt.Errorf("plot: %d names for %d boxes", len(b.Names), len(b.Values))
	}
	p := newPlot(b.Title, b.X, b.Y)
	for i, values := range b.Values {
		var all plotter.Values
		for _, x := range values {
			if finite(x) {
				all = append(all, x)
			}
		}
		if len(all) == 0 {
			continue
		}
		box, err := plotter.NewBoxPlot(vg.Points(14), float64(i), all)
		if err != nil {
			return nil, err
		}
		box.FillColor = color.NRGBA{0x56, 0xb4, 0xe9, 0x60}
		box.BoxStyle.Width, box.WhiskerStyle.Width = vg.Points(0.7), vg.Points(0.7)
		box.MedianStyle = draw.LineStyle{Color: colours[1], Width: vg.Points(1.4)}
		box.GlyphStyle.Radius = vg.Points(1.2)
		p.Add(box)
	}
	if len(b.Names) > 0 {
		p.NominalX(b.Names...)
		p.X.Min, p.X.Max = -0.6, float64(len(b.Names))-0.4
	}
	return p, nil
}

// ROC draws curves of true positive rates over false positive rates, with the diagonal that
// guessing gives.
type ROC struct {
	Title  string
	Series []Series
}

func (r ROC) plot(names *legend) (*plot.Plot, error) {
	p, err := Lines{Title: r.Title, X: "false positive rate", Y: "true positive rate", Series: r.Series}.plot(names)
	if err != nil {
		return nil, err
	}
	diagonal, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
	if err != nil {
		return nil, err
	}
	diagonal.LineStyle = draw.LineStyle{Color: color.Gray{0x99}, Width: vg.Points(0.6), Dashes: []vg.Length{2, 2}}
	p.Add(diagonal)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return p, nil
}
