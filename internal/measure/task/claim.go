package task

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Claim is what a guess says about an ordered pair of nodes by one metric, be it right or
// wrong.
type Claim struct {
	Kind string
	Set  []graph.Node // ascending; only for ClaimSeparated and ClaimAdjusted
}

func Ascending(nodes []graph.Node) []graph.Node {
	slices.Sort(nodes)
	return nodes
}
