package measure_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

// newModel returns g as a model of the class of the given name.
func newModel(t testing.TB, g *graph.Graph, kind string) *model.Model {
	t.Helper()
	k, err := class.Parse(kind)
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.Check(context.Background(), g, k)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	return m.Model()
}

// wrong returns the number of wrong claims by the metric of the given name.
func wrong(t testing.TB, metric string, truth, guess *model.Model, p task.Params) int {
	t.Helper()
	m, err := distance.Find(metric)
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure.Measure(context.Background(), m, truth, guess, p)
	if err != nil {
		t.Fatalf("%s(%v; %v): %v", metric, truth.Drawn(), guess.Drawn(), err)
	}
	if n := float64(truth.N()); r.Count.Of != n*(n-1) {
		t.Fatalf("%s(%v; %v): of %v", metric, truth.Drawn(), guess.Drawn(), r.Count.Of)
	}
	return int(r.Count.Wrong)
}

// Every separation distance of the vectors, both directions, equals brute force.
func TestSeparationVectors(t *testing.T) {
	compared := 0
	for _, c := range graphtest.Vectors(t) {
		if c.Class == "ambiguous" {
			continue
		}
		truth, guess := newModel(t, c.Truth, c.TruthClass), newModel(t, c.Guess, c.GuessClass)
		for metric, want := range c.Expect.Wrong {
			if !strings.HasSuffix(metric, "-sd") {
				continue
			}
			compared++
			if got := wrong(t, metric, truth, guess, task.Params{}); got != want {
				t.Errorf("%s: %s(%v; %v) = %d, want %d", c.ID, metric, c.Truth, c.Guess, got, want)
			}
		}
		for metric, want := range c.Expect.Reverse {
			compared++
			if got := wrong(t, metric, guess, truth, task.Params{}); got != want {
				t.Errorf("%s: reverse %s(%v; %v) = %d, want %d", c.ID, metric, c.Truth, c.Guess, got, want)
			}
		}
	}
	if compared < 3000 {
		t.Errorf("only %d values were compared", compared)
	}
}

// classes are the random graphs of every class, by name.
var classes = []struct {
	name   string
	random func(seed uint64, n int) *graph.Graph
}{
	{"dag", func(s uint64, n int) *graph.Graph { return graphtest.DAG(graphtest.Rand(s), n, 0.4) }},
	{"cpdag", func(s uint64, n int) *graph.Graph { return graphtest.CPDAG(graphtest.Rand(s), n, 0.4) }},
	{"mpdag", func(s uint64, n int) *graph.Graph { return graphtest.MPDAG(graphtest.Rand(s), n, 0.4) }},
	{"mag", func(s uint64, n int) *graph.Graph { return graphtest.MAG(graphtest.Rand(s), n, 0.4) }},
	{"mag", func(s uint64, n int) *graph.Graph { return graphtest.MAGWithLines(graphtest.Rand(s), n, 0.4) }},
	{"pag", func(s uint64, n int) *graph.Graph { return graphtest.PAG(graphtest.Rand(s), n, 0.4) }},
	{"admg", func(s uint64, n int) *graph.Graph { return graphtest.ADMG(graphtest.Rand(s), n, 0.3) }},
	{"cyclic", func(s uint64, n int) *graph.Graph { return graphtest.Cyclic(graphtest.Rand(s), n, 0.3) }},
}

// Between random graphs of every two classes each distance is what its definition says.
func TestSeparationByDefinition(t *testing.T) {
	for _, tc := range classes {
		for _, gc := range classes {
			t.Run(tc.name+" "+gc.name, func(t *testing.T) {
				for seed := range uint64(6) {
					n := 3 + int(seed)%3
					tg, gg := tc.random(seed, n), gc.random(seed+100, n)
					truth, guess := newModel(t, tg, tc.name), newModel(t, gg, gc.name)
					nt, ng := naive.Read(tg, tc.name), naive.Read(gg, gc.name)
					for i := range distance.Metrics {
						m := &distance.Metrics[i]
						if m.Group != "sd" && m.Group != "mb" || m.Defined(truth.Kind(), guess.Kind()) != nil {
							continue
						}
						want := naive.SeparationDistance(nt, ng, strings.TrimSuffix(m.Name, "-sd"))
						if got := wrong(t, m.Name, truth, guess, task.Params{}); got != want {
							t.Errorf("seed %d: %s(%v; %v) = %d, by definition %d", seed, m.Name, tg, gg, got, want)
						}
					}
				}
			})
		}
	}
}

// The values of another program, on pairs up to 1000 nodes.
func TestSeparationPeer(t *testing.T) {
	for _, c := range graphtest.Peer(t, 300) {
		truth, guess := newModel(t, c.Truth, c.TruthClass), newModel(t, c.Guess, c.GuessClass)
		for metric, want := range c.Wrong {
			if strings.HasSuffix(metric, "-sd") {
				if got := wrong(t, metric, truth, guess, task.Params{}); got != want {
					t.Errorf("%s: %s = %d, want %d", c.ID, metric, got, want)
				}
			}
		}
	}
}

// The number does not depend on the workers, on a scratch that is used again, or on
// whether mistakes are told; and there are as many mistakes as the number says, in order.
func TestSeparationOptions(t *testing.T) {
	scratch := new(task.Scratch)
	for seed := range uint64(12) {
		c := classes[seed%uint64(len(classes))]
		n := 5 + int(seed)*3
		if seed == 8 {
			n = 150 // several chunks
		}
		if c.name == "pag" || c.name == "cpdag" || c.name == "mpdag" || c.name == "mag" {
			n = 5 // those are made by brute force
		}
		truth, guess := newModel(t, c.random(seed, n), c.name), newModel(t, c.random(seed+50, n), c.name)
		for i := range distance.Metrics {
			m := &distance.Metrics[i]
			if m.Group != "sd" && m.Group != "mb" || m.Defined(truth.Kind(), guess.Kind()) != nil {
				continue
			}
			want := wrong(t, m.Name, truth, guess, task.Params{Options: task.Options{Workers: 1}})
			told := 0
			last := [2]graph.Node{-1, -1}
			for name, o := range map[string]task.Options{
				"3 workers":              {Workers: 3},
				"scratch":                {Scratch: scratch},
				"a scratch of 3 workers": {Workers: 3, Scratch: scratch},
				"mistakes": {Workers: 2, Mistake: func(m distance.Mistake) {
					told++
					if now := [2]graph.Node{m.X, m.Y}; fmt.Sprint(now) == fmt.Sprint(last) || now[0] < last[0] || now[0] == last[0] && now[1] < last[1] {
						t.Errorf("mistake %v after %v", now, last)
					} else {
						last = now
					}
				}},
			} {
				if got := wrong(t, m.Name, truth, guess, task.Params{Options: o}); got != want {
					t.Errorf("seed %d: %s with %s = %d, else %d: %v; %v", seed, m.Name, name, got, want, truth.Drawn(), guess.Drawn())
				}
			}
			if told != want {
				t.Errorf("seed %d: %s told %d mistakes of %d: %v; %v", seed, m.Name, told, want, truth.Drawn(), guess.Drawn())
			}
		}
	}
}

// On a large graph with few edges most work is done by other means than on a small one: single
// walks, and separators found with few ancestors in view. Pairs with weights are judged by plain
// lanes; the numbers are the same.
func TestSeparationLarge(t *testing.T) {
	const n = 4200 // a graph is large from 4096 nodes on
	sparse := func(seed uint64, degree float64) *model.Model {
		return newModel(t, graphtest.DAG(graphtest.Rand(seed), n, degree/n), "dag")
	}
	truth := sparse(1, 4)
	var kept []graph.Edge // those of the truth, but for a few
	for i, e := range truth.Drawn().EdgeList() {
		if i%25 != 0 {
			kept = append(kept, e)
		}
	}
	near := newModel(t, truth.Drawn().With(kept), "dag")
	sources, weights := graph.NewSet(n), make(map[[2]graph.Node]float64)
	for x := graph.Node(5); x < n; x += n / 9 {
		sources.Add(x)
		for y := range graph.Node(n) {
			if x != y {
				weights[[2]graph.Node{x, y}] = 1
			}
		}
	}
	for i, metric := range []string{"parent-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd", "mb-zl-sd", "mb-parent-sd"} {
		guess := sparse(2, 9)
		if i > 3 {
			guess = near
		}
		m, err := distance.Find(metric)
		if err != nil {
			t.Fatal(err)
		}
		count := func(p task.Params) float64 {
			r, err := measure.Measure(context.Background(), m, truth, guess, p)
			if err != nil || r.Count.Of != float64(len(weights)) {
				t.Fatal(metric, r.Count, err)
			}
			return r.Count.Wrong
		}
		want := count(task.Params{Weights: weights})
		for _, workers := range []int{1, 3} {
			got := count(task.Params{Sources: sources, Options: task.Options{Workers: workers}})
			if got != want || want == 0 {
				t.Errorf("%s, %d workers: %v wrong, pair by pair %v", metric, workers, got, want)
			}
		}
	}
}

// Claims that wait when a measurement is cancelled do not come up in the next one.
func TestScratchAfterCancel(t *testing.T) {
	const n = 300
	truth := newModel(t, graphtest.DAG(graphtest.Rand(1), n, 0.02), "dag")
	guess := newModel(t, graphtest.DAG(graphtest.Rand(2), n, 0.02), "dag")
	for _, metric := range []string{"parent-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd", "mb-ancestor-sd"} {
		m, err := distance.Find(metric)
		if err != nil {
			t.Fatal(err)
		}
		p := task.Params{Options: task.Options{Workers: 1}}
		want, err := measure.Measure(context.Background(), m, truth, guess, p)
		if err != nil {
			t.Fatal(err)
		}
		p.Options.Scratch = new(task.Scratch)
		ctx, cancel := context.WithCancel(context.Background())
		cancelled := p
		cancelled.Options.Progress = func(float64) { cancel() }
		if _, err := measure.Measure(ctx, m, truth, guess, cancelled); err == nil {
			t.Fatalf("%s was not cancelled", metric)
		}
		if got, err := measure.Measure(context.Background(), m, truth, guess, p); err != nil || got.Count != want.Count {
			t.Errorf("%s after a cancelled one: %v, %v, want %v", metric, got.Count, err, want.Count)
		}
	}
}
