package falsify

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/series"
)

// permute counts the rejected claims of graphs that are the given one with its nodes relabeled at
// random. The sets of a relabeled graph are the relabeled sets, so that only the tests are repeated.
// (Eulig, Mastakouri, Blöbaum, Hardt and Janzing, Toward falsifying causal graphs using a
// permutation-based test, 2023.)
func permute(ctx context.Context, m *model.Model, c *claims, t *independence.Tester, rejected int, o Options) (*verdict.Permutations, error) {
	p := &verdict.Permutations{Count: o.Permutations, Seed: o.Seed, Rejected: make([]int, o.Permutations)}
	n := len(c.frame.variables)
	same := symmetries(m)
	if same != nil {
		p.Equivalent = new(int)
	}
	equivalent := make([]bool, o.Permutations)
	workers := make([]*relabeler, pool.Workers(o.Workers))
	err := pool.Each(ctx, len(workers), o.Permutations, func(w, i int) {
		if workers[w] == nil {
			workers[w] = &relabeler{claims: c, run: t.Runner(), sets: make([][]int32, len(c.sets)), queries: slices.Clone(c.queries), results: make([]independence.Result, len(c.queries))}
		}
		to := rand.New(rand.NewPCG(o.Seed, uint64(i))).Perm(n)
		p.Rejected[i] = workers[w].rejected(to, o)
		equivalent[i] = same != nil && same(to)
	}, nil, nil)
	if err != nil {
		return nil, err
	}
	for i, count := range p.Rejected {
		if count <= rejected {
			p.AtMost++
		}
		if equivalent[i] {
			*p.Equivalent++
		}
	}
	p.Share = float64(p.AtMost) / float64(p.Count)
	slices.Sort(p.Rejected)
	return p, nil
}

// A relabeler tests the claims of relabeled graphs. It serves one goroutine.
type relabeler struct {
	claims  *claims
	run     func(sets [][]int32, queries []independence.Query, results []independence.Result)
	sets    [][]int32
	queries []independence.Query
	results []independence.Result
}

// rejected returns the number of rejected claims when variable v becomes to[v].
func (r *relabeler) rejected(to []int, o Options) int {
	n := int32(len(to))
	column := func(v int32) int32 { return v - v%n + int32(to[v%n]) } // at the same lag
	for i, set := range r.claims.sets {
		r.sets[i] = r.sets[i][:0]
		for _, v := range set {
			r.sets[i] = append(r.sets[i], column(v))
		}
	}
	for i, q := range r.claims.queries {
		r.queries[i].X, r.queries[i].Y = column(q.X), column(q.Y)
	}
	r.run(r.sets, r.queries, r.results)
	return judge(r.claims, r.results, o.Alpha, o.Correction).rejected
}

// symmetries returns a function that reports whether a relabeled graph is Markov equivalent to the
// graph. Relabeling commutes with drawing the equivalence class, so it is enough to compare two
// drawings of it. It is nil for time series with latent confounders, whose class has no drawing.
func symmetries(m *model.Model) func(to []int) bool {
	if m.Series() == nil {
		drawn := m.Equivalence()
		edges := drawn.EdgeList()
		return func(to []int) bool {
			return !slices.ContainsFunc(edges, func(e graph.Edge) bool {
				x, y := graph.Node(to[e.X]), graph.Node(to[e.Y])
				return !slices.Contains(drawn.Between(x, y), graph.Edge{X: x, Y: y, AtX: e.AtX, AtY: e.AtY})
			})
		}
	}
	if m.Kind().Latent() {
		return nil
	}
	drawn := series.CPDAG(m.Series().Walk())
	return func(to []int) bool {
		links := slices.Clone(drawn.Links())
		for i := range links {
			links[i].X, links[i].Y = graph.Node(to[links[i].X]), graph.Node(to[links[i].Y])
		}
		return drawn.With(links).EqualByIndex(drawn)
	}
}
