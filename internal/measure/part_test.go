package measure_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/simulate"
)

// The counts of parts add up to the count of all sources, exactly, however the sources are cut.
func TestPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	draw := func(kind class.Kind, nodes, edges int, seed uint64) *model.Model {
		g, err := simulate.Draw(ctx, kind, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed, Bidirected: 0.2 * float64(seed%2)})
		if err != nil {
			if g, err = simulate.Draw(ctx, kind, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed}); err != nil {
				t.Fatal(err)
			}
		}
		m, err := class.Check(ctx, g.Graph, kind)
		if err != nil {
			t.Fatal(err)
		}
		return m.Model()
	}
	tested := map[string]int{}
	for seed := range uint64(12) {
		for _, kinds := range [][2]class.Kind{{class.DAG, class.DAG}, {class.DAG, class.CPDAG}, {class.CPDAG, class.CPDAG}, {class.MAG, class.MAG}, {class.PAG, class.PAG}, {class.ADMG, class.ADMG}} {
			n := 20 + rng.IntN(30)
			if seed == 0 {
				n = 300 // more than the lanes of one walk
			}
			truth, guess := draw(kinds[0], n, 2*n, seed), draw(kinds[1], n, 2*n, seed+100)
			for i := range distance.Metrics {
				m := &distance.Metrics[i]
				if m.Defined(truth.Kind(), guess.Kind()) != nil || !measure.Splits(m, truth, guess, task.Params{}) {
					continue
				}
				whole, err := measure.Measure(ctx, m, truth, guess, task.Params{})
				if err != nil {
					t.Fatal(err)
				}
				var sum distance.Count
				for lo := 0; lo < n; {
					hi := min(n, lo+1+rng.IntN(n/2))
					r, err := measure.Measure(ctx, m, truth, guess, task.Params{Part: task.Part{Lo: lo, Hi: hi}, Options: task.Options{Workers: 1 + rng.IntN(3)}})
					if err != nil {
						t.Fatal(err)
					}
					sum.Wrong += r.Count.Wrong
					sum.Of += r.Count.Of
					lo = hi
				}
				if sum != whole.Count {
					t.Errorf("%s from %v to %v, %d nodes, seed %d: parts give %v, the whole %v", m.Name, truth.Kind(), guess.Kind(), n, seed, sum, whole.Count)
				}
				tested[m.Name]++
			}
		}
	}
	for i := range distance.Metrics {
		if m := &distance.Metrics[i]; m.Claims.HasSets() && tested[m.Name] == 0 {
			t.Errorf("%s was not tested", m.Name)
		}
	}
}

// A part goes with nothing else that restricts the pairs, and lies inside the sources.
func TestBadParts(t *testing.T) {
	g, err := simulate.Draw(context.Background(), class.DAG, simulate.Options{Nodes: 30, Edges: 40, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.Check(context.Background(), g.Graph, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	metric, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []task.Params{
		{Part: task.Part{Lo: 3, Hi: 3}},
		{Part: task.Part{Lo: -1, Hi: 3}},
		{Part: task.Part{Lo: 3, Hi: 31}},
		{Part: task.Part{Lo: 0, Hi: 3}, Pairs: 5},
	} {
		if _, err := measure.Measure(context.Background(), metric, m.Model(), m.Model(), p); err == nil {
			t.Errorf("%+v: no error", p)
		}
	}
}
