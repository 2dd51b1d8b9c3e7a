package chart

import (
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Distribution is a list of numbers, and one to compare with them.
type Distribution struct {
	Title  string
	Values []float64
	Step   float64 // the numbers are multiples of it, if it is positive
	Marker float64 // position of the line; NaN for none
	Name   string  // text beside the line
	Unit   string  // what the numbers are

	// Bins is the number of bins between 0 and 1, for p-values, with a dashed line at the mean height.
	// If it is zero, the bins depend on the numbers.
	Bins int
}

// Histogram draws how often the numbers occur, with a line at the marker.
func Histogram(d Distribution) (*canvas.Picture, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	bins, from, width := d.bins()
	lo, hi := from, from+width*float64(len(bins))
	if finite(d.Marker) {
		lo, hi = min(lo, d.Marker-width/2), max(hi, d.Marker+width/2)
	}
	const length, height, left, label = 320.0, 130.0, 34.0, 150.0
	name := canvas.WrapText(canvas.Clean(d.Name), canvas.SmallSize, true, label)
	above := 4 + axisLine*float64(len(name))
	page := canvas.NewPage(d.Title, "Histogram: "+d.Unit, left+length+8, nil)
	p, at := page.Body(layout.Size{W: left + length + 8, H: above + height + axisRoom(d.Unit, length)})
	x := scale{lo: lo, hi: hi, from: at.X + left, to: at.X + left + length}
	bottom := at.Y + above + height
	y := scale{hi: float64(slices.Max(bins)), from: bottom, to: at.Y + above}
	axisBelow(p, x, ticks(lo, hi, 6), bottom, at.Y+above, d.Unit, x.from, x.to)
	for _, t := range ticks(0, y.hi, 4) {
		if t.value == math.Trunc(t.value) {
			p.Write(canvas.Text{Point: layout.Point{X: x.from - 5, Y: y.at(t.value) + canvas.SmallSize*0.35}, String: fmt.Sprint(t.value), Size: canvas.SmallSize, Anchor: 1, Colour: canvas.Grey})
		}
	}
	for i, count := range bins {
		if count == 0 {
			continue
		}
		a, b := from+float64(i)*width, from+float64(i+1)*width
		p.Begin("bar", fmt.Sprintf("%.4g to %.4g: %d", a, b, count))
		p.Stroke(canvas.Rectangle(x.at(a), y.at(float64(count)), x.at(b)-x.at(a), bottom-y.at(float64(count))), canvas.Pen{Colour: canvas.Paper, Width: 0.5}, 0x9AA5AD)
		p.End()
	}
	if d.Bins > 0 {
		mean := y.at(float64(len(d.Values)) / float64(d.Bins))
		p.Stroke(canvas.Line(x.from, mean, x.to, mean), canvas.Pen{Colour: canvas.Ink, Width: 0.9, Dash: []float64{4, 3}}, 0)
	}
	if finite(d.Marker) {
		paintMarker(p, x, x.at(d.Marker), y.to, bottom, name)
	}
	return page.Finish(nil, nil), nil
}

// check reports numbers that cannot be drawn.
func (d Distribution) check() error {
	if len(d.Values) == 0 {
		return fmt.Errorf("chart: a histogram of no numbers")
	}
	for i, x := range d.Values {
		if !finite(x) {
			return fmt.Errorf("chart: number %d of the histogram is %v", i+1, x)
		}
	}
	if math.IsInf(d.Marker, 0) {
		return fmt.Errorf("chart: the line of the histogram is at %v", d.Marker)
	}
	lowest, highest := slices.Min(d.Values), slices.Max(d.Values)
	if finite(d.Marker) {
		lowest, highest = min(lowest, d.Marker), max(highest, d.Marker)
	}
	if !finite(2 * (highest - lowest)) {
		return fmt.Errorf("chart: the numbers of the histogram are too far apart: %v and %v", lowest, highest)
	}
	return nil
}

// paintMarker draws a line from the bottom up to top, with its name above it on the side that has room.
func paintMarker(p *canvas.Picture, x scale, at, top, bottom float64, name []string) {
	p.Stroke(canvas.Line(at, top-2, at, bottom), canvas.Pen{Colour: canvas.Vermilion, Width: 1.8}, 0)
	for i, part := range name {
		anchor := 0.5
		switch half := canvas.Room(part, canvas.SmallSize, true) / 2; {
		case at-half < x.from:
			anchor = 0
		case at+half > x.to:
			anchor = 1
		}
		y := top - 5 - axisLine*float64(len(name)-1-i)
		p.Write(canvas.Text{Point: layout.Point{X: at, Y: y}, String: part, Size: canvas.SmallSize, Anchor: anchor, Bold: true, Colour: 0xB84A00})
	}
}

// bins counts the numbers in equal steps from lo on. The step is that of Freedman and
// Diaconis (On the histogram as a density estimator: L2 theory, Z. Wahrscheinlichkeit
// 57:453–476): twice the distance of the quartiles over the cube root of the count,
// made round.
func (d Distribution) bins() (counts []int, lo, width float64) {
	if d.Bins > 0 {
		counts = make([]int, d.Bins)
		for _, x := range d.Values {
			counts[max(0, min(int(x*float64(d.Bins)), d.Bins-1))]++
		}
		return counts, 0, 1 / float64(d.Bins)
	}
	v := slices.Sorted(slices.Values(d.Values))
	n := len(v)
	low, high := v[0], v[n-1]
	if near(low, high) {
		width = max(math.Abs(low)/10, 0.1)
		return []int{n}, low - width/2, width
	}
	width = 2 * (v[n*3/4] - v[n/4]) / math.Cbrt(float64(n))
	const fewest, most = 5, 60
	width = min(max(width, (high-low)/most), (high-low)/fewest)
	if d.Step > 0 { // the same number of multiples in each bin, or the bars would alternate
		each := max(1, math.Round(width/d.Step))
		first := math.Round(low / d.Step)
		counts = make([]int, int((math.Round(high/d.Step)-first)/each)+1)
		for _, x := range v {
			counts[int((math.Round(x/d.Step)-first)/each)]++
		}
		return counts, (first - 0.5) * d.Step, each * d.Step
	}
	power := math.Pow(10, math.Floor(math.Log10(width)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= width*0.999 {
			width = m * power
			break
		}
	}
	lo = math.Floor(low/width) * width
	counts = make([]int, int((high-lo)/width)+1)
	for _, x := range v {
		counts[min(int((x-lo)/width), len(counts)-1)]++
	}
	return counts, lo, width
}
