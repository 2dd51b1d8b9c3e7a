package draw

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/sepdist/sepdist/layout"
)

// A Distribution is a list of numbers and one to hold against them.
type Distribution struct {
	Values []float64
	Marker float64 // where the line stands; NaN for none
	Name   string  // what stands beside the line
	Unit   string  // what the numbers are
}

// Histogram draws how often the numbers occur, with a line at the marker.
func Histogram(w io.Writer, d Distribution, o Options) error {
	if len(d.Values) == 0 {
		return fmt.Errorf("draw: a histogram of no numbers")
	}
	for i, x := range d.Values {
		if !finite(x) {
			return fmt.Errorf("draw: number %d of the histogram is %v", i+1, x)
		}
	}
	if math.IsInf(d.Marker, 0) {
		return fmt.Errorf("draw: the line of the histogram is at %v", d.Marker)
	}
	bins, from, width := d.bins()
	lo, hi := from, from+width*float64(len(bins))
	if finite(d.Marker) {
		lo, hi = min(lo, d.Marker-width/2), max(hi, d.Marker+width/2)
	}
	const length, height, left, above = 320.0, 130.0, 34.0, 14.0
	page := newPage(o.Title, left+length+8, nil)
	p, at := page.body(layout.Size{W: left + length + 8, H: above + height + axisRoom(d.Unit, length)})
	x := scale{lo, hi, at.X + left, at.X + left + length}
	bottom := at.Y + above + height
	y := scale{0, float64(slices.Max(bins)), bottom, at.Y + above}
	p.axisBelow(x, bottom, at.Y+above, d.Unit)
	for _, t := range ticks(0, y.hi, 4) {
		if t.value == math.Trunc(t.value) {
			p.write(text{Point: layout.Point{X: x.from - 5, Y: y.at(t.value) + smallSize*0.35}, string: fmt.Sprint(t.value), size: smallSize, anchor: 1, colour: grey})
		}
	}
	for i, count := range bins {
		if count == 0 {
			continue
		}
		a, b := from+float64(i)*width, from+float64(i+1)*width
		p.begin("bar", fmt.Sprintf("%.4g to %.4g: %d", a, b, count))
		p.stroke(rectangle(x.at(a), y.at(float64(count)), x.at(b)-x.at(a), bottom-y.at(float64(count))), pen{paper, 0.5, nil}, 0x9AA5AD)
		p.end()
	}
	if finite(d.Marker) {
		at := x.at(d.Marker)
		p.stroke(line(at, y.to-2, at, bottom), pen{0xD55E00, 1.8, nil}, 0)
		anchor := 0.5
		switch half := textWidth(clean(d.Name), smallSize, false) / 2; {
		case at-half < x.from:
			anchor = 0
		case at+half > x.to:
			anchor = 1
		}
		p.write(text{Point: layout.Point{X: at, Y: y.to - 5}, string: clean(d.Name), size: smallSize, anchor: anchor, bold: true, colour: 0xB84A00})
	}
	return o.chart(w, "a histogram", page.finish(nil, nil))
}

// bins counts the numbers in equal steps from lo on. The step is that of Freedman and
// Diaconis (On the histogram as a density estimator: L2 theory, Z. Wahrscheinlichkeit
// 57:453–476): twice the distance of the quartiles over the cube root of the count,
// made round.
func (d Distribution) bins() (counts []int, lo, width float64) {
	v := slices.Clone(d.Values)
	slices.Sort(v)
	n := len(v)
	low, high := v[0], v[n-1]
	if low == high {
		width = max(math.Abs(low)/10, 0.1)
		return []int{n}, low - width/2, width
	}
	width = 2 * (v[n*3/4] - v[n/4]) / math.Cbrt(float64(n))
	const fewest, most = 5, 60
	width = min(max(width, (high-low)/most), (high-low)/fewest)
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
