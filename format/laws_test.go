package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// stated are the options with which a format is written and read in TestRoundTrip,
// where it needs some; several, where it has several codes.
var stated = map[string][]format.Options{
	"npy":        matrixCodes("tigramite"),
	"npz":        matrixCodes("tigramite"),
	"csv":        matrixCodes("tigramite"),
	"tsv":        matrixCodes("tigramite"),
	"table":      matrixCodes("tigramite"),
	"mtx":        matrixCodes(""),
	"matrix":     matrixCodes(""),
	"benchpress": {{}, {Class: class.Cyclic}},
	"edgelist":   pairLists,
}

// pairLists are all ways to write a list of pairs.
var pairLists = []format.Options{
	{Directed: new(true)},
	{Directed: new(false)},
	{Directed: new(true), OppositeArcs: "undirected"},
	{Directed: new(true), OppositeArcs: "cycle"},
	{Class: class.Cyclic},
}

// matrixCodes are all ways to write a matrix of numbers, and of links with codes.
func matrixCodes(links string) []format.Options {
	list := []format.Options{
		{Orientation: "row-to-col"},
		{Orientation: "col-to-row"},
		{Orientation: "row-to-col", Class: class.Cyclic},
		{Codes: "plain", Orientation: "col-to-row", OppositeArcs: "cycle"},
		{Codes: "causal-learn"},
		{Codes: "causal-learn", MarkAt: "column"},
		{Codes: "pcalg-pag"},
		{Codes: "pcalg-pag", MarkAt: "row"},
		{Codes: "pcalg-cpdag"},
		{Codes: "pcalg-cpdag", Orientation: "col-to-row"},
		{Codes: "gadjid", Orientation: "row-to-col"},
		{Codes: "gadjid", Orientation: "col-to-row"},
		{Codes: "pywhy"},
		{Codes: "ggm"},
	}
	if links != "" {
		list = append(list, format.Options{Codes: links, Class: class.PAG}, format.Options{Codes: links, Class: class.CPDAG})
	}
	return list
}

// TestRoundTrip holds for each format that is read and written: a graph it can hold
// comes back as it was.
func TestRoundTrip(t *testing.T) {
	for _, f := range format.Formats {
		if !f.CanRead() || !f.CanWrite() {
			continue
		}
		options := stated[f.Name]
		if options == nil {
			options = []format.Options{{}}
		}
		for _, o := range options {
			o.Format = f.Name
			t.Run(fmt.Sprintf("%s %s %s", f.Name, o.Codes, o.Orientation), func(t *testing.T) { roundTrip(t, f, o, 500/len(options)+20) })
		}
	}
}

func roundTrip(t *testing.T, f format.Format, o format.Options, seeds int) {
	holds, err := f.CapabilitiesWith(o)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(seed, 0))
		d := &format.Document{Graph: heldGraph(rng, holds)}
		if holds.Series && seed%2 == 1 {
			d = anySeries(rng, holds)
		}
		var b bytes.Buffer
		if _, err := format.Write(&b, d, f.Name, o); err != nil {
			t.Fatalf("seed %d: cannot write %v: %v", seed, d.Graph, err)
		}
		again, err := format.Parse(b.Bytes(), "", o)
		if err != nil {
			t.Fatalf("seed %d: cannot read back %v from %q: %v", seed, d.Graph, b.String(), err)
		}
		if !same(again, d) {
			t.Fatalf("seed %d: wrote %v as %q, read back %v", seed, d.Graph, b.String(), again.Graph)
		}
	}
}

// same reports whether two documents say the same. Formats may have their own names
// for the moments of a series.
func same(a, b *format.Document) bool {
	if a.Series == nil || b.Series == nil {
		return a.Series == b.Series && a.Graph.Equal(b.Graph)
	}
	again := func(d *format.Document) *graph.Graph {
		s, err := format.NewSeries(d.Series.Variables, d.Series.MaxLag, d.Links(), d.MomentTriples())
		if err != nil {
			panic(err)
		}
		return s.Graph
	}
	return slices.Equal(a.Series.Variables, b.Series.Variables) && a.Series.MaxLag == b.Series.MaxLag && again(a).Equal(again(b))
}

// heldNames returns up to seven names that a format can hold, odd ones among them.
func heldNames(rng *rand.Rand, h format.Capabilities) []string {
	n := 1 + rng.IntN(7)
	if h.GeneratedNames != nil {
		return h.GeneratedNames(n)
	}
	pieces := []string{"a", "B", "ü", "日", " ", "\t", `"`, `\`, "#", "-->", "o-o", ",", "|", "[", "collider", "<&>", "\u00a0", "\ufeff", ";", ":", "1", "{", "é"}
	var names []string
	for len(names) < n {
		name := fmt.Sprintf("v%d", len(names))
		if rng.IntN(2) == 0 {
			name = ""
			for range rng.IntN(4) {
				name += pieces[rng.IntN(len(pieces))]
			}
		}
		if !slices.Contains(names, name) && (h.Name == nil || h.Name(name)) {
			names = append(names, name)
		}
	}
	return names
}

// heldGraph returns a random graph that a format can hold.
func heldGraph(rng *rand.Rand, h format.Capabilities) *graph.Graph {
	names := heldNames(rng, h)
	var edges []graph.Edge
	add := func(e graph.Edge) {
		if h.Edge(e) {
			edges = append(edges, e)
		}
	}
	marks := []graph.Mark{graph.Tail, graph.Arrow, graph.Circle, graph.Conflict}
	order := rng.Perm(len(names))
	for i := range order {
		for j := range i {
			x, y := graph.Node(order[j]), graph.Node(order[i])
			switch e := (graph.Edge{X: x, Y: y, AtX: marks[rng.IntN(4)], AtY: marks[rng.IntN(4)]}); rng.IntN(8) {
			case 0, 1:
				if h.Cycles || !(e.Directed() && e.AtX == graph.Arrow) {
					add(e)
				}
			case 2, 3:
				add(graph.Directed(x, y))
			case 4:
				add(graph.Directed(x, y))
				if h.Bows {
					add(graph.Bidirected(x, y))
				}
				if h.TwoCycles && h.Cycles {
					add(graph.Directed(y, x))
				}
			}
		}
	}
	g, err := graph.New(names, edges)
	if err != nil {
		panic(err)
	}
	if !h.Isolated {
		var joined []graph.Node
		for v := range graph.Node(g.N()) {
			if g.Degree(v) > 0 {
				joined = append(joined, v)
			}
		}
		if len(joined) == 0 {
			return heldGraph(rng, h)
		}
		return g.Induced(joined)
	}
	if !h.Triples {
		return g
	}
	return graph.MustNew(g.Names(), edges, anyTriples(rng, g, h)...)
}

// anyTriples returns some paths of three nodes that a format can hold.
func anyTriples(rng *rand.Rand, g *graph.Graph, h format.Capabilities) []graph.Triple {
	statuses := h.Statuses
	if statuses == nil {
		statuses = []graph.Status{graph.Ambiguous, graph.Collider, graph.NonCollider}
	}
	var triples []graph.Triple
	n := graph.Node(g.N())
	for b := range n {
		for a := range n {
			for c := range a {
				if a != b && b != c && g.Adjacent(a, b) && g.Adjacent(b, c) && rng.IntN(3) == 0 {
					triples = append(triples, graph.Triple{A: a, B: b, C: c, Status: statuses[rng.IntN(len(statuses))]})
				}
			}
		}
	}
	return triples
}

// anySeries returns a random time series with an edge into the past.
func anySeries(rng *rand.Rand, h format.Capabilities) *format.Document {
	names := heldNames(rng, h)
	links := []graph.Link{{X: 0, Lag: 2, Y: 0, AtX: graph.Tail, AtY: graph.Arrow}}
	for x := range names {
		for y := range names {
			if lag := rng.IntN(3); rng.IntN(3) == 0 && (lag > 0 && x != 0 || lag == 0 && x < y) {
				links = append(links, graph.Link{X: graph.Node(x), Lag: lag, Y: graph.Node(y), AtX: graph.Tail, AtY: graph.Arrow})
			}
		}
	}
	d, err := format.NewSeries(names, 2, links, nil)
	if err != nil {
		panic(err)
	}
	return d
}

// fuzz is the fuzz target of one format: an error is one line and points into the
// text, and what is read is written and read back the same, or cannot be held.
func fuzz(f *testing.F, o format.Options, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFile(t, data, o) })
}

// fuzzWith is fuzz for a format that needs options: a byte picks from the list.
func fuzzWith(f *testing.F, name string, list []format.Options, seeds ...string) {
	for i, s := range seeds {
		for pick := range list {
			if i < 3 || (i+pick)%5 == 0 {
				f.Add([]byte(s), uint8(pick))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, pick uint8) {
		o := list[int(pick)%len(list)]
		o.Format = name
		checkFile(t, data, o)
	})
}

// checkFile holds the laws of a fuzz target for one file.
func checkFile(t *testing.T, data []byte, o format.Options) {
	t.Helper()
	d, err := format.Parse(data, "", o)
	if err != nil {
		checkError(t, data, err)
		return
	}
	row, _ := format.Lookup(d.Format)
	if !row.CanWrite() {
		return
	}
	o.Format = row.Name
	var b bytes.Buffer
	var loss *format.LossError
	var ask *format.AmbiguityError
	_, err = format.Write(&b, d, row.Name, o)
	switch {
	case errors.As(err, &loss), errors.As(err, &ask):
		return
	case err != nil && !row.Capabilities.Cycles:
		return // a file may have a cycle that its own tool refuses
	case err != nil:
		t.Fatalf("cannot write %v: %v", d.Graph, err)
	}
	again, err := format.Parse(b.Bytes(), "", o)
	if err != nil {
		t.Fatalf("cannot read back %q: %v", b.String(), err)
	}
	if !same(again, d) {
		t.Fatalf("wrote %q, read back %v", b.String(), again.Graph)
	}
}

func checkError(t *testing.T, data []byte, err error) {
	t.Helper()
	if text := err.Error(); strings.Contains(text, "\n") || len(text) > 500 {
		t.Fatalf("an error of more than a line: %q", text)
	}
	var pe *format.ParseError
	if !errors.As(err, &pe) || bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return
	}
	lines := bytes.Split(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\n"))
	if pe.Line < 1 || pe.Line > len(lines) || pe.Col < 1 || pe.Col > utf8.RuneCount(lines[pe.Line-1])+1 {
		t.Fatalf("error at %d:%d in a text of %d lines", pe.Line, pe.Col, len(lines))
	}
}

// FuzzRead tries what finds out the format, from the files of all tools.
func FuzzRead(f *testing.F) {
	var seeds []string
	for _, s := range samples(f) {
		if data, err := os.ReadFile(s.path()); err == nil && len(data) < 20_000 {
			seeds = append(seeds, string(data))
		}
	}
	fuzz(f, format.Options{}, seeds...)
}
