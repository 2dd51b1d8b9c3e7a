// Package separator chooses separators: sets of nodes by which a graph claims that two
// of its nodes are separated.
//
// A [Strategy] is a way to choose; [Strategies] is the table of them. They choose for a block of pairs at
// once, one pair per lane (see package msep). A strategy does not check whether it is defined for the class
// of its graph: package distance does.
package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A Model is a graph as strategies use it. Package model implements it.
type Model interface {
	N() int              // observed nodes, which come first in every graph
	Drawn() *graph.Graph // the graph as drawn
	Walk() *graph.Graph  // a graph with the same separations that can be walked
	Plan() *msep.Plan    // how lanes walk it
	// Canonical returns it with a latent node for each bidirected edge; nil if it has undirected edges
	Canonical() (*graph.Graph, *msep.Plan)
	Equivalence() *graph.Graph // the drawing of its equivalence class
	Anterior() *msep.Before    // the nodes before a node in the graph that can be walked
	Possible() *msep.Before    // the nodes that may be before a node in the equivalence class
	Ancestry() *msep.Ancestry  // of a DAG
	Maximal() bool             // every pair without an edge can be separated
}

// A Pair is an ordered pair of nodes without an edge between them.
type Pair struct{ X, Y graph.Node }

// A Chooser chooses separators, for one graph after another. It keeps its scratch space and so serves one
// goroutine.
type Chooser interface {
	// Reset makes m the graph to choose in.
	Reset(m Model)

	// Choose puts a separator of each pair, lane by lane, into the empty block z, and returns the lanes of
	// the pairs that no set separates. Pairs with the same X are consecutive. There are at most [msep.Width]
	// pairs.
	Choose(pairs []Pair, z *msep.Block) (none msep.Word)
}

// A Union is a chooser whose set for x and y is P(x) ∪ P(y) without x and y, where P(v) is what v contributes.
type Union interface {
	Chooser

	// Contributions calls f for groups of nodes, each node in one of them. If it returns true, P(v) is closed:
	// it has the other members of the group of v, the direct nodes of that group and what these contribute.
	// The groups of direct nodes come before, and each is represented by its first member. If it returns
	// false, every group has one member, which contributes the direct nodes, and groups are in the order of
	// nodes. The slices are valid until f returns.
	Contributions(f func(members, direct []graph.Node)) (closed bool)
}

// A Strategy is a named way to choose separators.
type Strategy struct {
	Name      string // as in the names of the distances: "zl"
	Doc       string // the set it offers for x and y
	Symmetric bool   // it offers the same set for (x, y) and (y, x)
	New       func() Chooser
	Shared    func() Grouper // nil if hardly any y share a set

	// Small gives pairs their sets in a small graph, if they have one.
	Small func(g *msep.Small, pairs *msep.SmallPairs)

	// Possible states that the set depends on the equivalence class. The small DAG then represents a class
	// of DAGs; the class of a MAG has more members.
	Possible bool
}

// The strategies.
var (
	Parent = Strategy{
		Name: "parent", Doc: "the parents of x and y", Symmetric: true,
		New:   func() Chooser { return &parents{} },
		Small: smallParents,
	}
	Ancestor = Strategy{
		Name: "ancestor", Doc: "the ancestors of x and y", Symmetric: true,
		New:   func() Chooser { return &ancestors{} },
		Small: smallAncestors,
	}
	PossibleParent = Strategy{
		Name: "pparent", Doc: "the possible parents of x and y (their parents in any member of the equivalence class)", Symmetric: true,
		New:   func() Chooser { return &parents{possible: true} },
		Small: smallPossibleParents, Possible: true,
	}
	PossibleAncestor = Strategy{
		Name: "pancestor", Doc: "the possible ancestors of x and y (their ancestors in any member of the equivalence class)", Symmetric: true,
		New:   func() Chooser { return &ancestors{possible: true} },
		Small: smallPossibleAncestors, Possible: true,
	}
	Nearest = Strategy{
		Name: "zl", Doc: "the minimal separator nearest to x",
		New:    func() Chooser { return &nearestLanes{} },
		Shared: func() Grouper { return &grouped{} },
		Small:  smallNearest,
	}
)

// Strategies lists every strategy there is.
var Strategies = []Strategy{Parent, Ancestor, PossibleParent, PossibleAncestor, Nearest}

// runs calls f for each run of pairs with the same X, with its lanes.
func runs(pairs []Pair, f func(x graph.Node, lanes msep.Word)) {
	for lo := 0; lo < len(pairs); {
		hi := lo + 1
		for hi < len(pairs) && pairs[hi].X == pairs[lo].X {
			hi++
		}
		f(pairs[lo].X, msep.Span(lo, hi))
		lo = hi
	}
}

// resized returns a slice of n zero values, in the memory of s if that is large enough.
func resized[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
