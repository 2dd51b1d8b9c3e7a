package svgtest

import (
	"math"
	"strconv"
	"testing"
)

// RGB returns the linear parts of a colour such as #d55e00.
func RGB(t testing.TB, hex string) [3]float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	var c [3]float64
	for i := range c {
		x := float64(n>>(16-8*i)&0xFF) / 255
		if x <= 0.04045 {
			c[i] = x / 12.92
		} else {
			c[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return c
}

// A Vision is how eyes see linear colours. The matrices are those of Machado,
// Oliveira and Fernandes, A physiologically-based model for simulation of color
// vision deficiency (IEEE Trans. Vis. Comput. Graph. 15:1291–1298), at full severity.
type Vision struct {
	Name   string
	matrix [3][3]float64
}

// Visions are full vision and those of people who see two of the three primaries.
var Visions = []Vision{
	{"full", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanope", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranope", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanope", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

func (v Vision) See(c [3]float64) (out [3]float64) {
	for i, row := range v.matrix {
		for j, x := range row {
			out[i] += x * c[j]
		}
		out[i] = min(max(out[i], 0), 1)
	}
	return out
}

// Contrast returns the distance of two linear colours in CIELAB, where 2 can just be
// seen. (CIE 1976, white point D65.)
func Contrast(a, b [3]float64) float64 {
	p, q := Lab(a), Lab(b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// Lab returns a linear colour in CIELAB: lightness, and two axes of colour.
func Lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.95047)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}
