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

	// X and Y, where not empty, restrict the claims to this pair of nodes.
	X, Y string
}

// Explain shows which claims of the guess are wrong by a metric, most informative first, each with
// the set that the guess offered and a shortest path that shows the mistake. The guess must have
// one reading.
//
// Most telling is what is most direct: pairs that are adjacent in the truth, then pairs with
// the smallest sets. What is shown is grouped by the pair of nodes that the guess draws in
// another way and that most of the paths go through. For the s/c-metrics the smallest
// statements are shown on which the graphs differ.
func Explain(ctx context.Context, metric string, truth, guess *Graph, o ExplainOptions) (*report.Explanation, error) {
	m, err := distance.Find(metric)
	if err != nil {
		return nil, err
	}
	return compare.Explain(ctx, m, (*compare.Graph)(truth), (*compare.Graph)(guess), compare.ExplainOptions{
		Options: compare.Options(o.Options), Limit: o.Limit, X: o.X, Y: o.Y,
	})
}
