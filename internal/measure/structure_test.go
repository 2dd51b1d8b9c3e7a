package measure_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

// The Hamming distances of the vectors, by brute force and by gadjid.
func TestHammingVectors(t *testing.T) {
	compared := 0
	check := func(id, metric string, truth, guess *graph.Graph, truthClass, guessClass string, want int) {
		compared++
		r := mustMeasure(t, metric, newModel(t, truth, truthClass), newModel(t, guess, guessClass), task.Params{})
		if n := float64(truth.N()); int(r.Count.Wrong) != want || r.Count.Of != n*(n-1)/2 {
			t.Errorf("%s: %s = %v, want %d", id, metric, r.Count, want)
		}
	}
	for _, c := range graphtest.Vectors(t) {
		for _, metric := range []string{"shd", "shd-reversal2", "skeleton-shd"} {
			if want, ok := c.Expect.Wrong[metric]; ok && c.Class != "ambiguous" {
				check(c.ID, metric, c.Truth, c.Guess, c.TruthClass, c.GuessClass, want)
			}
		}
	}
	for _, c := range graphtest.Peer(t, 1000) {
		if want, ok := c.Wrong["shd"]; ok {
			check(c.ID, "shd", c.Truth, c.Guess, c.TruthClass, c.GuessClass, want)
		}
	}
	if compared < 700 {
		t.Errorf("only %d values were compared", compared)
	}
}

func TestHamming(t *testing.T) {
	for _, tt := range []struct {
		truth, guess               string
		shd, reversal2, skel, mark float64
	}{
		{"a --> b", "a --> b", 0, 0, 0, 0},
		{"a --> b", "b --> a", 1, 2, 0, 2},
		{"a --> b", "a <-> b", 1, 1, 0, 1},
		{"a --> b", "a --- b", 1, 1, 0, 1},
		{"a <-> b", "a --- b", 1, 1, 0, 2},
		{"a o-> b <-o c", "a --> b <-- c", 2, 2, 0, 2},
		{"a o-o b", "a --> b", 1, 1, 0, 2},
		{"a --> b", "a; b", 1, 1, 1, 2},
		{"a --> b; a <-> b", "a --> b", 1, 1, 0, 2},
		{"a --> b; a <-> b", "a; b", 1, 1, 1, 4},
		{"a --> b; a <-> b", "b --> a", 1, 1, 0, 3}, // <-> matches, --> is too many
		{"a --> b; b --> a", "a <-> b", 1, 1, 0, 3}, // one of the arrows matches at one end
		{"a --> b; b --> a; a <-> b", "a --> b", 1, 1, 0, 4},
		{"a --> b; a <-> b", "b --> a; a <-> b", 1, 1, 0, 2},
		{"a --> b; b --> c", "a --> b; c --> b; a --- c", 2, 3, 1, 4},
	} {
		truth := graphtest.Arrows(t, tt.truth)
		guess, err := graphtest.Arrows(t, tt.guess).Align(truth.Names())
		if err != nil {
			t.Fatal(err)
		}
		for metric, want := range map[string]float64{
			"shd": tt.shd, "shd-reversal2": tt.reversal2, "skeleton-shd": tt.skel, "mark-distance": tt.mark,
		} {
			for _, way := range [][2]*graph.Graph{{truth, guess}, {guess, truth}} {
				if got := drawn(t, metric, way[0], way[1]).Count.Wrong; got != want {
					t.Errorf("%s(%v; %v) = %v, want %v", metric, way[0], way[1], got, want)
				}
			}
		}
	}
}

// drawn measures graphs of the first classes that fit.
func drawn(t testing.TB, metric string, truth, guess *graph.Graph) distance.Result {
	t.Helper()
	g, err := class.Infer(context.Background(), truth)
	if err != nil {
		t.Fatal(err)
	}
	h, err := class.Infer(context.Background(), guess)
	if err != nil {
		t.Fatal(err)
	}
	return mustMeasure(t, metric, g.Model(), h.Model(), task.Params{})
}

// Between random graphs of every two classes each number is what its definition says,
// pair by pair and triple by triple.
func TestStructureByDefinition(t *testing.T) {
	for _, tc := range classes {
		for _, gc := range classes {
			for seed := range uint64(4) {
				n := 2 + int(seed)
				g, h := tc.random(seed, n), gc.random(seed+50, n)
				truth, guess := newModel(t, g, tc.name), newModel(t, h, gc.name)
				for metric, want := range map[string]int{
					"shd": naive.SHD(g, h), "shd-reversal2": naive.SHDReversal2(g, h), "skeleton-shd": naive.SkeletonSHD(g, h),
				} {
					if got := mustMeasure(t, metric, truth, guess, task.Params{}).Count.Wrong; got != float64(want) {
						t.Errorf("%s(%v; %v) = %v, by definition %d", metric, g, h, got, want)
					}
				}
				for feature, want := range confusions(g, h) {
					for score, value := range scores(want) {
						r := mustMeasure(t, feature+"-"+score, truth, guess, task.Params{})
						if *r.Confusion != want {
							t.Errorf("%s-%s(%v; %v) from %v, by definition %v", feature, score, g, h, *r.Confusion, want)
						}
						if math.IsNaN(value) != math.IsNaN(r.Value) || math.Abs(value-r.Value) > 1e-12 {
							t.Errorf("%s-%s(%v; %v) = %v, by definition %v", feature, score, g, h, r.Value, value)
						}
						if r.Defined() != (r.Why == "") {
							t.Errorf("%s-%s(%v; %v) = %v, because %q", feature, score, g, h, r.Value, r.Why)
						}
					}
				}
			}
		}
	}
}

// A graph compared with itself gets exactly the best value of every score that is defined: no
// rounding makes it look like a mistake.
func TestScoresOfTheSameGraph(t *testing.T) {
	for _, tc := range classes {
		for seed := range uint64(20) {
			g := tc.random(seed, 3+int(seed)%8)
			m := newModel(t, g, tc.name)
			for i := range distance.Metrics {
				if metric := &distance.Metrics[i]; metric.Score && metric.Defined(m.Kind(), m.Kind()) == nil {
					if r := mustMeasure(t, metric.Name, m, m, task.Params{}); r.Defined() && r.Value != 1 {
						t.Errorf("%s(%v, itself) = %v", metric.Name, g, r.Value)
					}
				}
			}
		}
	}
}

// scores are those of the textbook.
func scores(c distance.Confusion) map[string]float64 {
	tp, fp, fn, tn := float64(c.TP), float64(c.FP), float64(c.FN), float64(c.TN)
	precision, recall := tp/(tp+fp), tp/(tp+fn)
	f1 := 2 * precision * recall / (precision + recall)
	if tp == 0 && fp+fn > 0 {
		f1 = 0
	}
	return map[string]float64{
		"precision": precision, "recall": recall, "f1": f1,
		"mcc": (tp*tn - fp*fn) / math.Sqrt((tp+fp)*(tp+fn)*(tn+fp)*(tn+fn)),
		"fpr": fp / (fp + tn),
	}
}

// confusions counts pairs, ends and triples one by one.
func confusions(g, h *graph.Graph) map[string]distance.Confusion {
	n := graph.Node(g.N())
	c := map[string]distance.Confusion{}
	add := func(feature string, truth, guess bool) {
		k := c[feature]
		switch {
		case truth && guess:
			k.TP++
		case truth:
			k.FN++
		case guess:
			k.FP++
		default:
			k.TN++
		}
		c[feature] = k
	}
	at := func(g *graph.Graph, x, y graph.Node, m graph.Mark) bool {
		return slices.ContainsFunc(g.Between(x, y), func(e graph.Edge) bool { return e.AtY == m })
	}
	collider := func(g *graph.Graph, x, y, z graph.Node) bool {
		into := func(x graph.Node) bool {
			edges := g.Between(x, y)
			return len(edges) > 0 && !slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.AtY != graph.Arrow })
		}
		return into(x) && into(z) && len(g.Between(x, z)) == 0
	}
	for _, feature := range []string{"adjacency", "arrowhead", "arrowhead-shared", "tail", "tail-shared", "collider"} {
		c[feature] = distance.Confusion{}
	}
	for x := range n {
		for y := range n {
			if x == y {
				continue
			}
			inG, inH := len(g.Between(x, y)) > 0, len(h.Between(x, y)) > 0
			if x < y {
				add("adjacency", inG, inH)
			}
			for name, m := range map[string]graph.Mark{"arrowhead": graph.Arrow, "tail": graph.Tail} {
				add(name, at(g, x, y, m), at(h, x, y, m))
				if inG && inH {
					add(name+"-shared", at(g, x, y, m), at(h, x, y, m))
				}
			}
			for z := x + 1; z < n; z++ {
				if z != y {
					add("collider", collider(g, x, y, z), collider(h, x, y, z))
				}
			}
		}
	}
	return c
}

// mark-distance is a metric on drawings.
func TestMarkDistanceLaws(t *testing.T) {
	random := func(seed uint64) *model.Model {
		c := classes[seed%uint64(len(classes))]
		return newModel(t, c.random(seed, 4), c.name)
	}
	d := func(g, h *model.Model) float64 { return mustMeasure(t, "mark-distance", g, h, task.Params{}).Value }
	for seed := range uint64(60) {
		g, h, k := random(seed), random(seed+7), random(seed+29)
		if (d(g, h) == 0) != g.Drawn().EqualByIndex(h.Drawn()) {
			t.Errorf("%v and %v are at %v", g.Drawn(), h.Drawn(), d(g, h))
		}
		if d(g, k) > d(g, h)+d(h, k)+1e-12 {
			t.Errorf("from %v to %v it is %v, by way of %v only %v", g.Drawn(), k.Drawn(), d(g, k), h.Drawn(), d(g, h)+d(h, k))
		}
	}
}

// With sources and targets a pair counts where one of its orders is chosen; with weights
// it weighs the mean of both.
func TestHammingOfSomePairs(t *testing.T) {
	g := graphtest.Arrows(t, "a b c d: a --> b; c --> d")
	h := graphtest.Arrows(t, "a b c d: b --> a; a --> c; c --> d")
	truth, guess := newModel(t, g, "dag"), newModel(t, h, "dag")
	set := func(names string) graph.Set { return graphtest.Set(t, g, names) }
	for _, tt := range []struct {
		p         task.Params
		wrong, of float64
	}{
		{task.Params{}, 2, 6},
		{task.Params{Sources: set("a")}, 2, 3},
		{task.Params{Targets: set("b")}, 1, 3},
		{task.Params{Sources: set("a b"), Targets: set("a b")}, 1, 1},
		{task.Params{Sources: set("c"), Targets: set("a d")}, 1, 2},
		{task.Params{Sources: set("d"), Targets: set("d")}, 0, 0},
		{task.Params{Weights: task.Weights{{0, 1}: 3, {1, 0}: 1, {2, 3}: 4}}, 2, 4},
		{task.Params{Weights: task.Weights{{0, 1}: 3, {1, 0}: 1, {2, 3}: 4}, Sources: set("a c")}, 1.5, 3.5},
		{task.Params{Pairs: 2}, 2, 6}, // all are counted nevertheless
	} {
		r := mustMeasure(t, "shd", truth, guess, tt.p)
		if r.Count != (distance.Count{Wrong: tt.wrong, Of: tt.of}) {
			t.Errorf("%+v: %v, want %v of %v", tt.p, r.Count, tt.wrong, tt.of)
		}
		if (tt.p.Pairs > 0) != (len(r.Notes) > 0) {
			t.Errorf("%+v: notes %q", tt.p, r.Notes)
		}
	}
	if r := mustMeasure(t, "arrowhead-recall", truth, guess, task.Params{Sources: set("a")}); *r.Confusion != (distance.Confusion{FP: 1, FN: 1, TN: 1}) {
		t.Errorf("arrowheads on edges from a: %+v", *r.Confusion)
	}
	for _, undefined := range []struct {
		metric string
		p      task.Params
	}{
		{"tail-f1", task.Params{Weights: task.Weights{{0, 1}: 3}}},
		{"collider-f1", task.Params{Sources: set("a")}},
	} {
		if r := mustMeasure(t, undefined.metric, truth, guess, undefined.p); r.Defined() || r.Why == "" {
			t.Errorf("%s with %+v: %v, because %q", undefined.metric, undefined.p, r.Value, r.Why)
		}
	}
}

// A star has more colliders than could be listed.
func TestCollidersOfAStar(t *testing.T) {
	const n = 100_000
	var truth, guess []graph.Edge
	for v := graph.Node(1); v < n; v++ {
		truth = append(truth, graph.Directed(v, 0))
		if v > 1 {
			guess = append(guess, graph.Directed(v, 0))
		}
	}
	guess = append(guess, graph.Directed(2, 3)) // shields one
	names := graph.NumberedNames("v", 0, n)
	r := drawn(t, "collider-recall", graph.MustNew(names, truth), graph.MustNew(names, guess))
	const all, both = (n - 1) * (n - 2) / 2, (n-2)*(n-3)/2 - 1
	if r.Confusion.TP != both || r.Confusion.FN != all-both || r.Confusion.FP != 0 {
		t.Errorf("%+v, want %d in both and %d in the truth only", *r.Confusion, both, all-both)
	}
}

// The same with about as many nodes as bits in a machine word.
func TestStructureOfManyNodes(t *testing.T) {
	for n := 62; n < 68; n++ {
		g, h := graphtest.ADMG(graphtest.Rand(uint64(n)), n, 0.1), graphtest.ADMG(graphtest.Rand(uint64(n+50)), n, 0.1)
		for metric, want := range map[string]int{
			"shd": naive.SHD(g, h), "shd-reversal2": naive.SHDReversal2(g, h), "skeleton-shd": naive.SkeletonSHD(g, h),
		} {
			if got := drawn(t, metric, g, h).Count.Wrong; got != float64(want) {
				t.Errorf("%s of %d nodes = %v, by definition %d", metric, n, got, want)
			}
		}
	}
}
