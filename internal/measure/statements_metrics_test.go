package measure_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

func number(t testing.TB, x *big.Int) int {
	t.Helper()
	if !x.IsInt64() {
		t.Fatalf("%v is too large", x)
	}
	return int(x.Int64())
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-9 }

func TestOrdersVectors(t *testing.T) {
	compared := 0
	for _, c := range graphtest.Vectors(t) {
		want := c.Expect.Statements
		if want == nil {
			continue
		}
		compared++
		truth, guess := newModel(t, c.Truth, c.TruthClass), newModel(t, c.Guess, c.GuessClass)
		sc := mustMeasure(t, "sc-metric", truth, guess, task.Params{})
		if len(sc.Orders) != len(want.Orders) {
			t.Errorf("%s: %d orders, want %d", c.ID, len(sc.Orders), len(want.Orders))
			continue
		}
		for i, o := range sc.Orders {
			w := want.Orders[i]
			a, b, both := number(t, o.ConnectedTruth), number(t, o.ConnectedGuess), number(t, o.ConnectedBoth)
			if o.Order != w.K || number(t, o.Statements) != w.Statements || a != w.ConnectedTruth || a-both != w.C || b-both != w.S || a+b-2*both != w.Disagree {
				t.Errorf("%s: order %d: %v statements, %d, %d and %d connected, want %+v", c.ID, o.Order, o.Statements, a, b, both, w)
			}
		}
		for metric, value := range map[string]float64{"sc-metric": want.SC, "c-metric": want.C, "s-metric": want.S} {
			if r := mustMeasure(t, metric, truth, guess, task.Params{}); math.Abs(r.Value-value) > 1e-11 {
				t.Errorf("%s: %s is %v, want %v", c.ID, metric, r.Value, value)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d cases were compared", compared)
	}
}

// Values worked out by hand or by the authors' program.
func TestOrdersExamples(t *testing.T) {
	for _, tt := range []struct {
		truth, guess string
		sc, s, c     float64
	}{
		{"a --> b --> c", "a b c: a --> b <-- c", 1. / 3, 1. / 2, 1. / 6},
		{"a --> b --> c", "a b c:", 5. / 6, 0, 1},
		{"a b c:", "a --> b --> c", 5. / 6, 5. / 6, 0},
		{"a --> b --> c", "a b c: a --> b --> c <-- a", 1. / 6, 1. / 2, 0},
		{"a --> b --> c --> d", "a b c d: a --> b --> c <-- d", 0.25, 0.277777777778, 0.152777777778},
		{"a b c d: a --> b --> c <-- d", "a --> b --> c --> d", 0.25, 0.444444444444, 0.157407407407},
		{"a <-> b <-> c <-> d", "a --> b --> c --> d", 0.444444444444, 0.5, 0.25},
		{"a b c d: a --> b <-> c <-- d", "a <-> b <-> c <-> d", 0, 0, 0},
		{"a --> b; b --> c; c --> b", "a b c:", 1, 0, 1}, // a cycle, by sigma-separation
	} {
		g, h := graphtest.Arrows(t, tt.truth), graphtest.Arrows(t, tt.guess)
		truth, guess := newModel(t, g, ""), newModel(t, h, "")
		for metric, want := range map[string]float64{"sc-metric": tt.sc, "s-metric": tt.s, "c-metric": tt.c} {
			if r := mustMeasure(t, metric, truth, guess, task.Params{}); !near(r.Value, want) {
				t.Errorf("%s from %q to %q is %v, want %v", metric, tt.truth, tt.guess, r.Value, want)
			}
		}
	}
}

func TestOrdersNaive(t *testing.T) {
	for seed := range seeds(240) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(5)
		if seed%12 == 0 {
			n = 7 + rng.IntN(2)
		}
		a := graphtest.Classes[rng.IntN(len(graphtest.Classes))]
		b := graphtest.Classes[rng.IntN(len(graphtest.Classes))]
		if n > 6 { // the definition of these lists whole equivalence classes
			a, b = graphtest.Classes[0], graphtest.Classes[7+rng.IntN(2)]
		}
		g, h := a.Random(rng, n, rng.Float64()*0.8), b.Random(rng, n, rng.Float64()*0.8)
		want := naive.Orders(naive.Read(g, a.Name).Statements, naive.Read(h, b.Name).Statements)
		truth, guess := newModel(t, g, a.Name), newModel(t, h, b.Name)
		for metric, value := range map[string]float64{
			"sc-metric": naive.SC(want), "c-metric": naive.Markov(want), "s-metric": naive.Faithfulness(want),
		} {
			r := mustMeasure(t, metric, truth, guess, task.Params{})
			if !near(r.Value, value) {
				t.Fatalf("seed %d: %s from the %s %q to the %s %q is %v, by definition %v", seed, metric, a.Name, graphtest.Draw(g), b.Name, graphtest.Draw(h), r.Value, value)
			}
			for k, o := range r.Orders {
				if number(t, o.Statements) != want[k].Statements || number(t, o.ConnectedTruth) != want[k].ConnectedTruth ||
					number(t, o.ConnectedGuess) != want[k].ConnectedGuess || number(t, o.ConnectedBoth) != want[k].ConnectedBoth {
					t.Fatalf("seed %d: from %q to %q: order %d is %+v, by definition %+v", seed, graphtest.Draw(g), graphtest.Draw(h), k, o, want[k])
				}
			}
		}
	}
}

// For each order the share of statements on which graphs differ is a metric; it is 1
// between the empty and the complete graph; and what the guess invents is what the truth
// misses the other way round.
func TestOrdersLaws(t *testing.T) {
	const n = 6
	var models []*model.Model
	for seed := range uint64(12) {
		rng := graphtest.Rand(seed)
		c := graphtest.Classes[int(seed)%len(graphtest.Classes)]
		models = append(models, newModel(t, c.Random(rng, n, 0.2+0.5*rng.Float64()), c.Name))
	}
	tables := make(map[[2]int][]distance.Order)
	for i := range models {
		for j := range models {
			tables[[2]int{i, j}] = mustMeasure(t, "sc-metric", models[i], models[j], task.Params{}).Orders
		}
	}
	for i := range models {
		for j := range models {
			for k := range n - 1 {
				ij, ji := tables[[2]int{i, j}][k], tables[[2]int{j, i}][k]
				if ij.Value != ji.Value || i == j && ij.Value != 0 {
					t.Errorf("order %d of %d, %d: %v and %v back", k, i, j, ij.Value, ji.Value)
				}
				if a, b := number(t, ij.ConnectedGuess)-number(t, ij.ConnectedBoth), number(t, ji.ConnectedTruth)-number(t, ji.ConnectedBoth); a != b {
					t.Errorf("order %d of %d, %d: %d invented, %d missed back", k, i, j, a, b)
				}
				for l := range models {
					if il, lj := tables[[2]int{i, l}][k].Value, tables[[2]int{l, j}][k].Value; ij.Value > il+lj+1e-12 {
						t.Errorf("order %d: from %d to %d it is %v, by way of %d %v + %v", k, i, j, ij.Value, l, il, lj)
					}
				}
			}
		}
	}
	for n := 2; n <= 29; n += 9 {
		empty, complete := extremes(t, n)
		r := mustMeasure(t, "sc-metric", empty, complete, task.Params{})
		if r.Value != 1 || r.Sample != nil {
			t.Errorf("%d nodes: %v between the empty and the complete graph", n, r.Value)
		}
	}
}

// extremes returns the empty and a complete DAG.
func extremes(t testing.TB, n int) (empty, complete *model.Model) {
	names := graph.NumberedNames("v", 0, n)
	var edges []graph.Edge
	for y := range graph.Node(n) {
		for x := range y {
			edges = append(edges, graph.Directed(x, y))
		}
	}
	return newModel(t, graph.MustNew(names, nil), "dag"), newModel(t, graph.MustNew(names, edges), "dag")
}

// The variants all follow from the table of counts.
func TestOrdersVariants(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b --> c --> d; a --> e; d --> e")
	h := graphtest.Arrows(t, "a b c d e: a --> b --> c <-- d; a --> e; e --> d")
	truth, guess := newModel(t, g, "dag"), newModel(t, h, "dag")
	all := mustMeasure(t, "sc-metric", truth, guess, task.Params{})
	if len(all.Orders) != 4 {
		t.Fatalf("%d orders of 5 nodes", len(all.Orders))
	}
	with := func(p task.OrderParams) task.Params { return task.Params{Orders: p} }
	v := func(k int) float64 { return all.Orders[k].Value }
	for name, tt := range map[string]struct {
		p    task.OrderParams
		want float64
	}{
		"order 0":         {task.OrderParams{MaxOrder: new(0)}, v(0)},
		"up to order 1":   {task.OrderParams{MaxOrder: new(1)}, (v(0) + v(1)) / 2},
		"all":             {task.OrderParams{MaxOrder: new(3)}, all.Value},
		"more than there": {task.OrderParams{MaxOrder: new(8)}, all.Value},
		"weighted":        {task.OrderParams{Weights: []float64{4, 3, 2, 1}}, (4*v(0) + 3*v(1) + 2*v(2) + v(3)) / 10},
		"one weight":      {task.OrderParams{Weights: []float64{0, 0, 5, 0}}, v(2)},
		"weighted, cut":   {task.OrderParams{MaxOrder: new(1), Weights: []float64{1, 3}}, (v(0) + 3*v(1)) / 4},
		"too many":        {task.OrderParams{MaxOrder: new(5), Weights: []float64{1, 1, 1, 1, 7, 7}}, all.Value},
		"ungraded":        {task.OrderParams{Ungraded: true}, (10*v(0) + 30*v(1) + 30*v(2) + 10*v(3)) / 80},
		"ungraded, cut":   {task.OrderParams{Ungraded: true, MaxOrder: new(1)}, (10*v(0) + 30*v(1)) / 40},
		"all sampled":     {task.OrderParams{Samples: 30}, all.Value},
		"exact":           {task.OrderParams{Samples: 3, Exact: 5}, all.Value},
	} {
		r := mustMeasure(t, "sc-metric", truth, guess, with(tt.p))
		if !near(r.Value, tt.want) || r.Sample != nil {
			t.Errorf("%s: %v (%+v), want %v", name, r.Value, r.Sample, tt.want)
		}
	}
	if r := mustMeasure(t, "sc-metric", truth, guess, with(task.OrderParams{MaxOrder: new(8)})); len(r.Orders) != 4 || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "of 5 nodes is 3") {
		t.Errorf("orders up to 8 of 5 nodes: %d orders, %q", len(r.Orders), r.Notes)
	}
	if r := mustMeasure(t, "sc-metric", truth, guess, with(task.OrderParams{Exact: 4})); r.Sample == nil && len(r.Orders) == 4 && r.Orders[1].Sample == nil && r.Value != all.Value {
		t.Errorf("exact up to 4 nodes: %v", r.Value)
	}
}

func TestOrdersRefused(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "a --> b --> c --> d"), "dag")
	for what, p := range map[string]task.OrderParams{
		"order":     {MaxOrder: new(-2)},
		"weights":   {Weights: []float64{1, 2}},
		"weight -1": {Weights: []float64{1, -1, 1}},
		"NaN":       {Weights: []float64{1, math.NaN(), 1}},
		"+Inf":      {Weights: []float64{1, math.Inf(1), 1}},
		"sum":       {Weights: []float64{0, 0, 0}},
		"ungraded":  {Weights: []float64{1, 1, 1}, Ungraded: true},
		"samples":   {Samples: -5},
		"precision": {Precision: -0.1},
		"between":   {Precision: 1},
		"exact":     {Exact: -1},
	} {
		for _, metric := range []string{"sc-metric", "c-metric", "s-metric"} {
			m, err := distance.Find(metric)
			if err != nil {
				t.Fatal(err)
			}
			_, err = measure.Measure(context.Background(), m, truth, truth, task.Params{Orders: p})
			if err == nil || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%+v: %v, want an error on %s", p, err, what)
			}
		}
	}
	r := mustMeasure(t, "c-metric", truth, truth, task.Params{Sources: graph.SetOf(1)})
	if r.Defined() || r.Why == "" {
		t.Errorf("with sources: %v", r.Value)
	}
}

func TestOrdersSmall(t *testing.T) {
	for n := range 3 {
		empty, complete := extremes(t, n)
		for _, p := range []task.OrderParams{{}, {MaxOrder: new(0)}, {MaxOrder: new(4)}, {Samples: 10}, {Precision: 0.01}, {Exact: 1}, {Ungraded: true}} {
			for _, metric := range []string{"sc-metric", "c-metric", "s-metric"} {
				if r := mustMeasure(t, metric, complete, complete, task.Params{Orders: p}); r.Defined() && r.Value != 0 {
					t.Errorf("%d nodes: %s to itself %v", n, metric, r.Value)
				}
				want := 0.0
				if n == 2 && metric != "c-metric" {
					want = 1
				}
				r := mustMeasure(t, metric, empty, complete, task.Params{Orders: p})
				if void := metric == "c-metric" && p.Ungraded && n == 2; void != !r.Defined() || !void && r.Value != want {
					t.Errorf("%d nodes: %s from empty to complete is %v with %+v", n, metric, r.Value, p)
				}
			}
		}
	}
}

// Orders with nothing to count are 0 in the mean and said to be void.
func TestOrdersVoid(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "a --> b --> c"), "dag")
	guess := newModel(t, graphtest.Arrows(t, "a b c: a --> b <-- c"), "dag")
	r := mustMeasure(t, "s-metric", truth, guess, task.Params{})
	if !r.Orders[0].Void || r.Orders[1].Void || r.Orders[1].Value != 1 || r.Value != 0.5 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "1 of 2 orders is void") {
		t.Errorf("got %+v", r)
	}
	empty, complete := extremes(t, 5)
	for metric, of := range map[string]*model.Model{"c-metric": empty, "s-metric": complete} {
		for _, p := range []task.OrderParams{{}, {Samples: 3}} {
			r := mustMeasure(t, metric, of, guessOf(of, empty, complete), task.Params{Orders: p})
			for _, o := range r.Orders {
				if !o.Void {
					t.Errorf("%s with %+v: order %d is not void", metric, p, o.Order)
				}
			}
			if r.Value != 0 || r.Sample != nil && r.Sample.Hi != 0 {
				t.Errorf("%s with %+v: %v, %+v", metric, p, r.Value, r.Sample)
			}
		}
		if r := mustMeasure(t, metric, of, guessOf(of, empty, complete), task.Params{Orders: task.OrderParams{Ungraded: true}}); r.Defined() || r.Why == "" {
			t.Errorf("ungraded %s: %v", metric, r.Value)
		}
	}
}

// guessOf returns the other of the two.
func guessOf(m, a, b *model.Model) *model.Model {
	if m == a {
		return b
	}
	return a
}

func TestOrdersWorkers(t *testing.T) {
	truth, guess := pairOf(t, 24, 40, 6, 5)
	small, other := pairOf(t, 11, 25, -1, 5)
	for name, pair := range map[string]struct {
		truth, guess *model.Model
		p            task.OrderParams
	}{
		"frontier":  {truth, guess, task.OrderParams{}},
		"lanes":     {small, other, task.OrderParams{}},
		"sampled":   {truth, guess, task.OrderParams{Samples: 700}},
		"precision": {truth, guess, task.OrderParams{Precision: 0.004}},
	} {
		var first distance.Result
		for workers := 1; workers <= 4; workers++ {
			r := mustMeasure(t, "s-metric", pair.truth, pair.guess, task.Params{Orders: pair.p, Seed: 9, Options: task.Options{Workers: workers}})
			if workers == 1 {
				first = r
			} else if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: %d workers give %+v, one %+v", name, workers, r, first)
			}
		}
	}
}

func TestOrdersCancelled(t *testing.T) {
	m, err := distance.Find("sc-metric")
	if err != nil {
		t.Fatal(err)
	}
	truth, guess := pairOf(t, 24, 40, 6, 5)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range []task.OrderParams{{}, {Samples: 1000}, {MaxOrder: new(2)}} {
		if _, err := measure.Measure(ctx, m, truth, guess, task.Params{Orders: p}); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// What one metric counts serves the next, either way round.
func TestOrdersTables(t *testing.T) {
	truth, guess := pairOf(t, 15, 25, 5, 2)
	p := task.Params{Symmetric: distance.Mean}
	kept := p
	kept.Options.Tables = new(task.Tables)
	for _, metric := range []string{"sc-metric", "c-metric", "s-metric"} {
		if a, b := mustMeasure(t, metric, truth, guess, p), mustMeasure(t, metric, truth, guess, kept); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v, with tables %+v", metric, a, b)
		}
	}
	forward, reverse := mustMeasure(t, "c-metric", truth, guess, task.Params{}), mustMeasure(t, "c-metric", guess, truth, task.Params{})
	if r := mustMeasure(t, "c-metric", truth, guess, kept); r.Forward.Value != forward.Value || r.Reverse.Value != reverse.Value {
		t.Errorf("%v and %v, want %v and %v", r.Forward.Value, r.Reverse.Value, forward.Value, reverse.Value)
	}
}

func TestOrdersSampled(t *testing.T) {
	truth, guess := pairOf(t, 30, 60, 4, 7)
	exact := mustMeasure(t, "sc-metric", truth, guess, task.Params{})
	if exact.Sample != nil {
		t.Fatal("30 nodes are too many to be exact")
	}
	for _, seed := range []uint64{0, 1, math.MaxUint64} {
		p := task.Params{Seed: seed, Orders: task.OrderParams{Samples: 500}}
		r := mustMeasure(t, "sc-metric", truth, guess, p)
		if again := mustMeasure(t, "sc-metric", truth, guess, p); !reflect.DeepEqual(r, again) {
			t.Errorf("seed %d gives two results", seed)
		}
		if r.Sample == nil || r.Sample.Seed != seed || r.Sample.Samples != 500*27 { // orders 0 and 28 have 435 statements
			t.Fatalf("seed %d: %+v", seed, r.Sample)
		}
		if math.Abs(r.Value-exact.Value) > 5*r.Sample.Stderr || !(r.Sample.Lo < r.Value && r.Value < r.Sample.Hi) {
			t.Errorf("seed %d: %v in [%v, %v], exact %v", seed, r.Value, r.Sample.Lo, r.Sample.Hi, exact.Value)
		}
		for k, o := range r.Orders {
			if o.Statements.Cmp(exact.Orders[k].Statements) != 0 {
				t.Errorf("order %d has %v statements, exact %v", k, o.Statements, exact.Orders[k].Statements)
			}
			if full := k == 0 || k == 28; full != (o.Sample == nil) || full && !reflect.DeepEqual(o, exact.Orders[k]) {
				t.Errorf("order %d: %+v, exact %+v", k, o, exact.Orders[k])
			}
		}
	}
}

func TestOrdersPrecision(t *testing.T) {
	truth, guess := pairOf(t, 30, 60, 4, 7)
	for _, metric := range []string{"sc-metric", "c-metric", "s-metric"} {
		exact := mustMeasure(t, metric, truth, guess, task.Params{})
		for _, precision := range []float64{0.05, 0.01} {
			r := mustMeasure(t, metric, truth, guess, task.Params{Orders: task.OrderParams{Precision: precision, Samples: 20}})
			if half := (r.Sample.Hi - r.Sample.Lo) / 2; half > precision || half < precision/4 && precision < 0.05 {
				t.Errorf("%s: half width %v for a precision of %v", metric, half, precision)
			}
			if math.Abs(r.Value-exact.Value) > 2*precision {
				t.Errorf("%s: %v, exact %v", metric, r.Value, exact.Value)
			}
		}
	}
	// A precision beyond what there is to draw gives the exact value.
	small, other := pairOf(t, 7, 10, 2, 1)
	r := mustMeasure(t, "s-metric", small, other, task.Params{Orders: task.OrderParams{Precision: 1e-9, Samples: 2}})
	if want := mustMeasure(t, "s-metric", small, other, task.Params{}); r.Sample != nil || r.Value != want.Value {
		t.Errorf("%v, exact %v", r.Value, want.Value)
	}
}

// What cannot be counted is sampled without being asked, and it is said; graphs that are
// equivalent are at distance 0 for sure nevertheless.
func TestOrdersDefault(t *testing.T) {
	// Every node on one side is adjacent to every node on the other, but for one.
	const n = 140
	names := graph.NumberedNames("v", 0, n)
	var edges []graph.Edge
	for x := range graph.Node(n / 2) {
		for y := graph.Node(n / 2); y < n; y++ {
			edges = append(edges, graph.Directed(x, y))
		}
	}
	truth, guess := newModel(t, graph.MustNew(names, edges), "dag"), newModel(t, graph.MustNew(names, edges[1:]), "dag")
	r := mustMeasure(t, "c-metric", truth, guess, task.Params{Seed: 3, Orders: task.OrderParams{MaxOrder: new(2)}})
	if r.Sample == nil || len(r.Orders) != 3 || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "in this order of the nodes: a sample was drawn") {
		t.Fatalf("%d nodes: %+v, %q", n, r.Sample, r.Notes)
	}
	r = mustMeasure(t, "sc-metric", truth, truth, task.Params{Seed: 3, Orders: task.OrderParams{Samples: 30}})
	if r.Value != 0 || r.Sample != nil || r.Orders[44].Sample == nil {
		t.Errorf("to itself: %v, %+v", r.Value, r.Sample)
	}
	if got, want := r.Orders[69].Statements.String(), "229861375759708100951725441722240429283170000"; got != want {
		t.Errorf("order 69 has %v statements, want %v", got, want)
	}
}
