package draw_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

// drawn returns a graph as SVG.
func drawn(t testing.TB, g *graph.Graph, o draw.Options) []byte {
	t.Helper()
	return svg(t, draw.Graph(g, o))
}

// compared returns the difference of two graphs as SVG.
func compared(t testing.TB, truth, guess *graph.Graph, o draw.Options) []byte {
	t.Helper()
	d, err := draw.Difference(truth, guess, o)
	if err != nil {
		t.Fatal(err)
	}
	return svg(t, d)
}

func svg(t testing.TB, d *draw.Drawing) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.Picture().SVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// text returns a graph in a text format.
func text(t testing.TB, g *graph.Graph, o draw.Options, format string) string {
	t.Helper()
	return written(t, draw.Graph(g, o), format)
}

func written(t testing.TB, d *draw.Drawing, format string) string {
	t.Helper()
	var b strings.Builder
	if err := d.Text(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A drawing of changes has the edges that differ and their nodes. A drawing around nodes has these and their neighbors.
func TestParts(t *testing.T) {
	truth := graphtest.Arrows(t, "a b c d e f: a --> b; b --> c; c --> d; d --> e; e --> f")
	guess := graphtest.Arrows(t, "a b c d e f: a --> b; c --> b; c --> d; e --> f")
	for _, tt := range []struct {
		o     draw.Options
		nodes string
		edges int
		err   string
	}{
		{draw.Options{ChangesOnly: true}, "b c d e", 3, ""},
		{draw.Options{Around: []string{"a", " b"}}, "a b c", 3, ""},
		{draw.Options{Around: []string{"f"}, ChangesOnly: true}, "", 0, ""},
		{draw.Options{Around: []string{"x"}}, "", 0, `no node is called "x"`},
		{draw.Options{Width: 160}, "a b c d e f", 6, ""},
		{draw.Options{Width: 40}, "", 0, "too small to read: use a width of 4"},
	} {
		d, err := draw.Difference(truth, guess, tt.o)
		if err == nil {
			err = d.Restrict()
		}
		if err == nil {
			err = d.Lay(t.Context().Err)
		}
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%+v: error %v, want %q", tt.o, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		picture := svgtest.Parse(t, svg(t, d))
		var names []string
		for name := range picture.Groups("node") {
			names = append(names, name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != tt.nodes || len(picture.Groups("edge")) != tt.edges {
			t.Errorf("%+v: nodes %q and %d edges, want %q and %d", tt.o, got, len(picture.Groups("edge")), tt.nodes, tt.edges)
		}
		if w := d.Picture().W; tt.o.Width > 0 && w > tt.o.Width+0.01 {
			t.Errorf("%+v: the picture is %v wide", tt.o, w)
		}
	}
}
