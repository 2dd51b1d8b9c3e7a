package measure_test

import (
	"context"
	"encoding/csv"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

// mustMeasure returns the result of the metric of the given name.
func mustMeasure(t testing.TB, metric string, truth, guess *model.Model, p task.Params) distance.Result {
	t.Helper()
	m, err := distance.Find(metric)
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure.Measure(context.Background(), m, truth, guess, p)
	if err != nil {
		t.Fatalf("%s(%v; %v): %v", metric, truth.Drawn(), guess.Drawn(), err)
	}
	return r
}

// The adjustment distances of gadjid 0.1.0, sid with bounds over the class among them.
func TestAdjustmentPeers(t *testing.T) {
	compared := 0
	for _, c := range graphtest.Peer(t, 1000) {
		truth, guess := newModel(t, c.Truth, c.TruthClass), newModel(t, c.Guess, c.GuessClass)
		for metric, want := range c.Wrong {
			if !strings.HasSuffix(metric, "-aid") && metric != "sid" {
				continue
			}
			compared++
			if got := wrong(t, metric, truth, guess, task.Params{}); got != want {
				t.Errorf("%s: %s = %d, want %d", c.ID, metric, got, want)
			}
		}
		if c.SIDBounds != nil {
			compared++
			r := mustMeasure(t, "sid", truth, guess, task.Params{})
			got := [2]int{int(r.Lower.Wrong), int(r.Upper.Wrong)}
			if got != *c.SIDBounds || r.Partial {
				t.Errorf("%s: sid from %d to %d (partial %v), want %v", c.ID, got[0], got[1], r.Partial, *c.SIDBounds)
			}
		}
	}
	if compared < 260 {
		t.Errorf("only %d values were compared", compared)
	}
}

// All mixes of small DAGs and CPDAGs against the definitions.
func TestAdjustmentByDefinition(t *testing.T) {
	draw := map[string]func(seed uint64, n int) *graph.Graph{
		"dag":   func(seed uint64, n int) *graph.Graph { return graphtest.DAG(graphtest.Rand(seed), n, 0.5) },
		"cpdag": func(seed uint64, n int) *graph.Graph { return graphtest.CPDAG(graphtest.Rand(seed), n, 0.5) },
	}
	for seed := range uint64(60) {
		n := 2 + int(seed%4)
		for _, mix := range [][2]string{{"dag", "dag"}, {"dag", "cpdag"}, {"cpdag", "dag"}, {"cpdag", "cpdag"}} {
			g, h := draw[mix[0]](2*seed, n), draw[mix[1]](2*seed+1, n)
			truth, guess := newModel(t, g, mix[0]), newModel(t, h, mix[1])
			for _, kind := range []string{"parent", "ancestor", "oset"} {
				want := naive.AID(naive.NewEffects(g), naive.NewEffects(h), kind)
				if got := wrong(t, kind+"-aid", truth, guess, task.Params{}); got != want {
					t.Fatalf("%s-aid(%v; %v) = %d, by definition %d", kind, g, h, got, want)
				}
			}
		}
	}
}

// The numbers that gadjid's repository stores for its graphs of ten nodes.
func TestAdjustmentPublished(t *testing.T) {
	graphs := map[string]map[string]*model.Model{"dag": {}, "cpdag": {}}
	for k := 10; k < 20; k++ {
		name := strconv.Itoa(k)
		text, err := os.ReadFile(graphtest.Testdata(t, "gadjid/dag-"+name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		graphs["dag"][name] = newModel(t, graphtest.Arrows(t, string(text)), "dag")
		cpdag, err := graphs["dag"][name].As(context.Background(), class.CPDAG)
		if err != nil {
			t.Fatal(err)
		}
		graphs["cpdag"][name] = cpdag
	}
	file, err := os.Open(graphtest.Testdata(t, "gadjid/values.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 245 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows[1:] {
		r := mustMeasure(t, row[3], graphs[row[0]][row[1]], graphs[row[0]][row[2]], task.Params{})
		if got := strconv.Itoa(int(r.Count.Wrong)); got != row[4] {
			t.Errorf("%s: %s, want %s", strings.Join(row[:4], " "), got, row[4])
		}
	}
}

// The worked example of Peters and Bühlmann (Structural intervention distance for
// evaluating causal graphs, section 2.4.1), and pairs worked out by hand.
func TestAdjustmentExamples(t *testing.T) {
	const (
		g    = "a b c d e: a --> b; a --> c; a --> d; a --> e; b --> c; b --> d; b --> e"
		h1   = g + "; c --> d"
		h2   = "a b c d e: b --> a; a --> c; a --> d; a --> e; b --> c; b --> d; b --> e"
		path = "a b c: a --> b; b --> c"
		coll = "a b c: a --> b; c --> b"
		none = "a b c: "
		full = "a b c: a --> b; b --> c; a --> c"
		four = "a b c d: a --> b; b --> c; c --> d"
		last = "a b c d: a --> b; b --> c; d --> c"
	)
	for _, tt := range []struct {
		truth, guess           string
		parent, ancestor, oset int
		shd, cpdagParent       int
		cpdagSHD               int
	}{
		{g, h1, 0, 0, 0, 1, -1, -1},
		{g, h2, 8, 8, 8, 1, -1, -1},
		{path, coll, 3, 3, 4, 1, 6, 2},
		{path, none, 3, 3, 3, 2, 6, 2},
		{none, path, 0, 0, 0, 2, 6, 2},
		{path, full, 0, 0, 0, 1, 0, 1},
		{four, last, 4, 4, 6, 1, 9, 2},
		{last, four, 4, 2, 2, 1, 9, 2},
	} {
		truth, guess := newModel(t, graphtest.Arrows(t, tt.truth), "dag"), newModel(t, graphtest.Arrows(t, tt.guess), "dag")
		values := map[string]int{"parent-aid": tt.parent, "sid": tt.parent, "ancestor-aid": tt.ancestor, "oset-aid": tt.oset, "shd": tt.shd}
		for metric, want := range values {
			if got := mustMeasure(t, metric, truth, guess, task.Params{}).Count.Wrong; got != float64(want) {
				t.Errorf("%s(%s; %s) = %v, want %d", metric, tt.truth, tt.guess, got, want)
			}
		}
		if tt.cpdagParent < 0 {
			continue
		}
		truthClass, _ := truth.As(context.Background(), class.CPDAG)
		guessClass, _ := guess.As(context.Background(), class.CPDAG)
		for metric, want := range map[string]int{"parent-aid": tt.cpdagParent, "shd": tt.cpdagSHD} {
			if got := mustMeasure(t, metric, truthClass, guessClass, task.Params{}).Count.Wrong; got != float64(want) {
				t.Errorf("of the CPDAGs, %s(%s; %s) = %v, want %d", metric, tt.truth, tt.guess, got, want)
			}
		}
	}
}

// effectMetrics are the metrics that judge effects.
var effectMetrics = []string{"parent-aid", "ancestor-aid", "oset-aid", "sid", "canonical-aid"}

// The number is the same for any number of workers and with callbacks, the mistakes
// are as many as it says and in order, and each is one by the definitions.
func TestAdjustmentMistakes(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(40) {
		n := 5
		g, h := classes[seed%2].random(seed, n), classes[seed/2%2].random(seed+90, n)
		truth, guess := newModel(t, g, classes[seed%2].name), newModel(t, h, classes[seed/2%2].name)
		ng, nh := naive.NewEffects(g), naive.NewEffects(h)
		for _, metric := range effectMetrics {
			if m, _ := distance.Find(metric); m.Defined(truth.Kind(), guess.Kind()) != nil || metric == "sid" && guess.Kind() == class.CPDAG {
				continue
			}
			want := wrong(t, metric, truth, guess, task.Params{})
			var mistakes []distance.Mistake
			p := task.Params{Options: task.Options{Workers: 3, Sets: true, Mistake: func(m distance.Mistake) { mistakes = append(mistakes, m) }}}
			if got := wrong(t, metric, truth, guess, p); got != want || len(mistakes) != want {
				t.Fatalf("%s(%v; %v) = %d, with a callback %d and %d mistakes", metric, g, h, want, got, len(mistakes))
			}
			last := [2]graph.Node{-1, -1}
			for _, m := range mistakes {
				at := [2]graph.Node{m.X, m.Y}
				if slices.Compare(last[:], at[:]) >= 0 {
					t.Fatalf("%s(%v; %v): %v after %v", metric, g, h, at, last)
				}
				last = at
				kinds[m.Kind]++
				set := graph.SetOf(m.Separator...)
				switch m.Kind {
				case claim.AmenableInTruth:
					if !ng.Amenable(m.X, m.Y) || nh.Amenable(m.X, m.Y) || m.Separator != nil {
						t.Errorf("%s(%v; %v): %+v", metric, g, h, m)
					}
				case claim.AmenableInGuess:
					if ng.Amenable(m.X, m.Y) || !nh.Amenable(m.X, m.Y) || !validIn(h, m.X, m.Y, set) {
						t.Errorf("%s(%v; %v): %+v", metric, g, h, m)
					}
				case claim.InvalidAdjusting:
					if validIn(g, m.X, m.Y, set) || !validIn(h, m.X, m.Y, set) {
						t.Errorf("%s(%v; %v): %+v", metric, g, h, m)
					}
				case claim.MissedEffect:
					if !possibleIn(g, m.X, m.Y) || possibleIn(h, m.X, m.Y) || m.Separator != nil {
						t.Errorf("%s(%v; %v): %+v", metric, g, h, m)
					}
				default:
					t.Errorf("kind %q", m.Kind)
				}
			}
		}
	}
	if len(kinds) != 4 {
		t.Errorf("not all kinds of mistakes were met: %v", kinds)
	}
}

// With a callback for mistakes, lanes answer instead of the words of small graphs.
func TestAdjustmentLanesAsSmall(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 10 + rng.IntN(22)
		draw := []func(*rand.Rand, int, float64) *graph.Graph{graphtest.DAG, graphtest.CPDAG}
		names := []string{"dag", "cpdag"}
		share := float64(1+seed%6) / float64(n)
		g, h := draw[seed%2](rng, n, share), draw[seed/2%2](rng, n, share)
		truth, guess := newModel(t, g, names[seed%2]), newModel(t, h, names[seed/2%2])
		for _, metric := range []string{"parent-aid", "ancestor-aid", "oset-aid"} {
			mistakes := 0
			p := task.Params{Options: task.Options{Mistake: func(distance.Mistake) { mistakes++ }}}
			if small, lanes := wrong(t, metric, truth, guess, task.Params{}), wrong(t, metric, truth, guess, p); small != lanes || lanes != mistakes {
				t.Errorf("seed %d: %s is %d, in lanes %d with %d mistakes", seed, metric, small, lanes, mistakes)
			}
		}
	}
}

func validIn(g *graph.Graph, x, y graph.Node, z graph.Set) bool {
	for _, m := range naive.Members(g) {
		if !naive.ValidAdjustment(m, x, y, z) {
			return false
		}
	}
	return true
}

func possibleIn(g *graph.Graph, x, y graph.Node) bool {
	for _, m := range naive.Members(g) {
		if naive.Descendants(m, graph.SetOf(x)).Has(y) {
			return true
		}
	}
	return false
}

// Restricted to some pairs, or with weights, the count is that of the mistakes among them.
func TestAdjustmentOfSomePairs(t *testing.T) {
	for seed := range uint64(12) {
		rng := graphtest.Rand(seed)
		const n = 40
		g, h := graphtest.DAG(rng, n, 0.08), graphtest.DAG(rng, n, 0.08)
		truth, guess := newModel(t, g, "dag"), newModel(t, h, "dag")
		for _, metric := range effectMetrics {
			mistaken := map[[2]graph.Node]bool{}
			wrong(t, metric, truth, guess, task.Params{Options: task.Options{
				Mistake: func(m distance.Mistake) { mistaken[[2]graph.Node{m.X, m.Y}] = true },
			}})
			sources, targets := graphtest.Subset(rng, g), graphtest.Subset(rng, g)
			weights := task.Weights{}
			for range 200 {
				x, y := graphtest.Pair(rng, g)
				weights[[2]graph.Node{x, y}] = float64(rng.IntN(5))
			}
			var some, weighted distance.Count
			for x := range graph.Node(n) {
				for y := range graph.Node(n) {
					pair := [2]graph.Node{x, y}
					bad := 0.0
					if mistaken[pair] {
						bad = 1
					}
					weighted.Of += weights[pair]
					weighted.Wrong += bad * weights[pair]
					if x != y && sources.Has(x) && targets.Has(y) {
						some.Of++
						some.Wrong += bad
					}
				}
			}
			if got := mustMeasure(t, metric, truth, guess, task.Params{Sources: sources, Targets: targets}).Count; got != some {
				t.Errorf("seed %d: %s of some pairs: %v, want %v", seed, metric, got, some)
			}
			if got := mustMeasure(t, metric, truth, guess, task.Params{Weights: weights}).Count; got != weighted {
				t.Errorf("seed %d: %s with weights: %v, want %v", seed, metric, got, weighted)
			}
			r := mustMeasure(t, metric, truth, guess, task.Params{Pairs: 300, Seed: seed})
			if s := r.Sample; s == nil || s.Samples != 300 || s.Of != n*(n-1) || s.Lo > r.Value || s.Hi < r.Value {
				t.Errorf("seed %d: %s of 300 pairs: %v, %+v", seed, metric, r.Value, s)
			}
			if r := mustMeasure(t, metric, truth, guess, task.Params{Pairs: n * n}); r.Sample != nil || r.Count.Wrong != float64(len(mistaken)) {
				t.Errorf("seed %d: %s of all pairs: %v, %+v", seed, metric, r.Count, r.Sample)
			}
		}
	}
}

// With more treatments than a block has lanes the number does not depend on the order
// of nodes, on workers, or on the way in which the graph is swept.
func TestAdjustmentLaws(t *testing.T) {
	for seed := range uint64(6) {
		rng := graphtest.Rand(seed)
		n := 200 + rng.IntN(400)
		g := graphtest.DAG(rng, n, float64(1+seed)/float64(n))
		h := graphtest.DAG(rng, n, float64(1+seed)/float64(n))
		order := make([]graph.Node, n)
		for i, v := range rng.Perm(n) {
			order[i] = graph.Node(v)
		}
		kind := []string{"dag", "cpdag"}[seed%2]
		as := func(g *graph.Graph) *model.Model {
			if kind == "cpdag" {
				g = equiv.CPDAG(g)
			}
			return newModel(t, g, kind)
		}
		truth, guess := as(g), as(h)
		truth2, guess2 := as(g.Induced(order)), as(h.Induced(order))
		for _, metric := range []string{"parent-aid", "ancestor-aid", "oset-aid"} {
			if metric == "oset-aid" && seed > 2 {
				continue
			}
			if got := wrong(t, metric, truth, truth, task.Params{}); got != 0 {
				t.Errorf("seed %d: %s to itself is %d", seed, metric, got)
			}
			one := wrong(t, metric, truth, guess, task.Params{Options: task.Options{Workers: 1}})
			many := wrong(t, metric, truth2, guess2, task.Params{Options: task.Options{Workers: 5}})
			if one != many || one == 0 {
				t.Errorf("seed %d: %s is %d, with other names %d", seed, metric, one, many)
			}
		}
	}
}

func TestAdjustmentStops(t *testing.T) {
	g := graphtest.DAG(graphtest.Rand(1), 300, 0.02)
	m := newModel(t, g, "dag")
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	for _, metric := range effectMetrics {
		metric, _ := distance.Find(metric)
		for workers := 1; workers < 3; workers++ {
			p := task.Params{Options: task.Options{Workers: workers}}
			if _, err := measure.Measure(ctx, metric, m, m, p); !errors.Is(err, why) {
				t.Errorf("%s: %v", metric.Name, err)
			}
		}
	}
	// Progress rises to 1.
	last := 0.0
	p := task.Params{Options: task.Options{Workers: 2, Progress: func(share float64) {
		if share <= last {
			t.Errorf("progress %v after %v", share, last)
		}
		last = share
	}}}
	mustMeasure(t, "oset-aid", m, m, p)
	if last != 1 {
		t.Errorf("progress ends with %v", last)
	}
}

// Where a metric is not defined the error says what to use.
func TestAdjustmentClasses(t *testing.T) {
	dag := newModel(t, graphtest.Arrows(t, "a --> b"), "dag")
	for _, tt := range []struct{ metric, drawing, kind, want string }{
		{"parent-aid", "a <-> b", "mag", "the guess is a MAG; parent-aid needs a DAG, a CPDAG or an MPDAG: use canonical-aid"},
		{"oset-aid", "a --> b; b --> a", "cyclic", "the guess is a cyclic graph; oset-aid needs"},
		{"sid", "a o-o b", "pag", "the guess is a PAG; sid needs a DAG or a CPDAG: use parent-aid"},
	} {
		m, _ := distance.Find(tt.metric)
		guess := newModel(t, graphtest.Arrows(t, tt.drawing), tt.kind)
		if _, err := measure.Measure(context.Background(), m, dag, guess, task.Params{}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	cpdag := newModel(t, graphtest.Arrows(t, "a --- b"), "cpdag")
	m, _ := distance.Find("sid")
	if _, err := measure.Measure(context.Background(), m, cpdag, dag, task.Params{}); err == nil || !strings.Contains(err.Error(), "the truth is a CPDAG; sid needs a DAG: use parent-aid") {
		t.Errorf("%v", err)
	}
}

// A scratch that is used again, for graphs of other sizes and classes and by other numbers of
// workers, changes no number.
func TestAdjustmentScratch(t *testing.T) {
	var scratch task.Scratch
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 1 + rng.IntN(60)
		if seed%10 == 0 {
			n += 512 // several blocks
		}
		draw := func() *model.Model {
			g := graphtest.DAG(rng, n, 2/float64(n))
			if rng.IntN(2) == 0 {
				return newModel(t, equiv.CPDAG(g), "cpdag")
			}
			return newModel(t, g, "dag")
		}
		truth, guess := draw(), draw()
		for _, metric := range effectMetrics[:3] {
			want := wrong(t, metric, truth, guess, task.Params{})
			p := task.Params{Options: task.Options{Workers: rng.IntN(4), Scratch: &scratch}}
			if got := wrong(t, metric, truth, guess, p); got != want {
				t.Fatalf("seed %d: %s = %d, with a scratch %d", seed, metric, want, got)
			}
		}
	}
}

// Sources and targets that the graphs do not have are an error of every metric.
func TestStrangeSources(t *testing.T) {
	m := newModel(t, graph.MustNew(graph.NumberedNames("v", 0, 40), nil), "dag")
	for i := range distance.Metrics {
		metric := &distance.Metrics[i]
		for _, p := range []task.Params{{Sources: graph.SetOf(3, 64)}, {Targets: graph.SetOf(3, 40)}} {
			if metric.Defined(m.Kind(), m.Kind()) != nil {
				continue
			}
			if _, err := measure.Measure(context.Background(), metric, m, m, p); err == nil || !strings.Contains(err.Error(), "40 nodes") {
				t.Errorf("%s: %v", metric.Name, err)
			}
		}
	}
}

// Graphs without pairs are at distance 0, and have no scores.
func TestSmallest(t *testing.T) {
	for n := range 2 {
		m := newModel(t, graph.MustNew(graph.NumberedNames("v", 0, n), nil), "dag")
		for i := range distance.Metrics {
			metric := &distance.Metrics[i]
			if metric.Group != "aid" && metric.Group != "structure" {
				continue
			}
			r := mustMeasure(t, metric.Name, m, m, task.Params{})
			if metric.Score && (r.Defined() || r.Why == "") || !metric.Score && r.Value != 0 {
				t.Errorf("%d nodes: %s = %v, because %q", n, metric.Name, r.Value, r.Why)
			}
		}
	}
}
