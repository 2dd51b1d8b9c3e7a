package format_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// arcs has a --> b in every code, row by row, as the tools write it, with the statements
// that allow it. Every code but plain and gadjid has a direction of its own.
var arcs = []struct {
	codes, orientation, markAt string
	cells                      string // a,a a,b; b,a b,b
}{
	{"plain", "row-to-col", "", "0,1;0,0"},
	{"plain", "col-to-row", "", "0,0;1,0"},
	{"gadjid", "row-to-col", "", "0,1;0,0"},
	{"gadjid", "col-to-row", "", "0,0;1,0"},
	{"pcalg-cpdag", "", "", "0,0;1,0"},
	{"pcalg-cpdag", "col-to-row", "", "0,0;1,0"},
	{"pywhy", "", "", "0,1;0,0"},
	{"pywhy", "row-to-col", "", "0,1;0,0"},
	{"ggm", "", "", "0,1;0,0"},
	{"ggm", "row-to-col", "", "0,1;0,0"},
	{"tigramite", "", "", ",-->;<--,"},
	{"tigramite", "row-to-col", "", ",-->;<--,"},
	// Marks have no direction, only a node: an orientation says nothing about them.
	{"causal-learn", "", "", "0,-1;1,0"},
	{"causal-learn", "row-to-col", "", "0,-1;1,0"},
	{"causal-learn", "col-to-row", "row", "0,-1;1,0"},
	{"causal-learn", "", "column", "0,1;-1,0"},
	{"pcalg-pag", "", "", "0,2;3,0"},
	{"pcalg-pag", "col-to-row", "", "0,2;3,0"},
	{"pcalg-pag", "row-to-col", "column", "0,2;3,0"},
	{"pcalg-pag", "", "row", "0,3;2,0"},
}

// against lists the codes with a direction, and the statement that contradicts each.
var against = map[string]string{
	"pcalg-cpdag": "row-to-col",
	"pywhy":       "col-to-row",
	"ggm":         "col-to-row",
	"tigramite":   "col-to-row",
}

// An arrow stands where the tool of the code writes it, whatever else is stated.
func TestArcOfEachCode(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b")
	for _, tt := range arcs {
		o := format.Options{Format: "csv", Codes: tt.codes, Orientation: tt.orientation, MarkAt: tt.markAt}
		rows := strings.Split(tt.cells, ";")
		text := ",a,b\na," + rows[0] + "\nb," + rows[1] + "\n"
		var b bytes.Buffer
		if _, err := format.Write(&b, &format.Document{Graph: g}, "csv", o); err != nil {
			t.Errorf("%+v: %v", tt, err)
		} else if b.String() != text {
			t.Errorf("%+v: wrote %q, want %q", tt, b.String(), text)
		}
		if d, err := format.Parse([]byte(text), "", o); err != nil {
			t.Errorf("%+v: %v", tt, err)
		} else if !d.Graph.Equal(g) {
			t.Errorf("%+v: read %v from %q, want %v", tt, d.Graph, text, g)
		}
	}
}

// The numbers of tigramite are only read: they are links where they are written.
func TestTigramiteNumbers(t *testing.T) {
	for _, orientation := range []string{"", "row-to-col"} {
		d, err := format.Parse([]byte(",a,b\na,0,1\nb,0,0\n"), "", format.Options{Format: "csv", Codes: "tigramite", Orientation: orientation})
		if err != nil || d.Graph.String() != "a --> b" {
			t.Errorf("%q: %v, %v", orientation, d, err)
		}
	}
}

// What contradicts a code is refused by every way in and out, whatever the graph.
func TestOrientationContradictsCode(t *testing.T) {
	names, err := graph.NewNames([]string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range format.Codes() {
		for _, stated := range []string{"", "row-to-col", "col-to-row"} {
			o := format.Options{Codes: c.Name, Orientation: stated}
			wrong := stated != "" && against[c.Name] == stated
			check := func(way string, err error) {
				t.Helper()
				var contradiction *format.OrientationError
				if got := errors.As(err, &contradiction); got != wrong {
					t.Errorf("%s %s, %s: %v, want a contradiction: %t", c.Name, stated, way, err, wrong)
				} else if got && (contradiction.Code != c.Name || contradiction.Stated != stated || contradiction.Own == stated) {
					t.Errorf("%s %s, %s: %+v", c.Name, stated, way, contradiction)
				}
			}
			_, err := o.Coding()
			check("Coding", err)
			for _, f := range format.Formats {
				if !slices.Contains(f.Options, "codes") || c.Name == "tigramite" && (f.Name == "mtx" || f.Name == "matrix") {
					continue // those two hold no links
				}
				empty := graph.MustNew(names, nil)
				_, err = f.CapabilitiesWith(o)
				check("holds of "+f.Name, err)
				_, err = format.Write(&bytes.Buffer{}, &format.Document{Graph: empty}, f.Name, o)
				check("write "+f.Name, err)
			}
			_, err = format.Parse([]byte("0 0\n0 0\n"), "", o)
			check("read a matrix", err)
			_, err = format.Parse([]byte("%%MatrixMarket matrix coordinate integer general\n2 2 0\n"), "", o)
			check("read mtx", err)
		}
	}
	_, err = format.Parse([]byte(",a,b\na,,-->\nb,<--,\n"), "g.csv", format.Options{Orientation: "col-to-row"})
	if want := "g.csv: --orientation col-to-row contradicts the code tigramite, which is always row-to-col: omit it"; err == nil || err.Error() != want {
		t.Errorf("links: %v, want %s", err, want)
	}
}
