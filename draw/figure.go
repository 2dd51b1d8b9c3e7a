package draw

import (
	"fmt"
	"io"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/layout"
)

// From these sizes on, nodes and edges cannot be told apart.
const (
	mostNodes = 300
	mostEdges = 1500
)

// A figure is what is to be drawn of one graph or of two: names, edges and what each
// edge stands for.
type figure struct {
	Options
	difference bool // of two graphs
	names      []string
	labels     [][]string // names as lines
	edges      []graph.Edge
	kinds      []kind // by edge
	notes      []string
	legend     []entry
	parts      [][]graph.Edge // edges that the layout regards, the firmest first
	place      *layout.Layout // nil until it is laid out
}

// Graph draws g.
func Graph(w io.Writer, g *graph.Graph, o Options) error {
	f := newFigure(g, o)
	f.edges = g.EdgeList()
	f.kinds = make([]kind, len(f.edges))
	f.notes = tripleNotes(g, "")
	f.parts = [][]graph.Edge{f.edges}
	if o.Beside != nil {
		beside, err := graph.Align(g.Names(), o.Beside)
		if err != nil {
			return fmt.Errorf("draw: the graph beside it: %w", err)
		}
		f.parts = [][]graph.Edge{f.edges, without(beside, g)}
	}
	return f.draw(w)
}

// Difference draws truth and guess over each other: what both have, what is missing
// in the guess, what it has in excess, and where it has other marks. The nodes of the
// two must have the same names.
func Difference(w io.Writer, truth, guess *graph.Graph, o Options) error {
	guess, err := graph.Align(truth.Names(), guess)
	if err != nil {
		return fmt.Errorf("draw: the guess: %w", err)
	}
	o.Truth, o.Guess = or(o.Truth, "truth"), or(o.Guess, "guess")
	f := newFigure(truth, o)
	f.difference = true
	claimed := without(guess, truth)
	f.parts = [][]graph.Edge{truth.EdgeList(), claimed}
	for e := range truth.Edges() {
		f.add(e, kindOf(e, truth, guess, missing, asTruth))
	}
	for _, e := range claimed {
		f.add(e, kindOf(e, guess, truth, extra, asGuess))
	}
	f.notes = append(tripleNotes(truth, " in "+o.Truth), tripleNotes(guess, " in "+o.Guess)...)
	if !o.NoLegend {
		f.legend = differenceLegend(f)
	}
	return f.draw(w)
}

func newFigure(g *graph.Graph, o Options) *figure {
	f := &figure{Options: o, names: g.Names().List()}
	f.labels = make([][]string, len(f.names))
	for v, name := range f.names {
		f.labels[v] = wrapName(clean(name))
	}
	return f
}

func (f *figure) add(e graph.Edge, k kind) {
	f.edges = append(f.edges, e)
	f.kinds = append(f.kinds, k)
}

// without returns the edges of g that h lacks.
func without(g, h *graph.Graph) []graph.Edge {
	var edges []graph.Edge
	for e := range g.Edges() {
		if !slices.Contains(h.Between(e.X, e.Y), e) {
			edges = append(edges, e)
		}
	}
	return edges
}

// kindOf says what an edge of own stands for: it is agreed if other has it, else it
// is alone, or differs where other has an edge of the pair that own lacks.
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

// tripleNotes lists what is said of triples beside the edges.
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
					clean(g.Name(t.A)), clean(g.Name(t.B)), clean(g.Name(t.C)))
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

// draw writes the figure in the format asked for.
func (f *figure) draw(w io.Writer) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	large := len(f.names) > mostNodes || len(f.edges) > mostEdges
	if f.View == Matrix || f.View == Auto && large && format.paint != nil {
		return f.chart(w, "a matrix", f.matrix())
	}
	if !large || f.View == Nodes {
		f.lay()
	}
	if format.write != nil {
		return format.write(w, f)
	}
	return format.paint(w, f.paint(), f.Options)
}

// Padding of a name in its node, and the height of a line of it.
const (
	padX, padY = 8.0, 6.0
	lineHeight = 12.5
)

// lay places the nodes and routes the edges.
func (f *figure) lay() {
	sizes := make([]layout.Size, len(f.names))
	for v, lines := range f.labels {
		w := 0.
		for _, line := range lines {
			w = max(w, textWidth(line, nameSize, false))
		}
		h := lineHeight*float64(len(lines)) + 2*padY
		sizes[v] = layout.Size{W: max(1.04*w+2*padX, h), H: h}
	}
	f.place = layout.Place(sizes, layout.Options{}, f.parts...)
	// Routes of edges that only keep room are not drawn.
	f.place.Routes = f.place.Routes[:len(f.edges)]
}
