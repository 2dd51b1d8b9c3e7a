package frontier

import (
	"context"
	"math/big"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// The choices of a group stand for every way to decide it that does not settle both
// graphs as separated: with two edges and no others, all ways that are left are known.
func TestChoices(t *testing.T) {
	names := graph.NumberedNames("v", 0, 3)
	//	v0 --> v1 <-- v2
	g := graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(2, 1)})
	graphs := [2]*graph.Graph{g, g}
	node := func(v graph.Node) item { return item{v, v} }
	// Towards v1 it does not matter whether v0 is in S: 1+z ways, or it is x.
	one, ok := choicesOf(graphs, []item{node(0)}, 3)
	if !ok || len(one) != 2 || len(one[0].ways) != 2 || one[0].ways[0] != 1 || one[0].ways[1] != 1 || one[1].placed != 1 {
		t.Errorf("v0 has the choices %v", one)
	}
	// v1 and v0 towards v2: v1 in S or not or x, v0 x, both; a walk from v0 passes v1 in S.
	two, ok := choicesOf(graphs, []item{node(0), node(1)}, 8)
	if !ok {
		t.Fatal("too many choices")
	}
	ways := 0
	for _, c := range two {
		for _, w := range c.ways {
			ways += int(w)
		}
	}
	// Of 9 ways one is out: with v0 as x and v1 not in S nothing leads to v2.
	if ways != 8 {
		t.Errorf("v0 and v1 have %d ways in %v, want 8", ways, two)
	}
}

// Groups are every item once, and counting along them gives what single items do.
func TestFold(t *testing.T) {
	ctx := context.Background()
	folded := 0
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(22)
		g, h := polytree(rng, n, int(seed%3)), polytree(rng, n, int(seed%3))
		if seed%2 == 0 {
			g = graphtest.DAG(rng, n, 2.2/float64(n))
			h = graphtest.DAG(rng, n, 1/float64(n))
		}
		plan := func(fold bool) *Plan {
			s := newSearch(g, h, n)
			s.fold()
			if !fold {
				var members [][]int32
				s.choices = nil
				for v := range int32(n) {
					members = append(members, []int32{v})
					s.choices = append(s.choices, single([2]*graph.Graph{g, h}, s.item(v)))
				}
				s.group(members)
			}
			seen := make([]int, n)
			for _, list := range s.members {
				for _, v := range list {
					seen[v]++
				}
			}
			for v, times := range seen {
				if times != 1 {
					t.Fatalf("seed %d: v%d is in %d groups", seed, v, times)
				}
			}
			s.simple()
			return s.plan()
		}
		apart, together := plan(false), plan(true)
		if len(together.groups) < len(apart.groups) {
			folded++
		}
		a, err := apart.Count(ctx, n-1, Options{Workers: 1, Limit: 1 << 18})
		if err != nil {
			continue
		}
		b, err := together.Count(ctx, n-1, Options{Workers: 2, Limit: 1 << 20})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for k := range n - 1 {
			for _, p := range [][2]*big.Int{{a.G.Int(k), b.G.Int(k)}, {a.H.Int(k), b.H.Int(k)}, {a.Both.Int(k), b.Both.Int(k)}} {
				if p[0].Cmp(p[1]) != 0 {
					t.Fatalf("seed %d: %v and %v: order %d: %v one by one, %v in groups", seed, g, h, k, p[0], p[1])
				}
			}
		}
	}
	if folded < 30 {
		t.Errorf("only %d of 60 pairs had groups", folded)
	}
}
