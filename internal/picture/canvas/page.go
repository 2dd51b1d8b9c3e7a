package canvas

import (
	"cmp"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Page is a picture that grows downwards: title, body, legend, notes.
type Page struct {
	*Picture
	Width float64 // of the column between the margins
	y     float64 // top of the next element
}

// NewPage begins a page for a body of the given width and writes the title. If there is none, screen readers
// get the description.
func NewPage(title, description string, width float64, legend []Entry) *Page {
	const narrowest = 120
	p := &Page{Picture: &Picture{Title: cmp.Or(title, description)}, Width: max(width, narrowest), y: Margin}
	for _, e := range legend {
		p.widen(e.Room())
	}
	p.Width = max(p.Width, min(Room(Clean(title), TitleSize, true), 420))
	for _, line := range WrapText(Clean(title), TitleSize, true, p.Width) {
		p.widen(Room(line, TitleSize, true))
		p.Write(Text{Point: layout.Point{X: Margin, Y: p.y + TitleSize*0.8}, String: line, Size: TitleSize, Bold: true, Colour: Ink})
		p.y += TitleSize * 1.3
	}
	if title != "" {
		p.y += 6
	}
	return p
}

// widen makes the page at least w wide between the margins.
func (p *Page) widen(w float64) { p.Width = max(p.Width, w) }

// Body reserves space of the given size and returns its upper left corner.
func (p *Page) Body(s layout.Size) (*Picture, layout.Point) {
	p.widen(s.W)
	at := layout.Point{X: Margin + (p.Width-s.W)/2, Y: p.y}
	p.y += s.H
	return p.Picture, at
}

// An Entry of a legend shows a sample beside a text.
type Entry struct {
	String string
	Width  float64                           // of the sample
	Sample func(p *Picture, at layout.Point) // paints it; at is the middle of its left side
}

const sampleGap = 6.0

// Room returns the width of the sample and the text.
func (e Entry) Room() float64 { return e.Width + sampleGap + Room(e.String, SmallSize, false) }

// Paint paints the entry; at is the middle of its left side.
func (e Entry) Paint(p *Picture, at layout.Point) {
	e.Sample(p, at)
	p.Write(Text{Point: layout.Point{X: at.X + e.Width + sampleGap, Y: at.Y + SmallSize*0.36}, String: e.String, Size: SmallSize, Colour: Ink})
}

// Finish adds legend and notes and closes the page.
func (p *Page) Finish(legend []Entry, notes []string) *Picture {
	p.legend(legend)
	const readable = 240
	for i, note := range notes {
		if i == 0 {
			p.y += 8
		}
		for _, line := range WrapText(note, SmallSize, false, max(p.Width, readable)) {
			p.widen(Room(line, SmallSize, false))
			p.Write(Text{Point: layout.Point{X: Margin, Y: p.y + SmallSize}, String: line, Size: SmallSize, Colour: Grey})
			p.y += SmallSize * 1.35
		}
	}
	p.W, p.H = p.Width+2*Margin, p.y+Margin
	p.Snap()
	return p.Picture
}

// legend puts entries side by side as long as they fit.
func (p *Page) legend(entries []Entry) {
	const apart, row = 16., 15.
	if len(entries) == 0 {
		return
	}
	p.y += 14
	x := 0.
	for _, e := range entries {
		w := e.Room()
		if x > 0 && x+w > p.Width {
			x = 0
			p.y += row
		}
		y := p.y + row/2
		e.Paint(p.Picture, layout.Point{X: Margin + x, Y: y})
		x += w + apart
	}
	p.y += row
}
