package sepdist

import (
	"context"
	"io"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/input"
)

// A Graph is a graph with what its source states about it.
type Graph struct {
	*graph.Graph
	Series *graph.Series // the stationary graph of a time series. Graph then has its links that end at t
	Name   string        // in reports and errors
	Class  class.Kind    // the graph is checked against it; if unstated, the class is inferred
	Notes  []string      // warnings of the reader, one line each

	Format string // the name of the format that it was read from; empty if it was not
	Codes  string // the code that the numbers of a matrix were read in; empty if it has none
}

// Read reads the graph in a file of any format. Options state what the file does not say. A file
// that could mean several graphs is refused with a [*format.AmbiguityError], which names the option that
// decides.
func Read(path string, o format.Options) (*Graph, error) {
	d, err := (&input.Rules{Options: o}).ReadFile(path)
	if err != nil {
		return nil, err
	}
	return FromDocument(d, path), nil
}

// ReadFrom is [Read] for a stream. The name appears in reports and errors, and its extension counts as
// that of a file.
func ReadFrom(r io.Reader, name string, o format.Options) (*Graph, error) {
	d, err := (&input.Rules{Options: o}).Read(r, name)
	if err != nil {
		return nil, err
	}
	return FromDocument(d, name), nil
}

// FromDocument returns the graph of a document. [format.FromSeries] returns the document of a time series.
func FromDocument(d *format.Document, name string) *Graph {
	g := &Graph{Graph: d.Graph, Name: name, Class: d.Class, Notes: d.Notes, Format: d.Format, Codes: d.Codes}
	if d.Series != nil {
		g.Series = d.TimeSeries()
	}
	return g
}

// fromSeries returns the graph of a time series.
func fromSeries(s *graph.Series, name string, kind class.Kind) *Graph {
	return &Graph{Graph: format.FromSeries(s).Graph, Series: s, Name: name, Class: kind}
}

// Document returns the graph, or time series, and its class for writing with [format.Write].
func (g *Graph) Document() *format.Document {
	d := &format.Document{Graph: g.Graph}
	if g.Series != nil {
		d = format.FromSeries(g.Series)
	}
	d.Class = g.Class
	return d
}

// Check checks the graph against its class.
func (g *Graph) Check(ctx context.Context) (class.Member, error) {
	if g.isSeries() {
		g = g.withoutLinks()
	}
	if g.Series != nil {
		return class.CheckSeries(ctx, g.Series, g.Class)
	}
	return class.Check(ctx, g.Graph, g.Class)
}

// resolve is Check for a graph that may not be of its class.
func (g *Graph) resolve(ctx context.Context, policy class.Policy, limits class.Limits) (*class.Resolution, error) {
	if g.Series != nil {
		return class.ResolveSeries(ctx, g.Series, g.Class, policy, limits)
	}
	return class.Resolve(ctx, g.Graph, g.Class, policy, limits)
}

// isSeries reports whether the graph is a time series, or is stated to be one.
func (g *Graph) isSeries() bool { return g.Series != nil || g.Class.IsSeries() }

// withoutLinks returns a graph without edges as a time series without links, and every other graph as it is.
func (g *Graph) withoutLinks() *Graph {
	if g.Series != nil || g.M() > 0 {
		return g
	}
	series := *g
	series.Series = (&format.Document{Graph: g.Graph}).WithoutLinks().TimeSeries()
	return &series
}

// size returns the number of nodes and edges, or of variables and links.
func (g *Graph) size() (nodes, edges int) {
	if g.Series != nil {
		return g.Series.N(), g.Series.M()
	}
	return g.N(), g.M()
}

// nodes returns the graph, or for a time series one without edges whose nodes are the variables.
func (g *Graph) nodes() *graph.Graph {
	if g.Series != nil {
		return graph.MustNew(g.Series.Names(), nil)
	}
	return g.Graph
}
