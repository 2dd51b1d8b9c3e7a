package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Options say how to draw.
type Options struct {
	Title string // above the picture
	Truth string // what the legend calls the truth; "truth" if empty
	Guess string // what the legend calls the guess; "guess" if empty

	View     View // nodes or matrix
	NoLegend bool // leave out the legend

	// Classes gives nodes and edges classes by number, for style sheets: n3, and e3-5 between
	// nodes 3 and 5.
	Classes bool

	// Pair are a truth and a guess. If they are given, Graph draws one of them with
	// its nodes where Difference has them, so that the three pictures can be compared.
	Pair [2]*graph.Graph

	// At, where not nil, says where nodes stand, by name. Those stay there, and the others get
	// free places beside them.
	At map[string]layout.Point
}

// A View is a way to show a graph.
type View int

const (
	Auto    View = iota // a matrix for more than 300 nodes or 1500 edges, else nodes
	Nodes               // nodes and edges
	Matrix              // a dot for each edge, in the row of one node and the column of the other
	Time                // of a time series: variables as rows, time as columns; what Auto is for it
	Process             // of a time series: a node for each variable, lags as labels
)

var views = []string{Auto: "auto", Nodes: "nodes", Matrix: "matrix", Time: "time", Process: "process"}

// String gives the view as it is typed on the command line.
func (v View) String() string { return views[v] }

// OfSeries reports whether only time series have the view.
func (v View) OfSeries() bool { return v == Time || v == Process }

// MarshalText and UnmarshalText make a View a flag.
func (v View) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

func (v *View) UnmarshalText(text []byte) error {
	i := slices.Index(views, string(text))
	if i < 0 {
		return fmt.Errorf("unknown view %q: use one of %s", text, strings.Join(views, ", "))
	}
	*v = View(i)
	return nil
}

// A Format is a way to write a graph as text.
type Format struct {
	Name string   // as typed on the command line
	Ext  []string // of file names, the usual one first
	Doc  string   // one line, for help and docs

	write func(w io.Writer, f *Drawing) error
}

// Formats lists every text format there is.
var Formats = []Format{
	{"dot", []string{"dot", "gv"}, "text for Graphviz", writeDOT},
	{"mermaid", []string{"mmd", "mermaid"}, "text for Mermaid, rendered in Markdown pages", writeMermaid},
	{"tikz", []string{"tex", "tikz"}, "text for LaTeX with TikZ, with node positions", writeTikZ},
}

// Names returns the names of the text formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}
