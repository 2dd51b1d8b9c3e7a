package draw

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A page is a picture that grows downwards: title, body, legend, notes.
type page struct {
	*picture
	width float64 // of the column between the margins
	y     float64 // where the next thing begins
}

// newPage begins a page for a body of the given width and writes the title.
func newPage(title string, width float64, legend []entry) *page {
	const narrowest = 120
	p := &page{picture: &picture{title: title}, width: max(width, narrowest), y: margin}
	for _, e := range legend {
		p.widen(e.width())
	}
	p.width = max(p.width, min(room(clean(title), titleSize, true), 420))
	for _, line := range wrapText(clean(title), titleSize, true, p.width) {
		p.widen(room(line, titleSize, true))
		p.write(text{Point: layout.Point{X: margin, Y: p.y + titleSize*0.8}, string: line, size: titleSize, bold: true, colour: ink})
		p.y += titleSize * 1.3
	}
	if title != "" {
		p.y += 6
	}
	return p
}

// widen makes the page wide enough for something of width w.
func (p *page) widen(w float64) { p.width = max(p.width, w) }

// body makes room and returns its upper left corner.
func (p *page) body(s layout.Size) (*picture, layout.Point) {
	p.widen(s.W)
	at := layout.Point{X: margin + (p.width-s.W)/2, Y: p.y}
	p.y += s.H
	return p.picture, at
}

// An entry of a legend shows lines or a patch beside a text.
type entry struct {
	kinds   []kind // lines with an arrow
	patches []cast // else what stands in cells
	string
	dot, mermaid string // what the lines look like there, in words
}

const (
	sampleWidth = 34.0 // of a line in a legend
	sampleGap   = 6.0
	patchWidth  = 11.0
)

// swatch returns the width of what is shown, width that with the text.
func (e entry) swatch() float64 {
	if len(e.kinds) == 0 {
		return patchWidth * float64(len(e.patches))
	}
	return sampleWidth*float64(len(e.kinds)) + sampleGap*float64(len(e.kinds)-1)
}

func (e entry) width() float64 { return e.swatch() + sampleGap + room(e.string, smallSize, false) }

// finish adds legend and notes and closes the page.
func (p *page) finish(legend []entry, notes []string) *picture {
	p.legend(legend)
	const readable = 240
	for i, note := range notes {
		if i == 0 {
			p.y += 8
		}
		for _, line := range wrapText(note, smallSize, false, max(p.width, readable)) {
			p.widen(room(line, smallSize, false))
			p.write(text{Point: layout.Point{X: margin, Y: p.y + smallSize}, string: line, size: smallSize, colour: grey})
			p.y += smallSize * 1.35
		}
	}
	p.W, p.H = p.width+2*margin, p.y+margin
	return p.picture
}

// legend puts entries side by side as long as they fit.
func (p *page) legend(entries []entry) {
	const apart, row = 16., 15.
	if len(entries) == 0 {
		return
	}
	p.y += 14
	x := 0.
	for _, e := range entries {
		w := e.width()
		if x > 0 && x+w > p.width {
			x = 0
			p.y += row
		}
		y := p.y + row/2
		for i, c := range e.patches {
			p.fill(c.dot(margin+x+patchWidth*float64(i), y-smallSize/2, smallSize), c.colour)
		}
		for i, k := range e.kinds {
			from := margin + x + float64(i)*(sampleWidth+sampleGap)
			p.edge(graph.Tail, graph.Arrow, layout.Curve{{X: from, Y: y}, {X: from + sampleWidth/3, Y: y}, {X: from + sampleWidth*2/3, Y: y}, {X: from + sampleWidth, Y: y}}, kinds[k].pen)
		}
		p.write(text{Point: layout.Point{X: margin + x + e.swatch() + sampleGap, Y: y + smallSize*0.36}, string: e.string, size: smallSize, colour: ink})
		x += w + apart
	}
	p.y += row
}

// differenceLegend explains the lines of a difference and counts them.
func differenceLegend(f *figure) []entry {
	var count [allKinds]int
	pairs := make(map[[2]graph.Node]bool) // that differ
	for i, k := range f.kinds {
		count[k]++
		if k == asTruth {
			pairs[[2]graph.Node{f.edges[i].X, f.edges[i].Y}] = true
		}
	}
	truth, guess := clean(f.Truth), clean(f.Guess)
	return []entry{
		{
			kinds: []kind{agreed}, string: fmt.Sprintf("in both (%d)", count[agreed]),
			dot: "grey, solid", mermaid: "grey, solid",
		}, {
			kinds: []kind{missing}, string: fmt.Sprintf("missing: only in %s (%d)", truth, count[missing]),
			dot: "orange, dashed", mermaid: "orange, dashed",
		}, {
			kinds: []kind{extra}, string: fmt.Sprintf("extra: only in %s (%d)", guess, count[extra]),
			dot: "blue, dotted", mermaid: "blue, dotted",
		}, {
			kinds: []kind{asTruth, asGuess}, string: fmt.Sprintf("marks differ: as in %s, as in %s (%d)", truth, guess, len(pairs)),
			dot: "violet, double, dashed and dotted", mermaid: "violet, dashes and dots and short dashes",
		},
	}
}
