package chart

import (
	"slices"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// paintBoxes draws the boxes side by side, each over its name.
func (f *frame) paintBoxes(p *canvas.Picture, at layout.Point, width float64, y scale) {
	for i, b := range f.Boxes {
		slot := width / float64(len(f.Boxes))
		x, half := at.X+slot*(float64(i)+0.5), min(14, slot/4)
		name := layout.Point{X: x, Y: at.Y + plotHeight + 12}
		p.Write(canvas.Text{Point: name, String: canvas.Clean(b.Name), Size: canvas.SmallSize, Anchor: 0.5, Colour: canvas.Grey})
		values := slices.DeleteFunc(slices.Clone(b.Values), func(v float64) bool { return !f.shown(v) })
		if len(values) == 0 {
			continue
		}
		slices.Sort(values)
		low, middle, high := quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)
		reach := 1.5 * (high - low)
		least, most := low, high
		p.Begin("box", b.Name)
		for _, v := range values {
			switch {
			case v < low-reach || v > high+reach:
				p.Stroke(canvas.Circle(x, y.at(v), 1.3), canvas.Pen{Colour: canvas.Ink, Width: 0.7}, 0)
			default:
				least, most = min(least, v), max(most, v)
			}
		}
		thin := canvas.Pen{Colour: canvas.Ink, Width: 0.8}
		p.Stroke(canvas.Line(x, y.at(least), x, y.at(low)), thin, 0)
		p.Stroke(canvas.Line(x, y.at(high), x, y.at(most)), thin, 0)
		for _, end := range []float64{least, most} {
			p.Stroke(canvas.Line(x-half/2, y.at(end), x+half/2, y.at(end)), thin, 0)
		}
		p.Stroke(canvas.Rectangle(x-half, y.at(high), 2*half, y.at(low)-y.at(high)), thin, 0xCFE6F5)
		p.Stroke(canvas.Line(x-half, y.at(middle), x+half, y.at(middle)), canvas.Pen{Colour: canvas.Vermilion, Width: 1.6}, 0)
		p.End()
	}
}

// quantile returns the number below which the share q of sorted values lies, between
// two values where it falls there. (Hyndman and Fan, Sample quantiles in statistical
// packages, Am. Stat. 50:361–365, definition 7.)
func quantile(sorted []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	i := min(int(place), len(sorted)-1)
	next := sorted[min(i+1, len(sorted)-1)]
	return sorted[i] + float64((place-float64(i))*(next-sorted[i]))
}
