package simulate_test

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/simulate"
)

// pairs returns the number of adjacent pairs of g.
func pairs(g *graph.Graph) (count int) {
	for x := range graph.Node(g.N()) {
		for y := range x {
			if g.Adjacent(x, y) {
				count++
			}
		}
	}
	return count
}

// Graphs that are like a graph are of its class and have as many nodes and adjacent pairs.
func TestLike(t *testing.T) {
	for _, c := range graphtest.Classes {
		kind, err := class.Parse(c.Name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(30) {
			g := c.Random(graphtest.Rand(seed), 7, 0.4)
			m, err := class.Check(context.Background(), g, kind)
			if err != nil {
				t.Fatal(err)
			}
			likeKind, o := simulate.Like(m.Model())
			for o.Seed = range uint64(3) {
				like, err := simulate.Graph(context.Background(), likeKind, o)
				if err != nil {
					t.Fatalf("like %v: %v", g, err)
				}
				if _, err := class.Check(context.Background(), like, kind); err != nil {
					t.Errorf("like %v: %v: %v", g, like, err)
				}
				if like.N() != g.N() || pairs(like) != pairs(g) {
					t.Errorf("like %v, which has %d pairs: %v, which has %d", g, pairs(g), like, pairs(like))
				}
			}
		}
	}
}

// The kinds of edges are as many on average.
func TestLikeEdges(t *testing.T) {
	kinds := []struct {
		name string
		has  func(e graph.Edge) bool
	}{
		{"arrows", graph.Edge.Directed},
		{"bidirected edges", graph.Edge.Bidirected},
	}
	for _, drawing := range []string{
		"a --> b --> c --> d --> e; a <-> b; a <-> e; c <-> a", // a bow and two that are none
		"a --> b --> a; c --> d --> c; a --> c --> a; b --> d --> b; e --> a; a <-> d; a <-> b",
	} {
		g := graphtest.Arrows(t, drawing)
		m, err := class.Infer(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		kind, o := simulate.Like(m.Model())
		for _, k := range kinds {
			const draws = 2000
			want, got := 0.0, 0.0
			for e := range g.Edges() {
				if k.has(e) {
					want++
				}
			}
			for o.Seed = range uint64(draws) {
				like, err := simulate.Graph(context.Background(), kind, o)
				if err != nil {
					t.Fatal(err)
				}
				for e := range like.Edges() {
					if k.has(e) {
						got += 1. / draws
					}
				}
			}
			if math.Abs(got-want) > 0.1 {
				t.Errorf("%v has %v %s, graphs like it %v", g, want, k.name, got)
			}
		}
	}
}
