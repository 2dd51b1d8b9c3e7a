package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Options are the options of a drawing.
type Options struct {
	Title string // above the picture

	// Class is "CPDAG" or "PAG" if the truth given to Difference is an equivalence class, and Own is the truth itself.
	// Edges that the class does not determine are marked, and are not differences.
	Class string
	Own   *graph.Graph

	View     View // nodes or matrix
	NoLegend bool // leave out the legend

	ChangesOnly bool     // draw only the edges that differ, and their nodes
	Around      []string // draw only these nodes and their neighbors; all if empty
	Width       float64  // largest width of the picture in points; 0 means no limit

	// Classes gives nodes and edges classes by number, for style sheets: n3, and e3-5 between
	// nodes 3 and 5.
	Classes bool

	// At has the positions of nodes by name, or is nil. These nodes do not move, and other nodes are placed near them.
	At map[string]layout.Point
}

// A View is a way to show a graph.
type View int

const (
	Auto    View = iota // a matrix for more than 100 nodes or 500 edges, else nodes
	Nodes               // nodes and edges
	Matrix              // a dot for each edge, in the row of one node and the column of the other
	Time                // for time series: variables as rows, time as columns; the default for them
	Process             // for time series: a node for each variable, lags as labels
)

var views = []string{Auto: "auto", Nodes: "nodes", Matrix: "matrix", Time: "time", Process: "process"}

// String returns the view as it is typed on the command line.
func (v View) String() string { return views[v] }

// OfSeries reports whether the view is for time series only.
func (v View) OfSeries() bool { return v == Time || v == Process }

// MarshalText and UnmarshalText let a View be the value of a flag.
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

// Formats lists the text formats.
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
