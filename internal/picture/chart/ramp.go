package chart

import (
	"math"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// ramp has the colours of a heat map, from small to large numbers. Each is darker than the one before, so that the order
// can be seen without colours.
var ramp = []canvas.Colour{0xFFFBEB, 0xFEE3AE, 0xFBBF6E, 0xF0904A, 0xD55F3C, 0xA63744, 0x6C204B, 0x2F103C}

// noValue is the colour of a cell without a number.
const noValue canvas.Colour = 0xE4E4E4

// noClaim is the colour of a cell without a claim, under its hatching.
const noClaim canvas.Colour = 0xF7F7F7

// heat returns the colour at fraction t of the ramp.
func heat(t float64) canvas.Colour {
	t = min(max(t, 0), 1) * float64(len(ramp)-1)
	i := min(int(t), len(ramp)-2)
	return mix(ramp[i], ramp[i+1], t-float64(i))
}

// mix returns the colour at fraction t between a and b.
func mix(a, b canvas.Colour, t float64) canvas.Colour {
	part := func(shift uint) canvas.Colour {
		x, y := float64(a>>shift&0xFF), float64(b>>shift&0xFF)
		return canvas.Colour(math.Round(x+float64((y-x)*t))) << shift
	}
	return part(16) | part(8) | part(0)
}
