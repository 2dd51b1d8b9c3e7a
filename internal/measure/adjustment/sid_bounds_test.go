package adjustment

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// With less and less work allowed the bounds grow wider, hold, and say so.
func TestSIDBoundsWithLittleWork(t *testing.T) {
	loose := 0
	for seed := range uint64(30) {
		rng := graphtest.Rand(seed)
		truth, _ := class.Check(context.Background(), graphtest.DAG(rng, 6, 0.5), class.DAG)
		guess, _ := class.Check(context.Background(), graphtest.CPDAG(rng, 6, 0.7), class.CPDAG)
		e, err := effectsOf(6, task.Params{})
		if err != nil {
			t.Fatal(err)
		}
		var last distance.Result
		for i, work := range []int{sidWork, 2000, 500, 100, 10, 0} {
			b := newSIDBounds(e, truth.Model(), guess.Model())
			b.work = work
			r, err := b.run(context.Background(), task.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 && (r.Lower.Wrong > last.Lower.Wrong || r.Upper.Wrong < last.Upper.Wrong) {
				t.Errorf("seed %d: from %v to %v with work %d, before from %v to %v", seed, r.Lower.Wrong, r.Upper.Wrong, work, last.Lower.Wrong, last.Upper.Wrong)
			}
			if i == 0 {
				last = r
			}
			if r.Partial != (len(r.Notes) > 0) || !r.Partial && *r.Lower != *last.Lower {
				t.Errorf("seed %d: from %v to %v with work %d, partial %v", seed, r.Lower.Wrong, r.Upper.Wrong, work, r.Partial)
			}
			if r.Partial {
				loose++
			}
		}
	}
	if loose < 50 {
		t.Errorf("only %d bounds were loose", loose)
	}
}

// As many orientations are folded as the class has members.
func TestOrientationsCount(t *testing.T) {
	for seed := range uint64(40) {
		cpdag := graphtest.CPDAG(graphtest.Rand(seed), 6, 0.8)
		product := int64(1)
		b := sidBounds{guess: cpdag}
		for _, nodes := range chainsOf(cpdag) {
			work := 1 << 30
			ways := orientationsOf(b.near(nodes), &work)
			count := make([]int64, len(ways.parts))
			for _, p := range ways.bySize() {
				for i := range ways.parts[p].nodes {
					k := ways.first[p] + int32(i)
					here := int64(1)
					for _, q := range ways.then[ways.at[k]:ways.at[k+1]] {
						here *= count[q]
					}
					count[p] += here
				}
			}
			product *= count[0]
		}
		if size := equiv.Size(cpdag).Int64(); product != size {
			t.Errorf("seed %d: %v has %d members, %d orientations are folded", seed, cpdag, size, product)
		}
	}
}
