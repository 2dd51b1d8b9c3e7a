package adjustment

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// effectClaims are the claims of an adjustment distance. With parents as sets, x has no effect on y
// only if y is a parent of x; otherwise if y cannot be a descendant.
func effectClaims(kind setKind) func(guess *model.Model) func(x, y graph.Node) task.Claim {
	return func(guess *model.Model) func(x, y graph.Node) task.Claim {
		g, verifier := guess.Drawn(), kind.between(guess, guess).new()
		verifier.reset(guess, guess)
		return func(x, y graph.Node) task.Claim {
			denied := slices.Contains(g.Parents(x), y)
			if kind.name != byParents.name {
				denied = !guess.Effects().Down.Search(x, nobarred).Reached(y)
			}
			switch {
			case denied:
				return task.Claim{Kind: claim.NoEffect}
			case invisiblePath(guess, x, y) != nil:
				return task.Claim{Kind: claim.Unidentified}
			}
			verifier.verify(context.Background(), []graph.Node{x}, func(v graph.Node) (w msep.Word) {
				if v == y {
					w.Set(0)
				}
				return w
			})
			return task.Claim{Kind: claim.Adjusted, Set: task.Ascending(slices.Clone(verifier.set(0, y)))}
		}
	}
}
