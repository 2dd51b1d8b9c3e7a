package draw

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// Options say how to draw. The zero value draws a SVG.
type Options struct {
	Format string // the name of one of the Formats; "svg" if empty
	Title  string // above the picture
	Truth  string // what the legend calls the truth; "truth" if empty
	Guess  string // what the legend calls the guess; "guess" if empty

	View     View // nodes or matrix
	NoLegend bool // leave out the legend

	// Pair are a truth and a guess. If they are given, Graph draws one of them with
	// its nodes where Difference has them, so that the three pictures can be compared.
	Pair [2]*graph.Graph

	// DPI is the number of dots per inch of a PNG, from MinDPI to what makes 25 million
	// dots of the picture. Zero is 200, or fewer where those would be too many.
	DPI int

	// Font is a TrueType or OpenType font for the characters that the built-in one
	// lacks. Without it they are shown in PNG and PDF as boxes with the digits of
	// their code; in SVG the viewer finds a font.
	Font []byte
}

// MinDPI is the least number of dots per inch.
const MinDPI = 10

// A View is a way to show a graph.
type View int

const (
	Auto   View = iota // a matrix for more than 300 nodes or 1500 edges, else nodes
	Nodes              // nodes and edges
	Matrix             // a dot for each edge, in the row of one node and the column of the other
)

var views = []string{Auto: "auto", Nodes: "nodes", Matrix: "matrix"}

// String gives the view as it is typed on the command line.
func (v View) String() string { return views[v] }

// MarshalText and UnmarshalText make a View a flag.
func (v View) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

func (v *View) UnmarshalText(text []byte) error {
	i := slices.Index(views, string(text))
	if i < 0 {
		return fmt.Errorf("%q is no view: want one of %s", text, strings.Join(views, ", "))
	}
	*v = View(i)
	return nil
}

// A Format is a way to write a picture.
type Format struct {
	Name   string   // as typed on the command line
	Ext    []string // of file names, the usual one first
	Doc    string   // one line, for help and docs
	Charts bool     // can hold a chart or a matrix; if not, a graph only

	paint func(w io.Writer, p *picture, o Options) error
	write func(w io.Writer, f *figure) error
}

// Formats lists every format there is.
var Formats = []Format{
	{Name: "svg", Ext: []string{"svg"}, Doc: "a drawing for browsers and editors, text as text; can stand inside an HTML page", Charts: true, paint: paintSVG},
	{Name: "png", Ext: []string{"png"}, Doc: "an image", Charts: true, paint: paintPNG},
	{Name: "pdf", Ext: []string{"pdf"}, Doc: "a page of its own size, for LaTeX", Charts: true, paint: paintPDF},
	{Name: "dot", Ext: []string{"dot", "gv"}, Doc: "text for Graphviz", write: writeDOT},
	{Name: "mermaid", Ext: []string{"mmd", "mermaid"}, Doc: "text for Mermaid, which Markdown pages show", write: writeMermaid},
	{Name: "tikz", Ext: []string{"tex", "tikz"}, Doc: "text for LaTeX with TikZ, nodes in place", write: writeTikZ},
}

// FormatOf returns the format for a file of the given name.
func FormatOf(file string) (Format, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	var all []string
	for _, f := range Formats {
		for _, e := range f.Ext {
			if e == ext {
				return f, nil
			}
		}
		all = append(all, "."+f.Ext[0])
	}
	return Format{}, fmt.Errorf("draw: no picture format for %q: the name must end in one of %s", file, strings.Join(all, " "))
}

// format returns the format asked for.
func (o Options) format() (Format, error) {
	var all []string
	for _, f := range Formats {
		if f.Name == o.Format || o.Format == "" && f.Name == "svg" {
			return f, nil
		}
		all = append(all, f.Name)
	}
	return Format{}, fmt.Errorf("draw: no picture format %q: want one of %s", o.Format, strings.Join(all, ", "))
}

// chart writes a picture that only some formats can hold.
func (o Options) chart(w io.Writer, what string, p *picture) error {
	f, err := o.format()
	if err != nil {
		return err
	}
	if f.paint == nil {
		return fmt.Errorf("draw: %s cannot be written as %s: use svg, png or pdf", what, f.Name)
	}
	p.snap()
	return f.paint(w, p, o)
}

func or(s, usual string) string {
	if s == "" {
		return usual
	}
	return s
}
