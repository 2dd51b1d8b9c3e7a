package task

import (
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// What a path shows about a claim.
const (
	ShowsOpen    = "an open path"
	ShowsEffect  = "a possibly causal path"                                 // though the guess denies an effect
	ShowsLine    = "a possibly causal path whose first edge is undirected"  // so that no set identifies the effect
	ShowsHidden  = "a possibly causal path whose first edge is not visible" // it may be confounded: no set identifies the effect
	ShowsBlocked = "a possibly causal path that the set blocks"             // and so part of the effect
	ShowsBelow   = "a possibly causal path with a descendant in the set"    // of one of its nodes
	ShowsOther   = "an open non-causal path"
)

// OfDirectedEdges has the texts for paths that are causal for certain.
var OfDirectedEdges = map[string]string{
	ShowsEffect:  "a causal path",
	ShowsHidden:  "a causal path whose first edge is not visible",
	ShowsBlocked: "a causal path that the set blocks",
	ShowsBelow:   "a causal path with a descendant in the set",
}

// An Evidence is what shows that a claim is wrong.
type Evidence struct {
	// Path is read along its edges; it is as short as can be. An open path is one of
	// [model.Model.Paths], any other is one of the graph as drawn.
	Path  []graph.Edge
	Guess bool   // it is a path of the guess, not of the truth
	Shows string // what it shows

	// Of ShowsBlocked and ShowsBelow: a node of the path, and the node of the set that it is
	// or that is below it.
	At, Given graph.Node

	// Set is the set that leaves an open path open. If the claim has no set, since no set identifies the effect in the guess, it
	// is the canonical one, which would be valid if any set were.
	Set []graph.Node
}

// OpenPath returns a shortest path of g that the set of the mistake leaves open.
func OpenPath(g *graph.Graph, m distance.Mistake) []graph.Edge {
	path, _ := msep.New(g).Path(m.X, m.Y, graph.SetOf(m.Separator...))
	return path
}
