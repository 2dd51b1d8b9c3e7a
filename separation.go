package sepdist

import (
	"context"
	"iter"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// Separated says whether the nodes named given separate x from y in a graph, with an open path
// where they do not: by d-separation in a DAG, by m-separation in a MAG or an ADMG, by
// sigma-separation in a cyclic graph; in a CPDAG or PAG as in every graph that it represents. Of a
// time series they are moments of the infinite graph, such as X(t-1), Y(t) and Z(t+1).
func Separated(ctx context.Context, g *Graph, x, y string, given ...string) (*report.Separation, error) {
	return compare.Separated(ctx, (*compare.Graph)(g), x, y, given)
}

// Separators are the sets by which separation distances take x and y for separated where g is
// the guess; of all ordered pairs of nodes without an edge where x and y are empty. No metrics
// are all that are defined for the class of g.
func Separators(ctx context.Context, g *Graph, x, y string, metrics ...string) (*report.Separators, error) {
	return compare.Separators(ctx, (*compare.Graph)(g), metrics, x, y)
}

// As returns a graph of another class with the same separations: the equivalence class of a
// graph as a CPDAG or PAG, a DAG or MAG that is a member of it, an ADMG for a cyclic graph.
func As(ctx context.Context, g *Graph, kind class.Kind) (*Graph, error) {
	drawn, err := compare.As(ctx, (*compare.Graph)(g), kind)
	return (*Graph)(drawn), err
}

// Members yields the graphs that a graph represents, one by one: the DAGs of the equivalence class
// of a DAG or CPDAG, the DAGs of an MPDAG, the MAGs without undirected edges of the class of a MAG
// or PAG. The list of MAGs ends where ctx is done.
func Members(ctx context.Context, g *Graph) (iter.Seq[*Graph], error) {
	members, _, err := compare.Members(ctx, (*compare.Graph)(g))
	if err != nil {
		return nil, err
	}
	return func(yield func(*Graph) bool) {
		for one := range members {
			if !yield(&Graph{Graph: one, Name: g.Name}) {
				return
			}
		}
	}, nil
}
