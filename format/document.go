package format

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// A Document is what a file says.
type Document struct {
	Graph  *graph.Graph
	Series *Series   // nil: the graph is no time series
	Class  kind.Kind // the class that the file itself states; mostly none
	Format string    // the name of the format it was read from
	Codes  string    // the code that its numbers were read in; empty: it has none
	Notes  []string  // warnings, one line each, without the name of the file
}

// note adds a warning.
func (d *Document) note(form string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(form, args...))
}
