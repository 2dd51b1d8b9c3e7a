package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/msep"
)

// Witness returns a shortest path of the truth that shows why a claim is wrong: it is open
// given the set that was offered. Edges are read along the path. Of a CPDAG, MPDAG or PAG it is a
// path of a member, of a cyclic graph one of its acyclification (see [class.Model.Paths]). It is
// nil where a mistake has no such path, as an effect that is claimed to be absent.
func Witness(truth *class.Model, m Mistake) []graph.Edge {
	path, _ := msep.New(truth.Paths()).Path(m.X, m.Y, graph.SetOf(m.Separator...))
	return path
}
