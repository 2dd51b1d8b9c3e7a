package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// TestRoundTripOfClasses holds for every class of graphs, every format, and every code
// with all that can be stated about its direction: what is written is read back with the
// same statement, also where the format must be inferred, with triples and lags where
// there is room for them. Names are plain here: TestRoundTrip has odd ones.
func TestRoundTripOfClasses(t *testing.T) {
	for _, f := range format.Formats {
		if !f.CanRead() || !f.CanWrite() {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			for i, o := range statements(f) {
				came := 0 // back, with edges
				for k, class := range graphtest.Classes {
					for seed := range uint64(6) {
						trip := newTrip(f, o, class, uint64(i*len(graphtest.Classes)+k)*6+seed)
						g := class.Random(trip.rand(), 2+int(seed), 0.5)
						back, err := trip.make(g)
						if err != nil {
							g, _ = graphtest.Shrink(g, g.With(nil), func(g, _ *graph.Graph) bool { _, err := trip.make(g); return err != nil })
							_, err = trip.make(g)
							t.Fatalf("%s with %s: %q: %v", class.Name, said(trip.Options), graphtest.Draw(g), err)
						}
						if back && g.M() > 0 {
							came++
						}
					}
				}
				if _, err := f.CapabilitiesWith(o); err == nil && came == 0 {
					t.Errorf("no graph came back with %s", said(o))
				}
			}
		})
	}
}

// statements are all that can be stated about the direction of a file in each code.
func statements(f format.Format) []format.Options {
	if !slices.Contains(f.Options, "codes") {
		return []format.Options{{}}
	}
	codes := []string{""}
	for _, c := range format.Codes() {
		codes = append(codes, c.Name)
	}
	var list []format.Options
	for _, code := range codes {
		for _, orientation := range []string{"", "row-to-col", "col-to-row"} {
			for _, markAt := range []string{"", "row", "column"} {
				list = append(list, format.Options{Codes: code, Orientation: orientation, MarkAt: markAt})
			}
		}
	}
	return list
}

// said shows what is stated.
func said(o format.Options) string {
	directed := "unstated"
	if o.Directed != nil {
		directed = fmt.Sprint(*o.Directed)
	}
	return fmt.Sprintf("codes %q, orientation %q, mark-at %q, class %q, opposite-arcs %q, directed %s",
		o.Codes, o.Orientation, o.MarkAt, o.Class, o.OppositeArcs, directed)
}

// unstated reports whether o leaves the option open that is asked for.
func unstated(o format.Options, option string) bool {
	switch option {
	case "codes":
		return o.Codes == ""
	case "orientation":
		return o.Orientation == ""
	case "class":
		return o.Class == class.Unstated && !o.Series
	case "opposite-arcs":
		return o.OppositeArcs == ""
	case "directed":
		return o.Directed == nil
	}
	return false
}

// A trip is a way to write and read graphs of a class.
type trip struct {
	format.Options
	format format.Format
	class  string
	lags   bool
	seed   uint64
}

// newTrip adds to what is stated of the direction other things that the format may need.
func newTrip(f format.Format, o format.Options, of graphtest.Class, seed uint64) *trip {
	t := &trip{Options: o, format: f, class: of.Name, seed: seed}
	rng := t.rand()
	t.lags = f.Capabilities.Series && rng.IntN(2) == 0
	switch {
	case rng.IntN(3) == 0:
	case t.lags && !slices.Contains(f.Options, "codes"): // only this class reads names with lags as moments
		t.Series = true
	default:
		t.Class, _ = class.Parse(of.Name)
	}
	if slices.Contains(f.Options, "opposite-arcs") {
		t.OppositeArcs = []string{"", "undirected", "cycle"}[rng.IntN(3)]
	}
	if slices.Contains(f.Options, "directed") {
		t.Directed = []*bool{nil, new(true), new(false)}[rng.IntN(3)]
	}
	return t
}

func (t *trip) rand() *rand.Rand { return graphtest.Rand(t.seed) }

// make lets a graph make the trip, and reports whether it came back. That it cannot start
// or return for want of a statement is no error, nor that the format has no room for its
// class.
func (t *trip) make(g *graph.Graph) (back bool, err error) {
	holds, err := t.format.CapabilitiesWith(t.Options)
	if err != nil {
		return false, t.excused(err)
	}
	if t.OppositeArcs == "undirected" && slices.Contains(t.format.Options, "opposite-arcs") {
		holds.TwoCycles = false // they are lines
	}
	if g.N() == 0 {
		return false, nil
	}
	d := t.document(g, holds)
	var b bytes.Buffer
	if _, err := format.Write(&b, d, t.format.Name, t.Options); err != nil {
		if slices.Contains(holds.Classes(), t.class) {
			return false, fmt.Errorf("holds %v, but: %w", holds.Classes(), err)
		}
		return false, nil
	}
	name, formats := "g", []string{t.format.Name}
	if len(t.format.Extensions) > 0 {
		name += t.format.Extensions[0]
	}
	if format.CanSniff(t.format) { // else it must be stated
		formats = append(formats, "")
	}
	read := t.Options
	for _, read.Format = range formats {
		again, err := format.Parse(b.Bytes(), name, read)
		if err != nil {
			if err := t.excused(err); err != nil {
				return false, fmt.Errorf("cannot read back %q as %q: %w", b.String(), read.Format, err)
			}
			continue
		}
		if !same(again, d) {
			return false, fmt.Errorf("wrote %v as %q, read back %v from %s", d.Graph, b.String(), again.Graph, again.Format)
		}
		back = true
	}
	return back, nil
}

// excused returns nil for an error about something that is not stated, or that is
// contradicted.
func (t *trip) excused(err error) error {
	var ask *format.AmbiguityError
	var wrong *format.OrientationError
	switch {
	case errors.As(err, &ask) && unstated(t.Options, ask.Option):
		return nil
	case errors.As(err, &ask) && t.Codes == "tigramite" && (t.format.Name == "mtx" || t.format.Name == "matrix"):
		return nil // which hold no links
	case errors.As(err, &wrong) && against[t.Codes] == t.Orientation:
		return nil
	}
	return err
}

// document returns a document of g that a format has room for as far as its nodes go,
// with triples and, every other time, with lags.
func (t *trip) document(g *graph.Graph, holds format.Capabilities) *format.Document {
	rng := t.rand()
	if !holds.Isolated {
		var joined []graph.Node
		for v := range graph.Node(g.N()) {
			if g.Degree(v) > 0 {
				joined = append(joined, v)
			}
		}
		g = g.Induced(joined)
	}
	names := g.Names().List()
	if holds.GeneratedNames != nil {
		names = holds.GeneratedNames(g.N())
	}
	var triples []graph.Triple
	if holds.Triples {
		triples = anyTriples(rng, g, holds)
	}
	if holds.Series && t.lags && g.N() > 0 {
		return t.series(rng, names, g, triples, holds)
	}
	again, err := graph.New(names, g.EdgeList(), triples...)
	if err != nil {
		panic(err)
	}
	return &format.Document{Graph: again}
}

// series returns g as the contemporaneous part of a series.
func (t *trip) series(rng *rand.Rand, names []string, g *graph.Graph, triples []graph.Triple, holds format.Capabilities) *format.Document {
	now := func(v graph.Node) graph.LaggedNode { return graph.LaggedNode{Variable: v} }
	var links []graph.Link
	for e := range g.Edges() {
		links = append(links, graph.Link{X: e.X, Y: e.Y, AtX: e.AtX, AtY: e.AtY})
	}
	kinds := []string{"-->"}
	if !slices.Contains(t.format.Options, "codes") || t.Codes == "tigramite" { // a number at a lag is an arc
		kinds = strings.Fields("--> <-> o-> o-o")
	}
	var paths []graph.LaggedTriple
	for _, p := range triples {
		paths = append(paths, graph.LaggedTriple{A: now(p.A), B: now(p.B), C: now(p.C), Status: p.Status})
	}
	for x := range graph.Node(g.N()) {
		for y := range graph.Node(g.N()) {
			arrow := kinds[rng.IntN(len(kinds))]
			atX, atY, _ := graph.ParseMarks([]byte(arrow))
			lag := 1 + rng.IntN(2)
			if x == 0 && y == 0 { // the last lag must be seen
				lag, atX, atY = 2, graph.Tail, graph.Arrow
			} else if rng.IntN(3) > 0 || !holds.Edge(graph.Edge{Y: 1, AtX: atX, AtY: atY}) {
				continue
			}
			past := graph.LaggedNode{Variable: x, Lag: lag}
			links = append(links, graph.Link{X: x, Lag: lag, Y: y, AtX: atX, AtY: atY})
			if z := slices.Collect(g.EdgesAt(y)); holds.Triples && len(z) > 0 && rng.IntN(3) == 0 {
				paths = append(paths, graph.LaggedTriple{A: past, B: now(y), C: now(z[0].Y), Status: graph.Ambiguous})
			}
		}
	}
	d, err := format.NewSeries(names, 2, links, paths)
	if err != nil {
		panic(err)
	}
	return d
}

// TestCodingReadsMatrices holds for the second reader of numbers: a matrix in memory means
// what it means in a file, with the same statement.
func TestCodingReadsMatrices(t *testing.T) {
	f, _ := format.Lookup("matrix")
	for i, o := range statements(f) {
		coding, err := o.Coding()
		if _, unwritten := f.CapabilitiesWith(o); unwritten != nil || o.Codes == "" {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", said(o), err)
			continue
		}
		for k, class := range graphtest.Classes {
			g := class.Random(graphtest.Rand(uint64(100*i+k)), 6, 0.5)
			fails := func(g, _ *graph.Graph) bool {
				var b bytes.Buffer
				written := o
				written.Lossy = true
				if _, err := format.Write(&b, &format.Document{Graph: g}, "matrix", written); err != nil {
					return true
				}
				written.Format = "matrix"
				d, err := format.Parse(b.Bytes(), "", written)
				if err != nil {
					return true
				}
				var cells []int8
				for word := range strings.FieldsSeq(b.String()) {
					v, err := strconv.ParseInt(word, 10, 8)
					if err != nil {
						return true
					}
					cells = append(cells, int8(v))
				}
				edges, err := coding.Edges(nil, d.Graph.N(), cells)
				if err != nil {
					return true
				}
				again, err := graph.NewWithNames(d.Graph.Names(), edges)
				return err != nil || !again.Equal(d.Graph)
			}
			if none := g.With(nil); fails(g, none) {
				g, _ = graphtest.Shrink(g, none, func(g, none *graph.Graph) bool { return g.N() > 0 && fails(g, none) })
				t.Fatalf("%s: %q is read otherwise", said(o), graphtest.Draw(g))
			}
		}
	}
}
