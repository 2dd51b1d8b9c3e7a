package simulate_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/simulate"
)

// isMember reports whether a graph is of the class, by its definition.
func isMember(kind class.Kind, g *graph.Graph) bool {
	switch kind {
	case class.DAG:
		return naive.IsDAG(g)
	case class.CPDAG:
		return naive.IsCPDAG(g)
	case class.MPDAG:
		return naive.IsMPDAG(g)
	case class.MAG:
		return naive.IsMAG(g, true)
	case class.PAG:
		return naive.IsPAG(g, false) || naive.IsPAG(g, true)
	case class.ADMG:
		return naive.IsADMG(g)
	case class.Cyclic:
		return naive.IsCyclic(g)
	}
	return false
}

// options gives every field that a class takes a value.
func options(g simulate.Generator) simulate.Options {
	var o simulate.Options
	for _, f := range g.Takes {
		switch f {
		case simulate.Bidirected:
			o.Bidirected = 0.4
		case simulate.Bows:
			o.Bows = 0.3
		case simulate.TwoCycles:
			o.TwoCycles = 0.3
		case simulate.Known:
			o.Known = 0.3
		}
	}
	return o
}

func draw(t *testing.T, g simulate.Generator, o simulate.Options) *graph.Graph {
	t.Helper()
	drawn, err := g.Draw(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return drawn.Graph
}

// adjacent counts the pairs of nodes that are adjacent.
func adjacent(g *graph.Graph) int {
	n := 0
	for y := range graph.Node(g.N()) {
		for x := range y {
			if g.Adjacent(x, y) {
				n++
			}
		}
	}
	return n
}

// generators returns those of graphs without time.
func generators() (list []simulate.Generator) {
	for _, gen := range simulate.Generators {
		if !gen.Kind.IsSeries() {
			list = append(list, gen)
		}
	}
	return list
}

func TestEveryClass(t *testing.T) {
	if len(simulate.Generators) != len((kind.Any|kind.SeparatingSeries).List()) || len(generators()) != len(class.All()) {
		t.Fatalf("%d generators for %d classes", len(simulate.Generators), len(class.All()))
	}
	for _, gen := range generators() {
		t.Run(gen.Kind.String(), func(t *testing.T) {
			if gen.Doc == "" {
				t.Error("no doc")
			}
			o := options(gen)
			for seed := range uint64(40) {
				o.Nodes = 3 + int(seed%3)
				o.Edges = 3 + int(seed)%(o.Nodes*(o.Nodes-1)/2-2)
				if gen.Kind == class.PAG {
					o.Edges = min(o.Edges, 7)
				}
				o.Seed = seed
				g := draw(t, gen, o)
				if g.N() != o.Nodes || adjacent(g) != o.Edges {
					t.Fatalf("seed %d: %v has %d pairs, want %d nodes and %d pairs", seed, g, adjacent(g), o.Nodes, o.Edges)
				}
				if !isMember(gen.Kind, g) {
					t.Fatalf("seed %d: %v is not %s", seed, g, gen.Kind.Title())
				}
				if again := draw(t, gen, o); !again.Equal(g) {
					t.Fatalf("seed %d: %v, and again %v", seed, g, again)
				}
			}
		})
	}
}

// A class that has room for all its edges has all its pairs, and none without any.
func TestEmptyAndFull(t *testing.T) {
	for _, gen := range generators() {
		o := options(gen)
		for _, n := range []int{0, 1, 2, 6} {
			pairs := n * (n - 1) / 2
			if gen.Kind == class.Cyclic && n < 6 {
				continue // see TestCyclic
			}
			o.Nodes = n
			for _, o := range []simulate.Options{withEdges(o, pairs), withProbability(o, 1)} {
				if g := draw(t, gen, o); g.N() != n || adjacent(g) != pairs {
					t.Errorf("%v: %d nodes, %d pairs, want %d and %d", gen.Kind, g.N(), adjacent(g), n, pairs)
				}
			}
			if gen.Kind == class.Cyclic {
				continue
			}
			if g := draw(t, gen, o); g.N() != n || g.M() != 0 {
				t.Errorf("%v: %v, want %d nodes without edges", gen.Kind, g, n)
			}
		}
	}
}

func withEdges(o simulate.Options, edges int) simulate.Options {
	o.Edges, o.Probability = edges, 0
	return o
}

func withProbability(o simulate.Options, p float64) simulate.Options {
	o.Edges, o.Probability = 0, p
	return o
}

func TestCyclic(t *testing.T) {
	for seed := range uint64(50) {
		g, err := simulate.Graph(context.Background(), class.Cyclic, simulate.Options{Nodes: 4, Edges: 3, TwoCycles: 0.1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if _, cycle := g.Order(); cycle == nil {
			t.Errorf("seed %d: %v has no cycle", seed, g)
		}
	}
	_, err := simulate.Graph(context.Background(), class.Cyclic, simulate.Options{Nodes: 4, Edges: 2})
	if want := "no cycle in 100 graphs of 4 nodes: use more edges or two-cycles"; err == nil || err.Error() != want {
		t.Errorf("two arrows: %v, want %s", err, want)
	}
}

// With latent and selected nodes the graph is a MAG over the others, and lines and
// bidirected edges come about.
func TestLatent(t *testing.T) {
	marks := make(map[string]bool)
	for seed := range uint64(40) {
		g, err := simulate.Graph(context.Background(), class.MAG, simulate.Options{Nodes: 5, Latent: 2, Selected: 2, Edges: 14, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if g.N() != 5 || g.Name(4) != "X5" || !naive.IsMAG(g, true) {
			t.Fatalf("seed %d: %v is not a MAG of five nodes", seed, g)
		}
		for e := range g.Edges() {
			marks[e.Arrow()] = true
		}
	}
	if !marks["---"] || !marks["<->"] || !marks["-->"] {
		t.Errorf("only edges such as %v", marks)
	}
}

// A MAG is the ADMG of the same options where that is one, else it has the same
// adjacent pairs and some arrows for bidirected edges.
func TestMAGMended(t *testing.T) {
	repaired, inseparable, across := 0, 0, 0
	for seed := range uint64(300) {
		o := simulate.Options{Nodes: 7, Edges: 11, Bidirected: 0.7, Seed: seed}
		admg, err := simulate.Graph(context.Background(), class.ADMG, o)
		if err != nil {
			t.Fatal(err)
		}
		mag, err := simulate.Graph(context.Background(), class.MAG, o)
		if err != nil {
			t.Fatal(err)
		}
		if !naive.IsMAG(mag, false) || naive.SkeletonSHD(mag, admg) != 0 {
			t.Fatalf("seed %d: %v became %v", seed, admg, mag)
		}
		if naive.IsMAG(admg, false) != mag.EqualByIndex(admg) {
			t.Fatalf("seed %d: %v became %v", seed, admg, mag)
		}
		for e := range mag.Edges() {
			was, _ := admg.Edge(e.X, e.Y)
			if e != was && !(was.Bidirected() && e.Directed()) {
				t.Fatalf("seed %d: %v became %v", seed, admg, mag)
			}
			if e.Bidirected() {
				across++
			}
		}
		if !mag.EqualByIndex(admg) {
			repaired++
		}
		if !naive.IsMaximal(withoutAlmostCycles(admg)) {
			inseparable++
		}
	}
	// Both reasons to repair must be among the draws, and must not take all.
	if repaired < 30 || inseparable < 5 || across < 300 {
		t.Errorf("of 300 graphs %d were repaired, %d had an inseparable pair; %d bidirected edges are left", repaired, inseparable, across)
	}
}

// withoutAlmostCycles makes arrows of the bidirected edges of which one end is an
// ancestor of the other.
func withoutAlmostCycles(g *graph.Graph) *graph.Graph {
	edges := g.EdgeList()
	for i, e := range edges {
		switch {
		case !e.Bidirected():
		case naive.Ancestors(g, graph.SetOf(e.Y)).Has(e.X):
			edges[i] = graph.Directed(e.X, e.Y)
		case naive.Ancestors(g, graph.SetOf(e.X)).Has(e.Y):
			edges[i] = graph.Directed(e.Y, e.X)
		}
	}
	return g.With(edges)
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		kind class.Kind
		o    simulate.Options
		want string
	}{
		{class.DAG, simulate.Options{Nodes: 20, Edges: 191}, "191 edges are too many: 20 nodes have only 190 pairs"},
		{class.DAG, simulate.Options{Nodes: -1}, "nodes is -1, expected 0 to 10000000"},
		{class.DAG, simulate.Options{Nodes: 1 << 30}, "nodes is 1073741824, expected 0 to 10000000"},
		{class.DAG, simulate.Options{Nodes: 2, Edges: -1}, "edges is -1, expected 0 to 100000000"},
		{class.DAG, simulate.Options{Nodes: 3, Edges: 1, Probability: 0.5}, "1 edges and the probability 0.5 cannot be combined: use one of them"},
		{class.DAG, simulate.Options{Nodes: 3, Probability: 1.5}, "probability is 1.5, expected 0 to 1"},
		{class.DAG, simulate.Options{Nodes: 3, Probability: math.NaN()}, "probability is NaN, expected 0 to 1"},
		{class.DAG, simulate.Options{Nodes: 3, Bidirected: 0.5}, "bidirected 0.5 does not apply to a DAG: omit it"},
		{class.CPDAG, simulate.Options{Nodes: 3, Known: 0.5}, "known 0.5 does not apply to a CPDAG: omit it"},
		{class.ADMG, simulate.Options{Nodes: 3, Latent: 1}, "latent 1 does not apply to an ADMG: omit it"},
		{class.MAG, simulate.Options{Nodes: 3, Bows: 1}, "bows 1 does not apply to a MAG: omit it"},
		{class.DAG, simulate.Options{Nodes: 1_000_000, Probability: 0.5}, "the probability 0.5 gives about 249999750000 edges, expected at most 100000000"},
		{class.MAG, simulate.Options{Nodes: 6_000_000, Latent: 6_000_000}, "12000000 nodes including latent and selected ones, expected at most 10000000"},
		{class.Unstated, simulate.Options{}, "no class is stated: use one of "},
	} {
		_, err := simulate.Graph(context.Background(), tt.kind, tt.o)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v %+v: %v, want %s", tt.kind, tt.o, err, tt.want)
		}
	}
}

// TestPinned holds the stream of random numbers: a seed written down in a paper gives
// the same graph on every machine and with every release.
func TestPinned(t *testing.T) {
	for _, gen := range generators() {
		o := options(gen)
		o.Nodes, o.Edges, o.Seed = 5, 6, 1
		byEdges := draw(t, gen, o)
		byProbability := draw(t, gen, withProbability(o, 0.5))
		if got := byEdges.String() + " | " + byProbability.String(); got != pinned[gen.Kind] {
			t.Errorf("%v: %s\nwant %s", gen.Kind, got, pinned[gen.Kind])
		}
	}
}

var pinned = map[class.Kind]string{
	class.DAG: "X1 <-- X3; X1 <-- X4; X2 <-- X3; X2 <-- X4; X2 <-- X5; X3 --> X4" +
		" | X1 <-- X2; X1 <-- X3; X1 <-- X5; X2 <-- X3; X2 <-- X4; X3 --> X4; X4 <-- X5",
	class.CPDAG: "X1 --- X3; X1 --- X4; X2 <-- X3; X2 <-- X4; X2 <-- X5; X3 --- X4" +
		" | X1 <-- X2; X1 <-- X3; X1 <-- X5; X2 <-- X3; X2 <-- X4; X3 --> X4; X4 <-- X5",
	class.MPDAG: "X1 <-- X4; X1 --- X3; X2 <-- X3; X2 <-- X4; X2 <-- X5; X3 --- X4" +
		" | X1 <-- X2; X1 <-- X3; X1 <-- X5; X2 <-- X3; X2 <-- X4; X3 --> X4; X4 <-- X5",
	class.MAG: "X1 <-> X3; X1 <-> X4; X2 <-- X3; X2 <-- X4; X2 <-> X5; X3 <-> X4" +
		" | X1 <-- X3; X1 <-- X5; X1 <-> X2; X2 <-- X3; X2 <-- X4; X3 <-> X4; X4 <-> X5",
	class.PAG: "X1 o-o X3; X1 o-o X4; X2 <-o X3; X2 <-o X4; X2 <-o X5; X3 o-o X4" +
		" | X1 <-> X2; X1 <-o X3; X1 <-o X5; X2 <-- X3; X2 <-- X4; X3 o-> X4; X4 <-o X5",
	class.ADMG: "X1 <-> X3; X1 <-> X4; X2 <-- X3; X2 <-- X4; X2 <-> X5; X3 <-> X4" +
		" | X1 <-- X2; X1 <-- X5; X1 <-> X3; X2 <-- X3; X2 <-- X4; X3 <-> X4; X4 <-> X5",
	class.Cyclic: "X1 <-- X3; X1 <-> X4; X2 <-- X4; X2 --> X4; X2 --> X5; X3 <-- X4; X3 <-> X5" +
		" | X1 <-- X5; X1 --> X5; X1 <-> X2; X1 <-> X5; X2 --> X3; X2 <-> X4; X3 <-- X5; X4 <-- X5; X4 <-> X5",
}

// Each set of pairs, each order and each arrow is alike likely: all 3 · 2 ways to draw
// one arrow among three nodes, and the number of edges by probability has the mean and
// spread it should.
func TestDistribution(t *testing.T) {
	const draws = 6000
	count := make(map[string]int)
	for seed := range uint64(draws) {
		g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: 3, Edges: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		count[g.String()]++
	}
	if len(count) != 6 {
		t.Errorf("%d ways to draw an arrow among three nodes, want 6: %v", len(count), count)
	}
	for arrow, n := range count {
		// Five standard deviations: one in a million and a half.
		if math.Abs(float64(n)-draws/6) > 5*math.Sqrt(draws*5./36) {
			t.Errorf("%s drawn %d times of %d, want about %d", arrow, n, draws, draws/6)
		}
	}

	for _, p := range []float64{0.001, 0.03, 0.5, 0.97} {
		const n = 30
		pairs := float64(n * (n - 1) / 2)
		sum, squares, runs := 0., 0., 1000.
		for seed := range uint64(runs) {
			g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: n, Probability: p, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			m := float64(g.M())
			sum += m
			squares += m * m
		}
		mean := sum / runs
		variance := squares/runs - mean*mean
		if sd := math.Sqrt(pairs * p * (1 - p)); math.Abs(mean-pairs*p) > 5*sd/math.Sqrt(runs) || math.Abs(math.Sqrt(variance)/sd-1) > 0.1 {
			t.Errorf("probability %v: %.2f edges, standard deviation %.2f, want %.2f and %.2f", p, mean, math.Sqrt(variance), pairs*p, sd)
		}
	}

	across, all := 0, 0
	for seed := range uint64(200) {
		g, err := simulate.Graph(context.Background(), class.ADMG, simulate.Options{Nodes: 20, Edges: 40, Bidirected: 0.25, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for e := range g.Edges() {
			all++
			if e.Bidirected() {
				across++
			}
		}
	}
	if share := float64(across) / float64(all); math.Abs(share-0.25) > 0.03 {
		t.Errorf("a share of %.3f of the edges is bidirected, want about 0.25", share)
	}
}

func TestNames(t *testing.T) {
	g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: 3})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(g.Names().List()); got != "[X1 X2 X3]" {
		t.Errorf("names %s", got)
	}
	if g, err = simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: 2, Prefix: "v_"}); err != nil || g.Name(1) != "v_2" {
		t.Errorf("the second node is %s, %v", g.Name(1), err)
	}
}
