package chart

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// An Estimate is a number with its interval. Low and High are NaN if there is none.
type Estimate struct {
	Name      string
	Value     float64
	Low, High float64
}

// Forest draws estimates from top to bottom, each beside its name, with a line at 0.
func Forest(title, unit string, list []Estimate) (*canvas.Picture, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("chart: a forest plot of no numbers")
	}
	var all span
	for _, e := range list {
		if !finite(e.Value) || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
			return nil, fmt.Errorf("chart: the estimate of %q is %v, from %v to %v: expected finite numbers", e.Name, e.Value, e.Low, e.High)
		}
		all = all.add(0).add(e.Value).add(e.Low).add(e.High)
	}
	const length, row, radius = 260.0, 15.0, 2.8
	names := 8 + canvas.Widest(list, func(e Estimate) string { return canvas.Clean(e.Name) }, canvas.SmallSize)
	page := canvas.NewPage(title, "Forest plot: "+unit, names+length+8, nil)
	height := row*float64(len(list)) + 4
	p, at := page.Body(layout.Size{W: names + length + 8, H: height + axisRoom(unit, length)})
	lo, hi := apart(all.lo, all.hi)
	x := scale{lo: lo, hi: hi, from: at.X + names + 4, to: at.X + names + length}
	axisBelow(p, x, ticks(x.lo, x.hi, 6), at.Y+height, at.Y, unit, x.from-4, x.to+4)
	p.Stroke(canvas.Line(x.at(0), at.Y, x.at(0), at.Y+height), axisPen, 0)
	for i, e := range list {
		y := at.Y + row*(float64(i)+0.5) + 2
		tip := fmt.Sprintf("%s: %.3f", e.Name, e.Value)
		if finite(e.Low) && finite(e.High) {
			tip += fmt.Sprintf(" (%.3f to %.3f)", e.Low, e.High)
		}
		p.Begin("estimate", tip)
		p.Write(canvas.Text{Point: layout.Point{X: at.X + names - 5, Y: y + canvas.SmallSize*0.35}, String: canvas.Clean(e.Name), Size: canvas.SmallSize, Anchor: 1, Colour: canvas.Ink})
		if finite(e.Low) && finite(e.High) {
			p.Stroke(canvas.Line(x.at(e.Low), y, x.at(e.High), y), canvas.Pen{Colour: canvas.Blue, Width: 1.4}, 0)
		}
		p.Fill(canvas.Circle(x.at(e.Value), y, radius), canvas.Blue)
		p.End()
	}
	return page.Finish(nil, nil), nil
}
