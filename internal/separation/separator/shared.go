package separator

import "github.com/sepdist/sepdist/graph"

// A SharedSet is several claims with one set: it separates x from each of the y.
type SharedSet struct {
	X   graph.Node
	Ys  []graph.Node
	Set []graph.Node // without order
}

// A Grouper chooses separators of x and many y, and finds out which y share one. It keeps
// its scratch space and so serves one goroutine.
type Grouper interface {
	// Reset makes m the graph to choose in. Its plan must be one of a DAG: elsewhere it is not
	// known which y share a set.
	Reset(m Model)

	// Share makes it borrow what takes much memory; with nil it has its own.
	Share(*ScratchPool)

	// SetDraining says whether the end is near: then nothing waits longer than to fill the lanes once.
	SetDraining(bool)

	// Ask asks for separators of x and each y, which has no edge with x. It returns the y that are better
	// asked of a [Chooser], since hardly any share a set.
	Ask(x graph.Node, ys []graph.Node) (left []graph.Node)

	// Next returns some shared sets, not more than there are lanes, until the next call. Every y
	// that Ask took comes with one set. There are none when nothing is left or, unless
	// all are wanted, too little is left to fill the lanes well.
	Next(all bool) []SharedSet
}
