package distance

import (
	"context"
	"testing"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/simulate"
)

// BenchmarkBalance reports how long 16 workers would be idle in zl-sd, whatever the number of
// processors: the chunks are done one after the other, each by the worker that would be free first,
// and what each took is added up.
func BenchmarkBalance(b *testing.B) {
	ctx := context.Background()
	g, err := simulate.Graph(ctx, class.DAG, simulate.Options{Nodes: 1000, Edges: 10_000, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	truth, err := class.Check(ctx, g, class.DAG)
	if err != nil {
		b.Fatal(err)
	}
	h, err := simulate.Change(ctx, truth, simulate.Changes{Any: 200, Seed: 2})
	if err != nil {
		b.Fatal(err)
	}
	guess, err := class.Check(ctx, h, class.DAG)
	if err != nil {
		b.Fatal(err)
	}
	a, err := pairSetOf(truth.Model(), Params{}, false)
	if err != nil {
		b.Fatal(err)
	}
	a.shrink()
	idle := 0.0
	for b.Loop() {
		var busy [16]time.Duration
		var judges [16]*verifier
		for i := range judges {
			judges[i] = (*Scratch)(nil).verifier(separator.Nearest)
			judges[i].reset(truth.Model(), guess.Model())
		}
		clock := func(w int, do func()) {
			start := time.Now()
			do()
			busy[w] += time.Since(start)
		}
		for i := range a.chunks() {
			free := 0
			for w := range busy {
				if busy[w] < busy[free] {
					free = w
				}
			}
			clock(free, func() { judges[free].take(a, i) })
		}
		most, sum := time.Duration(0), time.Duration(0)
		for w := range judges {
			clock(w, func() { judges[w].flush() })
			most, sum = max(most, busy[w]), sum+busy[w]
		}
		idle += 1 - float64(sum)/float64(most*time.Duration(len(busy)))
	}
	b.ReportMetric(100*idle/float64(b.N), "%idle/16")
}
