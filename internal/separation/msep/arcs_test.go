package msep

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Nodes have the parents and children that they were given, be they few, as many as a record holds, or more.
func TestArcs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	lists := func() (all [200][]int32) {
		for v := range all {
			all[v] = make([]int32, rng.IntN(9))
			for i := range all[v] {
				all[v][i] = rng.Int32()
			}
		}
		return all
	}
	parents, children := lists(), lists()
	a := newArcs[int32](len(parents))
	for v := range parents {
		a.put(int32(v), parents[v], children[v])
	}
	for v := range parents {
		if got := a.parents(int32(v)); !slices.Equal(got, parents[v]) {
			t.Errorf("parents %v, want %v", got, parents[v])
		}
		if got := a.children(int32(v)); !slices.Equal(got, children[v]) {
			t.Errorf("children %v, want %v", got, children[v])
		}
	}
}
