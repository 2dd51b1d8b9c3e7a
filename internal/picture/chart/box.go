package chart

import (
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// A run is consecutive boxes with the same name.
type run struct{ from, to int }

func (f *frame) runs() (list []run) {
	for i, b := range f.Boxes {
		if k := len(list) - 1; k >= 0 && b.Style != "" && f.Boxes[i-1].Name == b.Name {
			list[k].to++
		} else {
			list = append(list, run{i, i + 1})
		}
	}
	return list
}

// paintBoxes draws the boxes side by side, with the name of each run below it.
func (f *frame) paintBoxes(p *canvas.Picture, at layout.Point, width float64, y scale, styles []string) {
	slot := width / float64(len(f.Boxes))
	runs := f.runs()
	for i, b := range f.Boxes {
		if len(runs) > 0 && runs[0].from == i {
			f.paintName(p, at, slot, runs[0])
			runs = runs[1:]
		}
		x, half := at.X+slot*(float64(i)+0.5), min(14, slot/4)
		line, fill, middle := canvas.Ink, canvas.Colour(0xCFE6F5), canvas.Vermilion
		if b.Style != "" {
			line = styleOf(slices.Index(styles, b.Style)).pen.Colour
			fill, middle = mix(canvas.Paper, line, 0.25), line
		}
		values := slices.DeleteFunc(slices.Clone(b.Values), func(v float64) bool { return !f.shown(v) })
		if len(values) == 0 {
			continue
		}
		slices.Sort(values)
		q := stats.Quantiles(values, 0.25, 0.5, 0.75)
		low, median, high := q[0], q[1], q[2]
		reach := 1.5 * (high - low)
		least, most := low, high
		p.Begin("box", strings.TrimPrefix(b.Style+", "+b.Name, ", "))
		for _, v := range values {
			switch {
			case v < low-reach || v > high+reach:
				p.Stroke(canvas.Circle(x, y.at(v), 1.3), canvas.Pen{Colour: line, Width: 0.7}, 0)
			default:
				least, most = min(least, v), max(most, v)
			}
		}
		thin := canvas.Pen{Colour: line, Width: 0.8}
		p.Stroke(canvas.Line(x, y.at(least), x, y.at(low)), thin, 0)
		p.Stroke(canvas.Line(x, y.at(high), x, y.at(most)), thin, 0)
		for _, end := range []float64{least, most} {
			p.Stroke(canvas.Line(x-half/2, y.at(end), x+half/2, y.at(end)), thin, 0)
		}
		p.Stroke(canvas.Rectangle(x-half, y.at(high), 2*half, y.at(low)-y.at(high)), thin, fill)
		p.Stroke(canvas.Line(x-half, y.at(median), x+half, y.at(median)), canvas.Pen{Colour: middle, Width: 1.6}, 0)
		p.End()
	}
}

// paintName writes the name of a run below it, with a separating line before it if it has several boxes.
func (f *frame) paintName(p *canvas.Picture, at layout.Point, slot float64, r run) {
	if x := at.X + slot*float64(r.from); r.to-r.from > 1 && r.from > 0 {
		p.Stroke(canvas.Line(x, at.Y, x, at.Y+plotHeight), canvas.Pen{Colour: canvas.Pale, Width: 0.6}, 0)
	}
	name := layout.Point{X: at.X + slot*(float64(r.from+r.to)/2), Y: at.Y + plotHeight + 12}
	p.Write(canvas.Text{Point: name, String: canvas.Clean(f.Boxes[r.from].Name), Size: canvas.SmallSize, Anchor: 0.5, Colour: canvas.Grey})
}
