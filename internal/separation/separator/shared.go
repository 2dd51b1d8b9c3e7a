package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A SharedSet is several claims with one set: it separates x from each of the y.
type SharedSet struct {
	X   graph.Node
	Ys  msep.Pieces
	Set []graph.Node // in no particular order
}

// A Grouper chooses separators of x and many y, and finds y that share one. It keeps its scratch space and so
// serves one goroutine.
type Grouper interface {
	// Reset makes m the graph to choose in. It must have a canonical DAG.
	Reset(m Model)

	// Share makes it take Morals from a pool; with nil it has its own.
	Share(*ScratchPool)

	// SetDraining sets whether the work is nearly done. Then jobs only wait until they fill the lanes once.
	SetDraining(bool)

	// Ask requests separators of x and each y that is not adjacent to x. It returns the y that a [Chooser]
	// handles better, because hardly any share a set.
	Ask(x graph.Node, ys msep.Pieces) (left msep.Pieces)

	// Next returns some shared sets, at most as many as there are lanes, until the next call. Every y that
	// Ask accepted is in one of them. It returns none if nothing is left or, unless all is true, too little
	// to fill the lanes well.
	Next(all bool) []SharedSet
}
