package sepdist

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// ExplainOptions say how two graphs are compared and how much is shown.
type ExplainOptions struct {
	Options

	// Limit is how many claims are shown.
	Limit int

	// Reverse explains the claims of the truth that are wrong in the guess.
	Reverse bool

	// X and Y, where not empty, restrict the claims to this pair of nodes.
	X, Y string
}

// Explain shows which claims of the guess are wrong by a metric, each with
// the set that the guess offered and a shortest path that shows the mistake. The guess must have
// one reading.
//
// The claims are grouped by the difference of the graphs that they are due to, which does not depend on
// the limit: the one on the path whose repair would improve the metric most, or else that most paths go
// through. In a group, pairs that are adjacent in the truth come first, then pairs with the smallest
// sets. For the s/c-metrics the smallest statements are shown on which the graphs differ.
func Explain(ctx context.Context, metric string, truth, guess *Graph, o ExplainOptions) (*report.Explanation, error) {
	m, err := distance.Find(metric)
	if err != nil {
		return nil, err
	}
	return compare.Explain(ctx, m, (*compare.Graph)(truth), (*compare.Graph)(guess), compare.ExplainOptions{
		Options: compare.Options(o.Options), Limit: o.Limit, Reverse: o.Reverse, X: o.X, Y: o.Y,
	})
}
