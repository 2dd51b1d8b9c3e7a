package sepdist

import (
	"context"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// Check says of which class a graph is and how large its equivalence class is, or why
// it is not of the stated class. The error is that reason, a [*class.Error]; the report
// is complete with it and without it, unless ctx is done first: then the error is its cause.
func Check(ctx context.Context, g *Graph) (report.Check, error) {
	return compare.Check(ctx, (*compare.Graph)(g), nil)
}
