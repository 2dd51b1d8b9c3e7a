package sepdist

import (
	"io"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
)

// A Graph is a graph with what its source says of it.
type Graph struct {
	*graph.Graph
	Series *graph.Series // of a time series: the stationary graph. Graph then has its links that end at t
	Name   string        // in reports and errors
	Class  class.Kind    // the graph is checked against it; unstated, it is inferred
	Notes  []string      // warnings of the reader, one line each

	Format string // the name of the format that it was read from; empty where it was not
	Codes  string // the code that the numbers of a matrix were read in; empty where it has none
}

// Read reads the graph in a file of any format. Options state what the file does not say; a file
// that could mean several graphs is refused with an error that names the option which
// decides, a [*format.AmbiguityError].
func Read(path string, o format.Options) (*Graph, error) {
	d, err := format.ReadFile(path, o)
	return fromDocument(d, path, o, err)
}

// ReadFrom is [Read] for what is not a file. The name stands in reports and errors, and its
// extension counts as that of a file.
func ReadFrom(r io.Reader, name string, o format.Options) (*Graph, error) {
	d, err := format.Read(r, name, o)
	return fromDocument(d, name, o, err)
}

func fromDocument(d *format.Document, name string, o format.Options, err error) (*Graph, error) {
	if err != nil {
		return nil, err
	}
	g, err := compare.FromDocument(d, name, &compare.Reading{Options: o})
	return (*Graph)(g), err
}
