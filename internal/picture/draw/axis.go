package draw

import (
	"math"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A scale takes numbers between lo and hi to points between from and to.
type scale struct{ lo, hi, from, to float64 }

func (s scale) at(x float64) float64 {
	if s.hi == s.lo {
		return s.from
	}
	return s.from + float64((x-s.lo)/(s.hi-s.lo)*(s.to-s.from))
}

// A tick is a number on an axis as it is written there.
type tick struct {
	value float64
	string
}

// ticks returns about most round numbers between lo and hi: multiples of 1, 2 or 5
// times a power of ten, all written with the same number of decimals.
func ticks(lo, hi float64, most int) []tick {
	if near(lo, hi) {
		return []tick{{lo, strconv.FormatFloat(lo, 'g', 4, 64)}}
	}
	power := math.Floor(math.Log10((hi - lo) / float64(most)))
	step, decimals := 0., 0
	for _, m := range []float64{1, 2, 5, 10} {
		// The power is divided by, so that 0.1, 0.01 and so on are exact.
		if power < 0 {
			step = m / math.Pow10(int(-power))
		} else {
			step = m * math.Pow10(int(power))
		}
		decimals = int(max(0, -power))
		if m == 10 {
			decimals = int(max(0, -power-1))
		}
		if (hi-lo)/step <= float64(most) {
			break
		}
	}
	var list []tick
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step; k++ {
		v := k * step
		if k == 0 {
			v = 0 // and not -0
		}
		s := strconv.FormatFloat(v, 'f', decimals, 64)
		if math.Abs(power) > 6 {
			s = strconv.FormatFloat(v, 'g', 4, 64)
		}
		list = append(list, tick{v, s})
	}
	return list
}

var axisPen = pen{grey, 0.8, nil}

// axisBelow draws the axis of s at height y, with grid lines up to top.
func (p *picture) axisBelow(s scale, y, top float64, label string) {
	for _, t := range ticks(s.lo, s.hi, 6) {
		x := s.at(t.value)
		p.stroke(line(x, top, x, y), pen{pale, 0.6, nil}, 0)
		p.stroke(line(x, y, x, y+3), axisPen, 0)
		p.write(text{Point: layout.Point{X: x, Y: y + 12}, string: t.string, size: smallSize, anchor: 0.5, colour: grey})
	}
	p.stroke(line(s.from, y, s.to, y), axisPen, 0)
	for i, part := range axisLabel(label, s.to-s.from) {
		p.write(text{Point: layout.Point{X: (s.from + s.to) / 2, Y: y + 25 + axisLine*float64(i)}, string: part, size: smallSize, anchor: 0.5, colour: ink})
	}
}

const axisLine = smallSize * 1.3

// axisLabel breaks a label into lines as wide as the axis.
func axisLabel(label string, width float64) []string {
	return wrapText(clean(label), smallSize, false, width)
}

// axisRoom returns the height that ticks and label take below an axis.
func axisRoom(label string, width float64) float64 {
	return 16 + axisLine*float64(len(axisLabel(label, width)))
}

// near reports whether two numbers are too close for steps between them.
func near(a, b float64) bool { return !(math.Abs(b-a) > 1e-9*max(math.Abs(a), math.Abs(b))) }

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
