package equiv_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// TestSampleUniform draws 100 times the size of each class. The statistic has as many
// degrees of freedom as the class has members, less one; five standard deviations
// above the mean are allowed. The seeds are fixed.
func TestSampleUniform(t *testing.T) {
	graphs := []*graph.Graph{
		path(2), path(5), star(6), complete(3), complete(4), band(5, 2), band(6, 3),
		graphtest.Arrows(t, "a --- b --- c --- d --- a; a --- c"),
		graphtest.Arrows(t, "a --- b --- c --- a; d --- e; f --> g <-- a"),
		// Nested separators: a, then a b, then a b c.
		graphtest.Arrows(t, "a --- b; a --- c; b --- c; a --- d; b --- d; c --- d; a --- e; b --- e; a --- f"),
	}
	for seed := range uint64(12) {
		rng := graphtest.Rand(seed)
		graphs = append(graphs, randomChordal(rng, 5+rng.IntN(3), 3))
	}
	for i, g := range graphs {
		members := slices.Collect(equiv.Members(g))
		if len(members) > 130 {
			continue
		}
		index := make(map[string]int)
		for j, dag := range members {
			index[parents(dag)] = j
		}
		s := equiv.NewSampler(g)
		rng := graphtest.Rand(uint64(i))
		const each = 100
		drawn := make([]int, len(members))
		for range each * len(members) {
			j, ok := index[parents(s.Sample(rng))]
			if !ok {
				t.Fatalf("%v: a sample is no member", g)
			}
			drawn[j]++
		}
		chi := 0.0
		for _, d := range drawn {
			chi += float64((d-each)*(d-each)) / each
		}
		free := float64(len(members) - 1)
		// The variance of the statistic is twice its mean.
		if (chi-free)*(chi-free) > 25*2*free {
			t.Errorf("%v: chi-square %.1f with %.0f degrees of freedom; drawn %v", g, chi, free, drawn)
		}
	}
}

// parents tells a DAG from others.
func parents(dag *graph.Graph) string {
	var key []byte
	for v := range graph.Node(dag.N()) {
		for _, u := range dag.Parents(v) {
			key = append(key, byte(u))
		}
		key = append(key, 0xff)
	}
	return string(key)
}

func TestSampleLarge(t *testing.T) {
	rng := graphtest.Rand(1)
	for _, g := range []*graph.Graph{
		complete(100), path(10_000), star(10_000), band(500, 20), randomChordal(rng, 1000, 12),
		equiv.CPDAG(graphtest.DAG(rng, 300, 0.02)),
	} {
		dag := equiv.Sample(g, rng)
		if !equiv.CPDAG(dag).Same(g) {
			t.Errorf("n = %d, m = %d: a sample is not of the class", g.N(), g.M())
		}
	}
}

// The same seed gives the same members.
func TestSampleSeed(t *testing.T) {
	g := randomChordal(graphtest.Rand(5), 200, 6)
	first := equiv.Sample(g, graphtest.Rand(7))
	if again := equiv.Sample(g, graphtest.Rand(7)); !again.Same(first) {
		t.Error("the same seed gave another member")
	}
	if other := equiv.Sample(g, graphtest.Rand(8)); other.Same(first) {
		t.Error("another seed gave the same member of a very large class")
	}
}
