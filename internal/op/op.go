// Package op has the operations behind the commands and the requests, except for those that are
// one call of the library. An operation takes graphs that were read and checked values; the doors
// read files and flags, or frames of JSON, and write the result.
package op

import (
	"context"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// Member checks the graph against its class. The note, if not empty, says that the graph was found
// to be an MPDAG, since most users who have one meant a CPDAG.
func Member(ctx context.Context, g *sepdist.Graph) (m class.Member, note string, err error) {
	if m, err = g.Check(ctx); err != nil {
		return m, "", advice.Errorf("%s: %w", g.Name, err)
	}
	if narrower := m.Kind().Narrower(); g.Class == class.Unstated && g.Series == nil && narrower.RepresentsClass() {
		_, why := class.Check(ctx, g.Graph, narrower)
		note = "treated as " + m.Kind().Title() + ": " + why.Error()
	}
	return m, note, nil
}

// CheckEdges returns an error for edges that graphs of a class do not have. A class of time series
// has those of the class without time.
func CheckEdges(g *graph.Graph, kind class.Kind, name string) error {
	if kind.IsSeries() {
		for _, k := range class.All() {
			if k.Series() == kind {
				kind = k
				break
			}
		}
	}
	if err := class.CheckEdges(g, kind); err != nil {
		return advice.About("", name, err)
	}
	return nil
}
