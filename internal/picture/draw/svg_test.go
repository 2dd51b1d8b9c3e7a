package draw_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/draw"
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
