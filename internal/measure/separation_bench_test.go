package measure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/simulate"
)

// dags returns a random DAG with n nodes and m edges, and one with the given number of
// edges removed and others added.
func dags(b testing.TB, n, m, changes int) (truth, guess *model.Model) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	order := rng.Perm(n)
	seen := make(map[graph.Edge]bool)
	var edges []graph.Edge
	draw := func() graph.Edge {
		for {
			i, j := rng.IntN(n), rng.IntN(n)
			e := graph.Directed(graph.Node(order[min(i, j)]), graph.Node(order[max(i, j)]))
			if i != j && !seen[e] {
				seen[e] = true
				return e
			}
		}
	}
	for range m {
		edges = append(edges, draw())
	}
	names := graph.NumberedNames("V", 0, n)
	before := append([]graph.Edge(nil), edges...)
	for range changes / 2 {
		edges[rng.IntN(m)] = draw()
	}
	return newModel(b, graph.MustNew(names, before), "dag"), newModel(b, graph.MustNew(names, edges), "dag")
}

func BenchmarkSeparation(b *testing.B) {
	for _, size := range []struct {
		n, degree int
		metrics   []string
	}{
		{10, 2, []string{"parent-sd", "ancestor-sd", "pparent-sd", "pancestor-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd"}},
		{100, 5, []string{"parent-sd", "ancestor-sd", "pparent-sd", "pancestor-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd"}},
		{1000, 10, []string{"parent-sd", "ancestor-sd", "pparent-sd", "pancestor-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd"}},
		{10_000, 2, []string{"parent-sd", "ancestor-sd", "pancestor-sd", "zl-sd"}},
		{100_000, 2, []string{"mb-parent-sd", "mb-zl-sd"}},
		{1_000_000, 2, []string{"mb-parent-sd", "mb-zl-sd"}},
	} {
		truth, guess := dags(b, size.n, size.degree*size.n, size.n/5)
		for _, name := range size.metrics {
			b.Run(fmt.Sprintf("n=%d/%s", size.n, name), func(b *testing.B) {
				m, err := distance.Find(name)
				if err != nil {
					b.Fatal(err)
				}
				p := task.Params{}
				if size.n <= 100 {
					p.Options.Scratch = new(task.Scratch)
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := measure.Measure(context.Background(), m, truth, guess, p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkMixed measures large sparse ADMGs, a fifth of their edges bidirected, and listed pairs of
// them: pairs that are looked at one by one.
func BenchmarkMixed(b *testing.B) {
	dag, changed := dags(b, 10000, 20000, 2000)
	mixed := func(m *model.Model) *model.Model {
		var edges []graph.Edge
		for e := range m.Drawn().Edges() {
			if (e.X+e.Y)%5 == 0 {
				e.AtX, e.AtY = graph.Arrow, graph.Arrow
			}
			edges = append(edges, e)
		}
		return newModel(b, m.Drawn().With(edges), "admg")
	}
	truth, guess := mixed(dag), mixed(changed)
	for _, row := range []struct {
		name  string
		pairs int64
	}{{"mb-zl-sd", 0}, {"zl-sd", 10000}} {
		b.Run(row.name, func(b *testing.B) {
			m, err := distance.Find(row.name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := measure.Measure(context.Background(), m, truth, guess, task.Params{Pairs: row.pairs}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkClasses measures graphs of every class with 1000 nodes and 3000 edges, a fifth of them
// bidirected where there are such. The guess has 100 changes.
func BenchmarkClasses(b *testing.B) {
	for _, k := range []class.Kind{class.DAG, class.CPDAG, class.MPDAG, class.MAG, class.PAG, class.ADMG, class.Cyclic} {
		o := simulate.Options{Nodes: 1000, Edges: 3000, Seed: 1}
		if k != class.DAG && k != class.CPDAG && k != class.MPDAG {
			o.Bidirected = 0.2
		}
		checked := func(g *graph.Graph, err error) class.Member {
			if err != nil {
				b.Fatal(err)
			}
			c, err := class.Check(context.Background(), g, k)
			if err != nil {
				b.Fatal(err)
			}
			return c
		}
		truth := checked(simulate.Graph(context.Background(), k, o))
		guess := checked(simulate.Change(context.Background(), truth, simulate.Changes{Any: 100, Seed: 1}))
		names := []string{"zl-sd"}
		if k == class.DAG || k == class.MAG || k == class.ADMG || k == class.Cyclic {
			names = append(names, "ancestor-sd") // not all ancestors are known in the others
		}
		for _, name := range names {
			b.Run(fmt.Sprintf("%v/%s", k, name), func(b *testing.B) {
				m, err := distance.Find(name)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := measure.Measure(context.Background(), m, truth.Model(), guess.Model(), task.Params{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
