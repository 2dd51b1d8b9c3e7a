package simulate_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/simulate"
)

func member(t *testing.T, g *graph.Graph, kind class.Kind) class.Member {
	t.Helper()
	m, err := class.Check(context.Background(), g, kind)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every pair is touched once, so as many pairs differ as were changed, and as many
// edges come and go as were asked for. The class stays.
func TestChange(t *testing.T) {
	for _, gen := range generators() {
		t.Run(gen.Kind.String(), func(t *testing.T) {
			for seed := range uint64(60) {
				o := options(gen)
				o.Nodes, o.Edges, o.Seed = 5, 5, seed
				g := draw(t, gen, o)
				c := simulate.Changes{Remove: int(seed % 2), Reverse: int(seed / 2 % 2), Add: int(seed / 4 % 3), Seed: seed, Bidirected: o.Bidirected}
				changed, err := simulate.Change(context.Background(), member(t, g, gen.Kind), c)
				if err != nil {
					// Not every graph with few arrows has one that can be turned.
					if o.Bidirected > 0 && strings.Contains(err.Error(), "can be reversed") {
						continue
					}
					t.Fatalf("seed %d: %v, %+v: %v", seed, g, c, err)
				}
				if !isMember(gen.Kind, changed) {
					t.Fatalf("seed %d: %v with %+v is %v, not %s", seed, g, c, changed, gen.Kind.Title())
				}
				wrong, apart := naive.SHD(g, changed), naive.SkeletonSHD(g, changed)
				drawing := gen.Kind == class.CPDAG || gen.Kind == class.MPDAG || gen.Kind == class.PAG
				simple := gen.Kind != class.ADMG && gen.Kind != class.Cyclic // an edge of a bow may go and leave the pair adjacent
				if simple && apart != c.Remove+c.Add || !drawing && wrong != c.Remove+c.Reverse+c.Add {
					t.Fatalf("seed %d: %v with %+v is %v: %d pairs differ, %d in being adjacent", seed, g, c, changed, wrong, apart)
				}
				if changed.Names() != g.Names() {
					t.Fatalf("seed %d: the names are other ones", seed)
				}
				if again, _ := simulate.Change(context.Background(), member(t, g, gen.Kind), c); !again.Equal(changed) {
					t.Fatalf("seed %d: %v, and again %v", seed, changed, again)
				}
			}
		})
	}
}

// Any change is made as often as is asked, of every kind.
func TestChangeAny(t *testing.T) {
	removed, reversed, added := 0, 0, 0
	for seed := range uint64(100) {
		o := simulate.Options{Nodes: 8, Edges: 12, Seed: seed}
		g, err := simulate.Graph(context.Background(), class.DAG, o)
		if err != nil {
			t.Fatal(err)
		}
		h, err := simulate.Change(context.Background(), member(t, g, class.DAG), simulate.Changes{Any: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if !naive.IsDAG(h) || naive.SHD(g, h) != 4 {
			t.Fatalf("seed %d: %v became %v", seed, g, h)
		}
		for y := range graph.Node(8) {
			for x := range y {
				e, was := g.Edge(x, y)
				f, is := h.Edge(x, y)
				switch {
				case was && !is:
					removed++
				case is && !was:
					added++
				case e != f:
					reversed++
				}
			}
		}
	}
	if min(removed, reversed, added) < 90 {
		t.Errorf("%d removed, %d reversed, %d added, want about as many each", removed, reversed, added)
	}
}

// A change that cannot be made is an error that says how many could be before.
func TestChangeErrors(t *testing.T) {
	for _, tt := range []struct {
		graph string
		kind  class.Kind
		c     simulate.Changes
		want  string
	}{
		{"a --> b", class.DAG, simulate.Changes{Remove: 2}, "only 1 of 2 edges can be removed so that the graph stays a DAG"},
		{"a --> b --> c; a --> c", class.DAG, simulate.Changes{Reverse: 4}, "only 3 of 4 edges can be reversed so that the graph stays a DAG"},
		{"a --> b", class.DAG, simulate.Changes{Add: 1}, "only 0 of 1 edges can be added so that the graph stays a DAG"},
		{"a", class.DAG, simulate.Changes{Any: 1}, "only 0 of 1 changes are possible so that the graph stays a DAG"},
		{"a <-> b", class.MAG, simulate.Changes{Reverse: 1}, "only 0 of 1 edges can be reversed so that the graph stays a MAG"},
		{"a --> b", class.DAG, simulate.Changes{Remove: -1}, "remove is -1, expected 0 or more"},
		{"a --> b", class.DAG, simulate.Changes{Bidirected: 0.5}, "bidirected 0.5 does not apply to a DAG: omit it"},
		{"a --> b", class.ADMG, simulate.Changes{Bidirected: 2}, "bidirected is 2, expected 0 to 1"},
	} {
		_, err := simulate.Change(context.Background(), member(t, graphtest.Arrows(t, tt.graph), tt.kind), tt.c)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s, %+v: %v, want %s", tt.graph, tt.c, err, tt.want)
		}
	}
}

// In a bow or a 2-cycle an arrow turns only where its place is free.
func TestChangeBows(t *testing.T) {
	for seed := range uint64(20) {
		bow := member(t, graphtest.Arrows(t, "a --> b; a <-> b"), class.ADMG)
		g, err := simulate.Change(context.Background(), bow, simulate.Changes{Reverse: 1, Seed: seed})
		if want := graphtest.Arrows(t, "a <-- b; a <-> b"); err != nil || !g.Equal(want) {
			t.Errorf("the bow became %v, %v", g, err)
		}
		loop := member(t, graphtest.Arrows(t, "a --> b --> a"), class.Cyclic)
		if g, err := simulate.Change(context.Background(), loop, simulate.Changes{Reverse: 1, Seed: seed}); err == nil {
			t.Errorf("the 2-cycle became %v", g)
		}
	}
}

// What was known of an MPDAG beside its class is still known.
func TestChangeMPDAG(t *testing.T) {
	// Nothing but knowledge says that a comes before b.
	g := graphtest.Arrows(t, "a b c d e: a --> b; c --- d --- e; c --- e")
	kept := 0
	for seed := range uint64(20) {
		h, err := simulate.Change(context.Background(), member(t, g, class.MPDAG), simulate.Changes{Remove: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := h.Edge(0, 1); ok {
			kept++
			if e != graph.Directed(0, 1) {
				t.Errorf("seed %d: %v became %v", seed, g, h)
			}
		}
	}
	if kept == 0 || kept == 20 {
		t.Errorf("the known arrow was kept %d times of 20", kept)
	}
}

// Without a <-> d no set separates a and d: it is the one edge that must stay.
func TestChangeKeepsMaximal(t *testing.T) {
	g := graphtest.Arrows(t, "a <-> b <-> c <-> d; b --> d; c --> a; a <-> d")
	m := member(t, g, class.MAG)
	for seed := range uint64(30) {
		h, err := simulate.Change(context.Background(), m, simulate.Changes{Remove: 1, Seed: seed})
		if err != nil || !h.Adjacent(0, 3) || h.M() != 5 || !naive.IsMAG(h, false) {
			t.Fatalf("seed %d: %v, %v", seed, h, err)
		}
	}
}

// All changes that leave the graph in its class are alike likely: in a full DAG of three
// nodes either arrow between neighbours of the order turns, and in a graph that may have
// cycles a new arrow goes either way.
func TestChangeAlikeLikely(t *testing.T) {
	const draws = 2000
	for _, tt := range []struct {
		graph  string
		kind   class.Kind
		change simulate.Changes
		want   []string
	}{
		{"a --> b --> c; a --> c", class.DAG, simulate.Changes{Reverse: 1},
			[]string{"b --> a; b --> c; a --> c", "a --> b; c --> b; a --> c"}},
		{"a b c: a --> b --> c", class.Cyclic, simulate.Changes{Add: 1},
			[]string{"a --> b --> c --> a", "a --> b --> c; a --> c"}},
		{"a b c: a --> b --> c", class.DAG, simulate.Changes{Remove: 1},
			[]string{"a b c: a --> b", "a b c: b --> c"}},
	} {
		m := member(t, graphtest.Arrows(t, tt.graph), tt.kind)
		count := make([]int, len(tt.want))
		for seed := range uint64(draws) {
			tt.change.Seed = seed
			g, err := simulate.Change(context.Background(), m, tt.change)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(tt.want, func(s string) bool { return graphtest.Arrows(t, s).Equal(g) })
			if i < 0 {
				t.Fatalf("seed %d: %s became %v", seed, tt.graph, g)
			}
			count[i]++
		}
		for i, n := range count {
			if share := draws / float64(len(count)); math.Abs(float64(n)-share) > 5*math.Sqrt(share*(1-share/draws)) {
				t.Errorf("%s became %s %d times of %d", tt.graph, tt.want[i], n, draws)
			}
		}
	}
}
