package format

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// A Document is the content of a file.
type Document struct {
	Graph  *graph.Graph
	Series *Series    // nil: the graph is not a time series
	Class  graph.Kind // the class that the file states, if any
	Format string     // the name of its format; empty for a matrix in memory
	Codes  string     // the code of its numbers; empty if it has none
	Notes  []string   // warnings, one line each, without the name of the file
}

// variables returns the names of the nodes, or for a series of its variables.
func (d *Document) variables() []string {
	if d.Series != nil {
		return d.Series.Variables
	}
	return d.Graph.Names().List()
}

// moments returns the variable and the lag of each node. A graph that is not a series has no lags.
func (d *Document) moments() []graph.LaggedNode {
	if d.Series != nil {
		return d.Series.At
	}
	at := make([]graph.LaggedNode, d.Graph.N())
	for v := range at {
		at[v].Variable = graph.Node(v)
	}
	return at
}

// advise adds a note that refers to options.
func (d *Document) advise(o Options, form string, args ...any) {
	d.Notes = append(d.Notes, advice.Textf(form, args...).Render(o.Spell))
}

// note adds a warning.
func (d *Document) note(form string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(form, args...))
}
