package distance

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A Claim is what a guess says about an ordered pair of nodes by one metric, be it right or
// wrong.
type Claim struct {
	Kind string
	Set  []graph.Node // rising; of ClaimSeparated and ClaimAdjusted
}

// The kinds of claims.
const (
	ClaimAdjacent     = "adjacent"                       // about separation nothing is claimed
	ClaimInseparable  = "inseparable"                    // not adjacent, but no set separates them: nothing is claimed
	ClaimSeparated    = "separated"                      // by the set
	ClaimNoEffect     = "no effect"                      // of x on y
	ClaimUnidentified = "not identifiable by adjustment" // the effect of x on y
	ClaimAdjusted     = "identified by adjustment"       // the effect of x on y, by the set
)

// ClaimsOf returns what a guess claims about x and y by a metric that is defined for its class,
// or nil where the metric counts no claims about ordered pairs with sets. The function serves one
// goroutine.
func (m *Metric) ClaimsOf(guess *model.Model) func(x, y graph.Node) Claim {
	if m.claims == nil || !m.Guess.Has(guess.Kind()) {
		return nil
	}
	return m.claims(guess)
}

// separatorClaims are the claims of a separation distance.
func separatorClaims(s separator.Strategy) func(guess *model.Model) func(x, y graph.Node) Claim {
	return func(guess *model.Model) func(x, y graph.Node) Claim {
		chooser, z, pair := s.New(), msep.NewBlock(guess.Plan().N()), make([]separator.Pair, 1)
		chooser.Reset(guess)
		return func(x, y graph.Node) Claim {
			if guess.Drawn().Adjacent(x, y) {
				return Claim{Kind: ClaimAdjacent}
			}
			z.Clear()
			pair[0] = separator.Pair{X: x, Y: y}
			if none := chooser.Choose(pair, z); none.Has(0) {
				return Claim{Kind: ClaimInseparable}
			}
			return Claim{ClaimSeparated, rising(z.Lane([]graph.Node{}, 0))}
		}
	}
}

// effectClaims are the claims of an adjustment distance. Where it goes by parents, y has no
// effect of x only if it is a parent; else it has none where it cannot be a descendant.
func effectClaims(kind judgeKind) func(guess *model.Model) func(x, y graph.Node) Claim {
	return func(guess *model.Model) func(x, y graph.Node) Claim {
		g, judge := guess.Drawn(), kind.between(guess, guess).new()
		judge.reset(guess, guess)
		return func(x, y graph.Node) Claim {
			denied := slices.Contains(g.Parents(x), y)
			if kind.name != byParents.name {
				denied = !guess.Effects().Down.Search(x, nobarred).Reached(y)
			}
			switch {
			case denied:
				return Claim{Kind: ClaimNoEffect}
			case invisiblePath(guess, x, y) != nil:
				return Claim{Kind: ClaimUnidentified}
			}
			judge.judge(context.Background(), []graph.Node{x}, func(v graph.Node) (w msep.Word) {
				if v == y {
					w.Set(0)
				}
				return w
			})
			return Claim{ClaimAdjusted, rising(slices.Clone(judge.set(0, y)))}
		}
	}
}

func rising(nodes []graph.Node) []graph.Node {
	slices.Sort(nodes)
	return nodes
}
