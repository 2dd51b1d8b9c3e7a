package measure

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// ClaimsOf returns a function for the claims of a guess about x and y by a metric that is defined
// for its class, or nil if the metric counts no claims with sets about ordered pairs. The function
// serves one goroutine.
func ClaimsOf(m *distance.Metric, guess *model.Model) func(x, y graph.Node) task.Claim {
	claims := engineOf(m).Claims
	if claims == nil || !m.Guess.Has(guess.Kind()) {
		return nil
	}
	return claims(guess)
}

// Unclaimed returns a function that reports the pairs about which a guess claims nothing by the
// metric: for a separation distance, adjacent pairs and pairs that no set separates. It is nil if
// the guess claims something about every pair.
func Unclaimed(m *distance.Metric, guess *model.Model) func(x, y int) bool {
	if m.Claims != distance.AboutSeparation {
		return nil
	}
	none := guess.Inseparable()
	return func(x, y int) bool {
		u, v := graph.Node(min(x, y)), graph.Node(max(x, y))
		if u == v || guess.Drawn().Adjacent(u, v) {
			return u != v
		}
		_, found := slices.BinarySearchFunc(none, [2]graph.Node{u, v}, comparePairs)
		return found
	}
}

// comparePairs orders pairs by their first node, then by the second.
func comparePairs(a, b [2]graph.Node) int { return slices.Compare(a[:], b[:]) }
