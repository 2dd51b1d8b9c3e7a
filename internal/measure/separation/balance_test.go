package separation

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/simulate"
)

// A schedule is what workers have done when each takes the next piece as soon as it is free.
type schedule [16]time.Duration

// free returns the worker that is free first.
func (s *schedule) free() int {
	first := 0
	for w := range s {
		if s[w] < s[first] {
			first = w
		}
	}
	return first
}

// idle returns the share of their time for which workers wait for the last one.
func (s *schedule) idle() float64 {
	most, sum := time.Duration(0), time.Duration(0)
	for _, busy := range s {
		most, sum = max(most, busy), sum+busy
	}
	return 1 - float64(sum)/float64(most*time.Duration(len(s)))
}

// BenchmarkBalance reports how long 16 workers would be idle in zl-sd, whatever the number of
// processors and what else they do: pieces are done one after the other on one thread, and a piece costs
// the least processor time that it took in any round. With these costs workers take the pieces in
// their order.
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
	a, err := task.ChunkedPairs(truth.Model(), task.Params{}, false)
	if err != nil {
		b.Fatal(err)
	}
	a.Shrink()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	pieces := make([]time.Duration, a.Chunks())
	var ends schedule // what each worker does after its last piece
	least := func(cost *time.Duration, do func()) {
		start := processorTime()
		do()
		if took := max(processorTime()-start, 1); *cost == 0 || took < *cost {
			*cost = took
		}
	}
	idle := 0.0
	for b.Loop() {
		var workers schedule
		c := newCrew(separator.Nearest, truth.Model(), guess.Model(), task.Options{Workers: len(workers)})
		for i := range pieces {
			w := workers.free()
			v := c.worker(w)
			least(&pieces[i], func() { v.take(a, i) })
			workers[w] += pieces[i]
		}
		for w := range workers {
			least(&ends[w], func() { c.worker(w).flush() })
			workers[w] += ends[w]
		}
		idle = workers.idle()
		runtime.GC() // between rounds only
	}
	b.ReportMetric(100*idle, "%idle/16")
}
