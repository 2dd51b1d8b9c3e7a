package chart

import (
	"math"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// ramp are the colours of a heat map, from little to much. They grow darker all the
// way, so that the order can be seen in grey and by everybody.
var ramp = []canvas.Colour{0xFFFBEB, 0xFEE3AE, 0xFBBF6E, 0xF0904A, 0xD55F3C, 0xA63744, 0x6C204B, 0x2F103C}

// noValue is the colour of a cell without a number.
const noValue canvas.Colour = 0xE4E4E4

// noClaim is the colour under the hatch of a cell about which nothing is claimed.
const noClaim canvas.Colour = 0xF7F7F7

// heat returns the colour for the share t of the way along the ramp.
func heat(t float64) canvas.Colour {
	t = min(max(t, 0), 1) * float64(len(ramp)-1)
	i := min(int(t), len(ramp)-2)
	return mix(ramp[i], ramp[i+1], t-float64(i))
}

// mix returns the colour that lies the share t of the way from a to b.
func mix(a, b canvas.Colour, t float64) canvas.Colour {
	part := func(shift uint) canvas.Colour {
		x, y := float64(a>>shift&0xFF), float64(b>>shift&0xFF)
		return canvas.Colour(math.Round(x+float64((y-x)*t))) << shift
	}
	return part(16) | part(8) | part(0)
}
