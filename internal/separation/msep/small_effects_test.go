package msep_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// word returns the set of nodes of a small graph as a word.
func word(set graph.Set) (w uint64) {
	for v := range set.All() {
		w |= 1 << v
	}
	return w
}

// drawnSmall returns a DAG or a CPDAG, at times with many lines.
func drawnSmall(seed uint64, n int) *graph.Graph {
	rng := graphtest.Rand(seed)
	switch seed % 4 {
	case 0:
		return graphtest.DAG(rng, n, rng.Float64())
	case 1:
		return graphtest.CPDAG(rng, n, rng.Float64()*rng.Float64())
	}
	return graphtest.CPDAG(rng, n, rng.Float64())
}

// What a small graph says of effects holds in every member of the class that is drawn.
func TestSmallEffectsByDefinition(t *testing.T) {
	for seed := range uint64(160) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(4)
		g := drawnSmall(seed, n)
		members, effects := naive.Members(g), naive.NewEffects(g)
		var s msep.SmallEffects
		if !s.Reset(g) {
			t.Fatalf("%v cannot be used", g)
		}
		for x := range graph.Node(n) {
			set := graphtest.Subset(rng, g, x)
			invalid := s.Invalid(x, word(set))
			for y := range graph.Node(n) {
				if x == y || set.Has(y) {
					continue
				}
				possible, valid := false, true
				for _, m := range members {
					possible = possible || naive.Descendants(m, graph.SetOf(x)).Has(y)
					valid = valid && naive.ValidAdjustment(m, x, y, set)
				}
				if got := s.Possible[x]>>y&1 == 1; got != possible {
					t.Fatalf("seed %d: %v: effect of %d on %d: possible %v, by definition %v", seed, g, x, y, got, possible)
				}
				amenable := s.NotAmenable[x]>>y&1 == 0
				if want := effects.Amenable(x, y); amenable != want {
					t.Fatalf("seed %d: %v: effect of %d on %d: amenable %v, by definition %v", seed, g, x, y, amenable, want)
				}
				if got := amenable && invalid>>y&1 == 0; got != valid {
					t.Fatalf("seed %d: %v: effect of %d on %d, set %v: valid %v, by definition %v", seed, g, x, y, set, got, valid)
				}
			}
		}
	}
}

// A small graph says of effects what lanes say, also with as many nodes as there are bits.
func TestSmallEffects(t *testing.T) {
	for seed := range uint64(160) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(msep.MaxSmall-1)
		if seed < 4 {
			n = msep.MaxSmall
		}
		g := drawnSmall(seed, n)
		var s msep.SmallEffects
		s.Reset(g)
		a, z := msep.NewAdjust(msep.Chains(g)), msep.NewBlock(n)
		for x := range graph.Node(n) {
			set := graphtest.Subset(rng, g, x)
			a.Start()
			a.Treat(0, x)
			for v := range set.All() {
				a.GiveOne(0, v)
			}
			a.Walk()
			var invalid, possible, not uint64
			for y := range graph.Node(n) {
				for to, lanes := range map[*uint64]msep.Word{&invalid: a.Invalid(y), &possible: a.Possible(y), &not: a.NotAmenable(y)} {
					if x != y && lanes.Has(0) {
						*to |= 1 << y
					}
				}
			}
			if got, want := [...]uint64{s.Invalid(x, word(set)), s.Possible[x], s.NotAmenable[x], s.Ancestors(x)},
				[...]uint64{invalid &^ word(set), possible, not, word(g.Ancestors(graph.SetOf(x)).Without(x))}; got != want {
				t.Fatalf("seed %d: %v: effects of %d, set %v: %x, want %x", seed, g, x, set, got, want)
			}
			y := graph.Node(rng.IntN(n))
			if (possible&^not)>>y&1 == 0 {
				continue
			}
			z.Clear()
			a.Start()
			a.Treat(0, x)
			a.Causal()
			a.Optimal(0, x, []graph.Node{y}, 0, z)
			if got, want := s.Optimal(x, y), word(graph.SetOf(z.Lane(nil, 0)...)); got != want {
				t.Fatalf("seed %d: %v: optimal set for the effect of %d on %d: %x, want %x", seed, g, x, y, got, want)
			}
		}
	}
}
