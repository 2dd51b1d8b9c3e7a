package format_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// A sample is a file that a tool wrote, with what it means.
type sample struct {
	File         string
	Bad          bool
	Why          string
	Generated    bool // there is no file
	Options      map[string]any
	Nodes, Edges []string
}

func samples(t testing.TB) []sample {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "samples", "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// options sets what the index says a user must state.
func (s sample) options() (o format.Options, err error) {
	for key, value := range s.Options {
		if key == "names" {
			continue // what a reader makes up, no option
		}
		if err := o.Set(strings.ReplaceAll(key, "_", "-"), fmt.Sprint(value)); err != nil {
			return o, err
		}
	}
	return o, nil
}

func (s sample) path() string {
	return filepath.Join("..", "testdata", "samples", filepath.FromSlash(s.File))
}

// reordered are the samples whose expected nodes stand in the order of the graph
// they were made from, which their file has lost.
var reordered = []string{
	"pywhy/pag_draw.dot",
	"networkx/dag_agraph.dot",
	"tetrad/pag.dot",
	"tetrad/timelag.txt",
	"pgmpy/asia_pgmpy.bif",
	"pgmpy/asia.xml",
	"pgmpy/asia.net",
	"graphical_models/cpdag_edges.csv",
	"networkx/dag_weighted.edgelist",
	"networkx/dag_edgelist_header.csv",
	"pgmpy/dag_dagitty.txt",
	"pgmpy/pag_dagitty.txt",
}

// refusals has words that the error about a bad sample must hold.
var refusals = map[string]string{
	"broken/empty.txt":          "the file is empty",
	"broken/a_directory.csv":    "directory",
	"broken/pickle_renamed.npy": "pickle",

	"broken/truncated.npy":            "ends early",
	"broken/nonsquare.csv":            "not square",
	"broken/nan.csv":                  "NaN",
	"broken/selfloop.csv":             "self-loop",
	"broken/object_array.npy":         "objects",
	"broken/onesided_causallearn.txt": "row 2, column 3 is 1 and row 3, column 2 is 0",
	"tetrad/pag.amat.pag.txt":         "does not tell A --> B from B --> A",
	"tigramite/bad_asymmetric.npy":    "mirror image",
	"broken/dup_ids.graphml":          "unexpected \"node id age\"",
	"broken/unknown_schema.json":      "the layout of the JSON is unknown: its keys are arcs, version, vertices",
	"pgmpy/bad_mag_dagitty_bug.txt":   "unexpected \"-< Z\"",
	"broken/syntax.dot":               "expected an edge such as ->",
}

func TestSamples(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.File, func(t *testing.T) {
			d, err := s.read()
			if s.Bad {
				checkRefusal(t, s, err)
				return
			}
			if err == nil {
				err = s.differs(d)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func (s sample) read() (*format.Document, error) {
	o, err := s.options()
	if err != nil {
		return nil, err
	}
	if s.Generated {
		return format.Parse(printable(10_000_000), s.path(), o)
	}
	return format.ReadFile(s.path(), o)
}

// printable returns n random printable bytes without a line break.
func printable(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = ' ' + byte(rng.IntN(95))
	}
	return data
}

func checkRefusal(t *testing.T, s sample, err error) {
	t.Helper()
	if err == nil {
		t.Fatalf("is read, but is bad: %s", s.Why)
	}
	text := err.Error()
	if !strings.HasPrefix(text, s.path()+":") || !strings.Contains(text, refusals[s.File]) ||
		len(text) > 400 || strings.Contains(text, "\n") {
		t.Errorf("is bad since %s, but the error is: %s", s.Why, text)
	}
}

// differs says where d is not what the sample means.
func (s sample) differs(d *format.Document) error {
	nodes := d.Graph.Names().List()
	if d.Series != nil && strings.HasSuffix(nodes[0], "(t)") {
		nodes = d.Series.Variables
	}
	if slices.Contains(reordered, s.File) {
		nodes = slices.Clone(nodes)
		slices.Sort(nodes)
		slices.Sort(s.Nodes)
	}
	if !slices.Equal(nodes, s.Nodes) {
		return fmt.Errorf("nodes %q, want %q", nodes, s.Nodes)
	}
	want := make(map[string]bool)
	for _, e := range s.Edges {
		want[e] = true
	}
	for e := range d.Graph.Edges() {
		draw := func() string { return d.Graph.Name(e.X) + " " + e.Arrow() + " " + d.Graph.Name(e.Y) }
		if !want[draw()] {
			e = e.Flip()
		}
		if !want[draw()] {
			return fmt.Errorf("edge %s, want %q", draw(), s.Edges)
		}
		delete(want, draw())
	}
	if len(want) > 0 {
		return fmt.Errorf("edges %v lack", want)
	}
	return nil
}
