package task

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Claim is the claim of a guess about an ordered pair of nodes by one metric, right or wrong.
type Claim struct {
	Kind string
	Set  []graph.Node // ascending; only for ClaimSeparated and ClaimAdjusted
}

func Ascending(nodes []graph.Node) []graph.Node {
	slices.Sort(nodes)
	return nodes
}
