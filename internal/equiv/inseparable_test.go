package equiv_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

type pairs = [][2]graph.Node

func TestInseparable(t *testing.T) {
	for _, tt := range []struct {
		graph, x, y string
	}{
		{"a <-> b <-> c", "", ""},
		{"a <-> b; b --> c; b <-> c", "a", "c"},
		{"a <-> b <-> c <-> d; b --> d; c --> a", "a", "d"},
		{"b c a: a <-> b; b --> c; b <-> c", "c", "a"},
		{"a --> b; b --> c; b <-> c", "a", "c"},
		{"a --> b; b --> c; c --> b", "a", "c"},
	} {
		t.Run(tt.graph, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			got, want := inseparable(g), pairs(nil)
			if tt.x != "" {
				want = pairs{{graphtest.Node(t, g, tt.x), graphtest.Node(t, g, tt.y)}}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func inseparable(g *graph.Graph) pairs {
	return equiv.NewInseparable(context.Background(), g).Pairs()
}

// checkInseparable holds the pairs of g, and how many they are, against those found in another way.
func checkInseparable(t *testing.T, g *graph.Graph, find func(*graph.Graph) pairs) pairs {
	t.Helper()
	want := find(g)
	if slices.Equal(inseparable(g), want) && slices.Equal(equiv.InseparableInPieces(g), want) {
		checkCounts(t, g, want)
		checkPartners(t, g, want)
		return want
	}
	g, _ = graphtest.Shrink(g, g, func(g, _ *graph.Graph) bool {
		want := find(g)
		return !slices.Equal(inseparable(g), want) || !slices.Equal(equiv.InseparableInPieces(g), want)
	})
	t.Fatalf("%v: got %v, in pieces %v, want %v", g, inseparable(g), equiv.InseparableInPieces(g), find(g))
	return nil
}

// checkCounts counts the ordered pairs of some sources and targets.
func checkCounts(t *testing.T, g *graph.Graph, all pairs) {
	t.Helper()
	rng := graphtest.Rand(uint64(g.M()))
	for _, sources := range []graph.Set{nil, graphtest.Subset(rng, g)} {
		for _, targets := range []graph.Set{nil, graphtest.Subset(rng, g)} {
			want := 0
			for _, pair := range all {
				for _, p := range [][2]graph.Node{pair, {pair[1], pair[0]}} {
					if (sources == nil || sources.Has(p[0])) && (targets == nil || targets.Has(p[1])) {
						want++
					}
				}
			}
			if got := equiv.NewInseparable(context.Background(), g).Count(sources, targets); got != want {
				t.Fatalf("%v: %d pairs from %v to %v, want %d", g, got, sources, targets, want)
			}
		}
	}
}

// checkPartners looks at one node after the other.
func checkPartners(t *testing.T, g *graph.Graph, all pairs) {
	t.Helper()
	want := make([]graph.Set, g.N())
	for x := range want {
		want[x] = graph.NewSet(g.N())
		for _, y := range g.Neighbors(graph.Node(x)) {
			want[x].Add(y)
		}
	}
	for _, pair := range all {
		want[pair[0]].Add(pair[1])
		want[pair[1]].Add(pair[0])
	}
	p := equiv.NewInseparable(context.Background(), g)
	for x := range graph.Node(g.N()) {
		got := p.Append(nil, x)
		if slices.Sort(got); !slices.Equal(got, want[x].Nodes()) {
			t.Fatalf("%v: from %d no set separates %v, want %v", g, x, got, want[x].Nodes())
		}
	}
}

func TestInseparableByDefinition(t *testing.T) {
	acyclic := func(g *graph.Graph) pairs { return inseparableBy(g, naive.Separated) }
	cyclic := func(g *graph.Graph) pairs { return inseparableBy(g, naive.SigmaSeparated) }
	every(4, ancestral, func(g *graph.Graph) {
		if naive.IsADMG(g) {
			checkInseparable(t, g, acyclic)
		}
	})
	every(3, withBows, func(g *graph.Graph) {
		checkInseparable(t, g, cyclic)
	})
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		checkInseparable(t, graphtest.ADMG(rng, 2+rng.IntN(6), 0.2+0.5*rng.Float64()), acyclic)
		checkInseparable(t, graphtest.Cyclic(rng, 2+rng.IntN(5), 0.2+0.4*rng.Float64()), cyclic)
		checkInseparable(t, drawAncestral(rng, 2+rng.IntN(5), rng.IntN(4), 0.3, 0.3), acyclic)
	}
}

// inseparableBy goes through the pairs and the sets.
func inseparableBy(g *graph.Graph, separated func(*graph.Graph, graph.Node, graph.Node, graph.Set) bool) (list pairs) {
	for x := range graph.Node(g.N()) {
	next:
		for y := x + 1; int(y) < g.N(); y++ {
			if g.Adjacent(x, y) {
				continue
			}
			for given := range naive.Subsets(graph.AllNodes(g.N()).Without(x, y)) {
				if separated(g, x, y, given) {
					continue next
				}
			}
			list = append(list, [2]graph.Node{x, y})
		}
	}
	return list
}

// Parts that bidirected edges join are smaller and larger than a word and than a block of lanes. The
// pairs are those that what is anterior to them does not separate.
func TestInseparableOfManyNodes(t *testing.T) {
	total, both := 0, 0
	for seed := range uint64(24) {
		rng := graphtest.Rand(seed)
		n := []int{60, 90, 140, 420}[seed%4]
		arrows, across := n/2+rng.IntN(3*n), rng.IntN(n)
		if n > msep.Width {
			across = n // more columns than a piece has
		}
		g := sparse(rng, n, arrows, across)
		if seed%3 == 0 {
			edges := g.EdgeList()
			for range 1 + rng.IntN(n/10) { // each may close a cycle
				v := graph.Node(rng.IntN(n))
				if u := graph.Node(rng.IntN(n)); u != v && !slices.Contains(g.Children(v), u) {
					edges = append(edges, graph.Directed(v, u))
				}
			}
			slices.SortFunc(edges, func(e, f graph.Edge) int {
				return slices.Compare([]int{int(e.X), int(e.Y), int(e.AtX), int(e.AtY)}, []int{int(f.X), int(f.Y), int(f.AtX), int(f.AtY)})
			})
			g = g.With(slices.Compact(edges))
		}
		found := len(checkInseparable(t, g, inseparableByAnterior))
		total += found
		if found > 0 && found < n*(n-1)/4 {
			both++
		}
	}
	if total < 1000 || both < 12 {
		t.Errorf("%d pairs, %d graphs with some: the test is one-sided", total, both)
	}
}

// inseparableByAnterior asks whether what is anterior to a pair separates it: if any set does, this
// one does.
func inseparableByAnterior(g *graph.Graph) (list pairs) {
	walk := equiv.Acyclify(g)
	o, observed := msep.New(walk), graph.AllNodes(g.N())
	for x := range graph.Node(g.N()) {
		for y := x + 1; int(y) < g.N(); y++ {
			pair := graph.SetOf(x, y)
			if !g.Adjacent(x, y) && !o.Separated(x, y, walk.Anterior(pair).And(observed).Minus(pair)) {
				list = append(list, [2]graph.Node{x, y})
			}
		}
	}
	return list
}

// A DAG of many nodes has no inseparable pair, and finding that out needs no n².
func TestInseparableLarge(t *testing.T) {
	const n = 20_000
	g := sparse(graphtest.Rand(1), n, 2*n, 0)
	if got := inseparable(g); len(got) > 0 {
		t.Errorf("the DAG has the inseparable pairs %v", got)
	}
}
