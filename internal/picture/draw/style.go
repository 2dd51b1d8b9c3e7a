package draw

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A kind is the meaning of an edge of a drawing. Kinds are painted in this order, so that differences are on top.
type kind int

const (
	single       kind = iota // an edge of the only graph
	agreed                   // in both graphs
	undetermined             // in both equivalence classes; the truth has other marks, which the class does not determine
	missing                  // only in the truth
	extra                    // only in the guess
	asTruth                  // different marks: those of the truth
	asGuess                  // different marks: those of the guess
	allKinds     = asGuess + 1

	// The kinds of a graph that was tested against data. Text formats do not have them.
	rejected    = allKinds     // two nodes that the graph separates and the data do not
	unsupported = allKinds + 1 // an edge whose nodes the data do not show to be dependent
)

// right reports whether the guess is right about an edge.
func (k kind) right() bool { return k == agreed || k == undetermined }

// Kinds differ by colour and by dashes, so that a drawing can be read without colours.
var kinds = [unsupported + 1]struct {
	name string // class in SVG
	tip  string // ends the tip of an edge
	pen  canvas.Pen
}{
	single:       {"single", "", canvas.Pen{Colour: canvas.Ink, Width: 1.1}},
	agreed:       {"agreed", ": both", canvas.Pen{Colour: canvas.Faded, Width: 1.1}},
	undetermined: {"undetermined", ": not determined by the class", canvas.Pen{Colour: canvas.Faded, Width: 1.1, Dash: []float64{3.6, 1.6}}},
	missing:      {"missing", ": only in the truth", canvas.Pen{Colour: canvas.Vermilion, Width: 1.7, Dash: []float64{7, 3.5}}},
	extra:        {"extra", ": only in the guess", canvas.Pen{Colour: canvas.Blue, Width: 1.9, Dash: []float64{1.9, 2.3}}},
	asTruth:      {"as-truth", ": in the truth, with different marks in the guess", canvas.Pen{Colour: canvas.Violet, Width: 1.5, Dash: []float64{8, 2.5, 1.8, 2.5}}},
	asGuess:      {"as-guess", ": in the guess, with different marks in the truth", canvas.Pen{Colour: canvas.Violet, Width: 1.5, Dash: []float64{3.2, 1.8}}},

	rejected:    {"rejected", "", canvas.Pen{Colour: canvas.Vermilion, Width: 1.5, Dash: []float64{5, 3}}},
	unsupported: {"unsupported", ": not supported by the data", canvas.Pen{Colour: 0xB0B0B0, Width: 1.1}},
}

// An entry of a legend explains edges or cells.
type entry struct {
	kinds   []kind      // samples of edges
	patches []cellStyle // or of cells
	string
	dot, mermaid string // how edges look in these formats, in words
}

const (
	sampleWidth = 34.0 // of a line in a legend
	sampleGap   = 6.0
	patchWidth  = 11.0
)

// painted returns the entries with their samples.
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
				if k == rejected || k == undetermined {
					end = graph.Tail
				}
				paintEdge(p, graph.Tail, end, layout.Curve{{X: x, Y: y}, {X: x + sampleWidth/3, Y: y}, {X: x + sampleWidth*2/3, Y: y}, {X: x + sampleWidth, Y: y}}, kinds[k].pen)
			}
		}})
	}
	return list
}

// differenceLegend explains the kinds of edges that a difference has and counts them. The page uses the same words.
func differenceLegend(f *Drawing) []entry {
	var count [unsupported + 1]int
	pairs := make(map[[2]graph.Node]bool) // with different marks
	for i, k := range f.kinds {
		count[k]++
		if k == asTruth {
			pairs[[2]graph.Node{f.edges[i].X, f.edges[i].Y}] = true
		}
	}
	count[asTruth] = len(pairs)
	return counted([]entry{
		{[]kind{agreed}, nil, "both", "grey, solid", "grey, solid"},
		{[]kind{undetermined}, nil, "not determined by the class", "grey, dashed", "grey, dashed"},
		{[]kind{missing}, nil, "only in the truth", "orange, dashed", "orange, dashed"},
		{[]kind{extra}, nil, "only in the guess", "blue, dotted", "blue, dotted"},
		{[]kind{asTruth, asGuess}, nil, "different marks: truth, guess",
			"violet, double, dashed and dotted", "violet, dashes and dots and short dashes"},
	}, count)
}

// counted returns the entries of the kinds that occur, with their counts.
func counted(entries []entry, count [unsupported + 1]int) (list []entry) {
	for _, e := range entries {
		if n := count[e.kinds[0]]; n > 0 {
			e.string = fmt.Sprintf("%s (%d)", e.string, n)
			list = append(list, e)
		}
	}
	return list
}
