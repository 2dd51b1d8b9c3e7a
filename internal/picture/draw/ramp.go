package draw

import "math"

// ramp are the colours of a heat map, from little to much. They grow darker all the
// way, so that the order can be seen in grey and by everybody.
var ramp = []colour{0xFFFBEB, 0xFEE3AE, 0xFBBF6E, 0xF0904A, 0xD55F3C, 0xA63744, 0x6C204B, 0x2F103C}

// noValue is the colour of a cell without a number.
const noValue colour = 0xE4E4E4

// heat returns the colour for the share t of the way along the ramp.
func heat(t float64) colour {
	t = min(max(t, 0), 1) * float64(len(ramp)-1)
	i := min(int(t), len(ramp)-2)
	return mix(ramp[i], ramp[i+1], t-float64(i))
}

// mix returns the colour that lies the share t of the way from a to b.
func mix(a, b colour, t float64) colour {
	part := func(shift uint) colour {
		x, y := float64(a>>shift&0xFF), float64(b>>shift&0xFF)
		return colour(math.Round(x+float64((y-x)*t))) << shift
	}
	return part(16) | part(8) | part(0)
}

// luminance returns how light a colour looks, 0 to 1. (IEC 61966-2-1.)
func (c colour) luminance() float64 {
	part := func(shift uint) float64 {
		x := float64(c>>shift&0xFF) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// over returns the colour of text that can be read on c.
func (c colour) over() colour {
	if c.luminance() < 0.3 {
		return paper
	}
	return ink
}
