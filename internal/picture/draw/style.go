package draw

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A kind is what an edge of a drawing stands for.
type kind int

const (
	single   kind = iota // an edge of the one graph drawn
	agreed               // in both graphs
	missing              // between nodes that are adjacent in the truth only, or one edge more there
	extra                // the same in the guess
	asTruth              // the nodes are adjacent in both, with other marks: those of the truth
	asGuess              // those of the guess
	allKinds = asGuess + 1

	// The kinds of a graph that was tested against data. Only pictures have them.
	rejected    = allKinds     // two nodes that the graph separates and the data do not
	unsupported = allKinds + 1 // an edge whose nodes the data do not show to be dependent
)

// Each kind differs from the others by colour and by line, so that a drawing can be
// read in grey.
var kinds = [unsupported + 1]struct {
	name string // class in SVG
	pen  canvas.Pen
}{
	single:  {"single", canvas.Pen{Colour: canvas.Ink, Width: 1.1}},
	agreed:  {"agreed", canvas.Pen{Colour: canvas.Grey, Width: 1.1}},
	missing: {"missing", canvas.Pen{Colour: canvas.Vermilion, Width: 1.7, Dash: []float64{7, 3.5}}},
	extra:   {"extra", canvas.Pen{Colour: canvas.Blue, Width: 1.9, Dash: []float64{1.9, 2.3}}},
	asTruth: {"as-truth", canvas.Pen{Colour: canvas.Violet, Width: 1.5, Dash: []float64{8, 2.5, 1.8, 2.5}}},
	asGuess: {"as-guess", canvas.Pen{Colour: canvas.Violet, Width: 1.5, Dash: []float64{3.2, 1.8}}},

	rejected:    {"rejected", canvas.Pen{Colour: canvas.Vermilion, Width: 1.5, Dash: []float64{5, 3}}},
	unsupported: {"unsupported", canvas.Pen{Colour: 0xB0B0B0, Width: 1.1}},
}

// An entry of a legend explains lines or cells.
type entry struct {
	kinds   []kind      // lines with an arrow
	patches []cellStyle // else what stands in cells
	string
	dot, mermaid string // what the lines look like there, in words
}

const (
	sampleWidth = 34.0 // of a line in a legend
	sampleGap   = 6.0
	patchWidth  = 11.0
)

// painted returns the entries as a page shows them.
func painted(entries []entry) (list []canvas.Entry) {
	for _, e := range entries {
		width := patchWidth * float64(len(e.patches))
		if n := float64(len(e.kinds)); n > 0 {
			width = sampleWidth*n + sampleGap*(n-1)
		}
		list = append(list, canvas.Entry{String: e.string, Width: width, Sample: func(p *canvas.Picture, at layout.Point) {
			for i, c := range e.patches {
				p.Fill(c.dot(at.X+patchWidth*float64(i), at.Y-4, canvas.SmallSize), c.Colour)
			}
			for i, k := range e.kinds {
				x, y := at.X+float64(i)*(sampleWidth+sampleGap), at.Y
				end := graph.Arrow
				if k == rejected {
					end = graph.Tail
				}
				paintEdge(p, graph.Tail, end, layout.Curve{{X: x, Y: y}, {X: x + sampleWidth/3, Y: y}, {X: x + sampleWidth*2/3, Y: y}, {X: x + sampleWidth, Y: y}}, kinds[k].pen)
			}
		}})
	}
	return list
}

// differenceLegend explains the lines of a difference and counts them.
func differenceLegend(f *Drawing) []entry {
	var count [allKinds]int
	pairs := make(map[[2]graph.Node]bool) // that differ
	for i, k := range f.kinds {
		count[k]++
		if k == asTruth {
			pairs[[2]graph.Node{f.edges[i].X, f.edges[i].Y}] = true
		}
	}
	truth, guess := canvas.Clean(f.Truth), canvas.Clean(f.Guess)
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
