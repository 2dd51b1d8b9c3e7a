package measure_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/simulate"
)

func BenchmarkAdjustment(b *testing.B) {
	for _, size := range []struct {
		n, degree int
		metrics   []string
	}{
		{10, 2, []string{"parent-aid", "ancestor-aid", "oset-aid", "sid", "shd", "arrowhead-f1", "collider-f1"}},
		{200, 10, []string{"parent-aid", "ancestor-aid", "oset-aid"}},
		{1000, 10, []string{"parent-aid", "ancestor-aid"}},
		{10000, 2, []string{"parent-aid", "ancestor-aid", "oset-aid"}},
		{100000, 2, []string{"parent-aid", "ancestor-aid", "shd", "collider-f1"}},
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

// canonical-aid in every class at n = 1000 with 3000 edges, beside oset-aid between DAGs.
func BenchmarkCanonical(b *testing.B) {
	run := func(name, metric string, truth, guess *model.Model) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustMeasure(b, metric, truth, guess, task.Params{})
			}
		})
	}
	const n = 1000
	truth, guess := dags(b, n, 3*n, n/5)
	run("oset-aid", "oset-aid", truth, guess)
	for i, c := range adjustableClasses {
		draw := func(seed uint64) *model.Model {
			k, _ := class.Parse(c.Name)
			o := simulate.Options{Nodes: n, Edges: 3 * n, Seed: seed}
			if k.Latent() {
				o.Bidirected = 0.2
			}
			g, err := simulate.Graph(context.Background(), k, o)
			if err != nil {
				b.Fatal(err)
			}
			return newModel(b, g, c.Name)
		}
		run(c.Name, "canonical-aid", draw(uint64(i)), draw(uint64(i)+100))
	}
}

// oset-aid of a guess with many changes, in which some treatments have effects on a third of the nodes, and of an unrelated
// guess; one treatment in 20.
func BenchmarkOptimalManyEffects(b *testing.B) {
	const n = 10_000
	ctx := context.Background()
	draw := func(seed uint64) *graph.Graph {
		g, err := simulate.Graph(ctx, class.DAG, simulate.Options{Nodes: n, Edges: 2 * n, Seed: seed})
		if err != nil {
			b.Fatal(err)
		}
		return g
	}
	truth := draw(1)
	member, err := class.Check(ctx, truth, class.DAG)
	if err != nil {
		b.Fatal(err)
	}
	near, err := simulate.Change(ctx, member, simulate.Changes{Any: 4000, Seed: 2})
	if err != nil {
		b.Fatal(err)
	}
	treatments := graph.NewSet(n)
	for v := graph.Node(0); v < n; v += 20 {
		treatments.Add(v)
	}
	p := task.Params{Sources: treatments, Options: task.Options{Workers: 1}}
	t := newModel(b, truth, "dag")
	for i, guess := range []*graph.Graph{near, draw(2)} {
		b.Run([]string{"near", "unrelated"}[i], func(b *testing.B) {
			g := newModel(b, guess, "dag")
			for b.Loop() {
				mustMeasure(b, "oset-aid", t, g, p)
			}
		})
	}
}
