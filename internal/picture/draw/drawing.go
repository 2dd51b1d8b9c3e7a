package draw

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/internal/series"
)

// Above these sizes, names and edges cannot be read on a screen: 100 nodes are 2,600 points wide.
const (
	mostNodes = 100
	mostEdges = 500
)

// A Drawing is the content of a picture of one graph or of two: names, edges and the kind of each edge. It is painted as
// a [canvas.Picture] or written in one of the [Formats].
type Drawing struct {
	Options
	difference bool // of two graphs
	names      []string
	labels     [][]string // names as lines
	edges      []graph.Edge
	kinds      []kind // by edge
	notes      []string
	legend     []entry
	parts      [][]graph.Edge // edges for the layout; arrows of the first group go down
	place      *layout.Layout // nil until it is laid out
	scale      float64        // of the picture, to fit Width; 0 is 1
	narrow     bool           // nodes have little padding, to fit Width
	side       float64        // of a matrix, to fit Width; 0 is matrixSide

	frame *series.MomentIndex // for time series: the moment of each node
	title string              // the default title
}

// Graph returns the drawing of g.
func Graph(g *graph.Graph, o Options) *Drawing {
	f := newDrawing(g, o)
	f.edges = g.EdgeList()
	f.parts = [][]graph.Edge{f.edges}
	f.kinds = make([]kind, len(f.edges))
	f.notes = tripleNotes(g, "")
	return f
}

// Difference returns the drawing of truth and guess over each other: the edges of both, the edges of one of them, and
// pairs of nodes with different marks. The nodes of the two must have the same names.
func Difference(truth, guess *graph.Graph, o Options) (*Drawing, error) {
	guess, err := guess.Align(truth.Names())
	if err != nil {
		return nil, fmt.Errorf("draw: the guess: %w", err)
	}
	f := newDrawing(truth, o)
	f.difference = true
	claimed := layout.Without(guess, truth)
	f.parts = [][]graph.Edge{truth.EdgeList(), claimed}
	for e := range truth.Edges() {
		k := kindOf(e, truth, guess, missing, asTruth)
		if k == agreed && o.Class != "" && !slices.Contains(o.Own.Between(e.X, e.Y), e) {
			k = undetermined
		}
		f.add(e, k)
	}
	for _, e := range claimed {
		f.add(e, kindOf(e, guess, truth, extra, asGuess))
	}
	if o.Class != "" {
		f.notes = append(f.notes, fmt.Sprintf("The guess is a %s and is compared with the %[1]s of the truth.", o.Class))
	}
	f.notes = append(f.notes, slices.Concat(tripleNotes(truth, " in the truth"), tripleNotes(guess, " in the guess"))...)
	if !o.NoLegend {
		f.legend = differenceLegend(f)
	}
	return f, nil
}

func newDrawing(g *graph.Graph, o Options) *Drawing {
	f := &Drawing{Options: o, names: g.Names().List()}
	_, f.labels = Sizes(f.names)
	return f
}

func (f *Drawing) add(e graph.Edge, k kind) {
	f.edges = append(f.edges, e)
	f.kinds = append(f.kinds, k)
}

// kindOf returns the kind of an edge of own: agreed if other has it too, otherwise differs if other has an edge between
// the two nodes that own does not have, and alone if it does not.
func kindOf(e graph.Edge, own, other *graph.Graph, alone, differs kind) kind {
	mine, theirs := own.Between(e.X, e.Y), other.Between(e.X, e.Y)
	if slices.Contains(theirs, e) {
		return agreed
	}
	for _, t := range theirs {
		if !slices.Contains(mine, t) {
			return differs
		}
	}
	return alone
}

// tripleNotes lists the triples with a status.
func tripleNotes(g *graph.Graph, where string) []string {
	const most = 8
	var notes []string
	for _, status := range []graph.Status{graph.Ambiguous, graph.Collider, graph.NonCollider} {
		note, count := "", 0
		for _, t := range g.Triples() {
			if t.Status != status {
				continue
			}
			if count++; count <= most {
				note += fmt.Sprintf("%s %s – %s – %s", map[bool]string{true: ",", false: ""}[count > 1],
					canvas.Clean(g.Name(t.A)), canvas.Clean(g.Name(t.B)), canvas.Clean(g.Name(t.C)))
			}
		}
		if count > most {
			note += fmt.Sprintf(" and %d more", count-most)
		}
		if count > 0 {
			notes = append(notes, fmt.Sprintf("%v%s:%s", status, where, note))
		}
	}
	return notes
}

// large reports whether there are too many nodes or edges to distinguish them.
func (f *Drawing) large() bool { return len(f.names) > mostNodes || len(f.edges) > mostEdges }

// Picture paints nodes and edges, or a matrix if the options ask for it or there are too many of them.
func (f *Drawing) Picture() *canvas.Picture {
	p := f.paint()
	if f.scale > 0 && f.scale < 1 {
		p.Scale(f.scale)
	}
	return p
}

func (f *Drawing) paint() *canvas.Picture {
	switch {
	case f.drawsNodes():
		f.lay(layout.Options{})
		return f.nodes()
	case f.drawsMatrix():
		return f.matrix()
	case f.View == Process:
		return f.process()
	}
	return f.timeSeries()
}

func (f *Drawing) drawsMatrix() bool { return !f.drawsNodes() && (f.frame == nil || f.View == Matrix) }

// drawsNodes reports whether the picture has nodes and edges of a graph without time.
func (f *Drawing) drawsNodes() bool {
	return f.frame == nil && (f.View == Nodes || f.View == Auto && !f.large())
}

// Text writes the drawing in the text format of the given name.
func (f *Drawing) Text(w io.Writer, format string) error {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == format })
	switch {
	case i < 0:
		return fmt.Errorf("draw: unknown text format %q: use one of %s", format, strings.Join(Names(), ", "))
	case f.View == Matrix:
		return fmt.Errorf("draw: a matrix cannot be written as %s: use svg, png or pdf", format)
	}
	if !f.large() || f.View == Nodes {
		f.lay(layout.Options{})
	}
	return Formats[i].write(w, f)
}

// Padding of a name in its node, and the height of its lines.
const (
	padX, padY = 8.0, 6.0
	lineHeight = 12.0
	nameSize   = 10.5 // of the font
)

// Sizes returns the sizes of nodes with the given names, and the names as lines.
func Sizes(names []string) (sizes []layout.Size, labels [][]string) {
	for _, name := range names {
		lines := wrapName(canvas.Clean(name))
		w := 0.
		for _, line := range lines {
			w = max(w, canvas.TextWidth(line, nameSize, false))
		}
		h := lineHeight*float64(len(lines)) + 2*padY
		sizes = append(sizes, layout.Size{W: max(canvas.Snap(1.04*w+2*padX), h), H: h})
		labels = append(labels, lines)
	}
	return sizes, labels
}

// Lay places nodes and edges, if they are drawn, before the drawing is painted or written. It returns the
// error of stop, which is called again and again.
func (f *Drawing) Lay(stop func() error) error {
	if f.Width > 0 {
		return f.fitWidth(stop)
	}
	if f.drawsNodes() {
		f.lay(layout.Options{Stop: stop})
	}
	return stop()
}

// lay places the nodes and routes the edges, unless that is done.
func (f *Drawing) lay(o layout.Options) {
	if f.place != nil {
		return
	}
	sizes, _ := Sizes(f.names)
	if f.narrow {
		for v, s := range sizes {
			const less = 6 // padding
			sizes[v] = layout.Size{W: s.W - less, H: s.H - less}
		}
	}
	if f.At == nil {
		f.place = layout.Place(sizes, o, f.parts...)
	} else {
		at := make([]*layout.Point, len(f.names))
		for v, name := range f.names {
			if p, ok := f.At[name]; ok {
				at[v] = &p
			}
		}
		f.place = layout.Keep(sizes, at, o, f.parts...)
	}
	if f.place != nil { // nil if stopped
		f.place.ToOrigin()
	}
}

// wrapName breaks a long name into lines, if possible after a blank or a punctuation mark.
func wrapName(name string) []string {
	const most = 24
	var lines []string
	for utf8.RuneCountInString(name) > most {
		cut, place := 0, 0 // where to break, in bytes; runes so far
		for i, r := range name {
			if place == most {
				cut = cmp.Or(cut, i)
				break
			}
			place++
			if strings.ContainsRune(" _-./:,;|", r) && place > most/4 {
				cut = i + utf8.RuneLen(r)
			}
		}
		lines = append(lines, name[:cut])
		name = name[cut:]
	}
	return append(lines, name)
}
