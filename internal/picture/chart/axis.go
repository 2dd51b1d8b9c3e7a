package chart

import (
	"fmt"
	"math"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A scale maps numbers between lo and hi to coordinates between from and to.
type scale struct {
	lo, hi, from, to float64
	log              bool // equal factors are equally far apart
}

func (s scale) at(x float64) float64 {
	if s.log {
		return scale{lo: math.Log(s.lo), hi: math.Log(s.hi), from: s.from, to: s.to}.at(math.Log(x))
	}
	if s.hi == s.lo {
		return s.from
	}
	return s.from + float64((x-s.lo)/(s.hi-s.lo)*(s.to-s.from))
}

// A tick is a number on an axis and its label.
type tick struct {
	value float64
	string
}

func (t tick) label() string { return t.string }

// ticks returns about most round numbers between lo and hi: multiples of 1, 2 or 5
// times a power of ten, all written with the same number of decimals.
func ticks(lo, hi float64, most int) []tick {
	if near(lo, hi) {
		return []tick{{lo, strconv.FormatFloat(lo, 'g', 4, 64)}}
	}
	power := math.Floor(math.Log10((hi - lo) / float64(most)))
	step, decimals := 0., 0
	for _, m := range []float64{1, 2, 5, 10} {
		// Division by the power makes 0.1, 0.01 and so on exact.
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

// logTicks returns round numbers between lo and hi, which are positive: powers of ten and, if these are few, also their
// multiples by 2 and 5.
func logTicks(lo, hi float64) []tick {
	for _, factors := range [][]float64{{1}, {1, 3}, {1, 2, 5}} {
		var list []tick
		for power := math.Floor(math.Log10(lo)); power <= math.Log10(hi); power++ {
			for _, f := range factors {
				// Parsed, so that 0.001 and the like are exact.
				v, err := strconv.ParseFloat(fmt.Sprintf("%ge%g", f, power), 64)
				if err == nil && lo <= v && v <= hi {
					list = append(list, tick{v, strconv.FormatFloat(v, 'g', -1, 64)})
				}
			}
		}
		if len(list) >= 4 {
			return list
		}
	}
	return ticks(lo, hi, 5)
}

var axisPen = canvas.Pen{Colour: canvas.Grey, Width: 0.8}

// axisBelow draws the axis of s at height y from left to right, with grid lines up to top.
func axisBelow(p *canvas.Picture, s scale, ticks []tick, y, top float64, label string, left, right float64) {
	for _, t := range ticks {
		x := s.at(t.value)
		p.Stroke(canvas.Line(x, top, x, y), canvas.Pen{Colour: canvas.Pale, Width: 0.6}, 0)
		p.Stroke(canvas.Line(x, y, x, y+3), axisPen, 0)
		p.Write(canvas.Text{Point: layout.Point{X: x, Y: y + 12}, String: t.string, Size: canvas.SmallSize, Anchor: 0.5, Colour: canvas.Grey})
	}
	p.Stroke(canvas.Line(left, y, right, y), axisPen, 0)
	for i, part := range axisLabel(label, right-left) {
		p.Write(canvas.Text{Point: layout.Point{X: (left + right) / 2, Y: y + 25 + axisLine*float64(i)}, String: part, Size: canvas.SmallSize, Anchor: 0.5, Colour: canvas.Ink})
	}
}

const axisLine = canvas.SmallSize * 1.3

// axisLabel breaks a label into lines as wide as the axis.
func axisLabel(label string, width float64) []string {
	return canvas.WrapText(canvas.Clean(label), canvas.SmallSize, false, width)
}

// axisRoom returns the height of ticks and label below an axis.
func axisRoom(label string, width float64) float64 {
	return 16 + axisLine*float64(len(axisLabel(label, width)))
}

// near reports whether two numbers are too close for steps between them.
func near(a, b float64) bool { return !(math.Abs(b-a) > 1e-9*max(math.Abs(a), math.Abs(b))) }

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
