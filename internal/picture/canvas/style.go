package canvas

import "math"

// The house style: one font, few colours, thin lines. page.css of the report replaces the colours in the dark.
const (
	Ink   Colour = 0x1A1A1A // text, arrows
	Grey  Colour = 0x5A5A5A // axes, notes
	Faded Colour = 0x8A8A8A // edges of both graphs
	Pale  Colour = 0xD9D9D9 // grid lines
	Paper Colour = 0xFFFFFF

	// These can be distinguished from each other and from grey with all kinds of colour vision. The
	// first two are from the palette of Okabe and Ito (Color universal design, 2008).
	Vermilion Colour = 0xD55E00
	Blue      Colour = 0x0072B2
	Violet    Colour = 0x8A2BE2

	TitleSize = 12
	SmallSize = 9 // legends, axes, notes
	Margin    = 12
)

// luminance returns how light a colour looks, 0 to 1. (IEC 61966-2-1.)
func (c Colour) luminance() float64 {
	part := func(shift uint) float64 {
		x := float64(c>>shift&0xFF) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// Over returns the colour of text that can be read on c.
func (c Colour) Over() Colour {
	if c.luminance() < 0.3 {
		return Paper
	}
	return Ink
}
