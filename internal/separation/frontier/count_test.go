package frontier_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/frontier"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// walkable returns a random graph that can be walked, with arrows, bidirected edges,
// bows, lines above them and latent nodes, of which some have parents.
func walkable(rng *rand.Rand, observed int, p float64) *graph.Graph {
	n := observed + rng.IntN(3)
	var edges []graph.Edge
	for j := range graph.Node(n) {
		for i := range j {
			// The order of arrows is that of the nodes turned round, so that latent
			// nodes come first as often as they come last.
			a, b := i, j
			if int(j) >= observed && rng.IntN(2) == 0 {
				a, b = j, i
			}
			switch {
			case rng.Float64() > p:
			case rng.IntN(8) == 0:
				edges = append(edges, graph.Undirected(a, b))
			case rng.IntN(4) == 0:
				edges = append(edges, graph.Bidirected(a, b))
			case rng.IntN(6) == 0:
				edges = append(edges, graph.Bidirected(a, b), graph.Directed(a, b))
			default:
				edges = append(edges, graph.Directed(a, b))
			}
		}
	}
	g := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
	if _, cycle := g.Order(); cycle != nil {
		return walkable(rng, observed, p)
	}
	return g
}

// oneByOne counts by asking about every statement.
func oneByOne(g, h *graph.Graph, n int) (inG, inH, both []uint64) {
	inG, inH, both = make([]uint64, n-1), make([]uint64, n-1), make([]uint64, n-1)
	og, oh := msep.New(g), msep.New(h)
	for y := range graph.Node(n) {
		for x := range y {
			for s := range uint64(1) << n {
				given := graph.Set{s}
				if given.Has(x) || given.Has(y) {
					continue
				}
				k := given.Len()
				a, b := !og.Separated(x, y, given), !oh.Separated(x, y, given)
				if a {
					inG[k]++
				}
				if b {
					inH[k]++
				}
				if a && b {
					both[k]++
				}
			}
		}
	}
	return inG, inH, both
}

func TestCountOneByOne(t *testing.T) {
	for seed := range uint64(400) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(7)
		p := rng.Float64()
		g, h := walkable(rng, n, p), walkable(rng, n, p)
		inG, inH, both := oneByOne(g, h, n)
		got, err := frontier.New(context.Background(), g, h, n, 1e6, 2).Count(context.Background(), n-1, frontier.Options{Workers: 1 + int(seed%2), Limit: 1e6})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for k := range n - 1 {
			for _, c := range []struct {
				what string
				got  *frontier.Polynomial
				want uint64
			}{{"the first", got.G, inG[k]}, {"the second", got.H, inH[k]}, {"both", got.Both, both[k]}} {
				if x, ok := c.got.Uint64(k); !ok || x != c.want {
					t.Fatalf("seed %d: %v and %v with %d observed nodes: in %s %v statements of order %d are connected, one by one %d",
						seed, g, h, n, c.what, c.got.Int(k), k, c.want)
				}
			}
		}
	}
}

// binomial returns C(n, k).
func binomial(n, k int) *big.Int {
	if n < 0 || k < 0 {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

func arrows(n int, from func(v int) (u int, ok bool)) *graph.Graph {
	var edges []graph.Edge
	for v := range n {
		if u, ok := from(v); ok {
			edges = append(edges, graph.Directed(graph.Node(u), graph.Node(v)))
		}
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// On a chain S connects x and y if it has no node between them; on a star with all
// arrows to its centre if it has the centre, on one with all arrows from it if not. With
// 150 nodes the counts have up to 160 bits.
func TestCountLarge(t *testing.T) {
	const n = 150
	chain := arrows(n, func(v int) (int, bool) { return v - 1, v > 0 })
	fork := arrows(n, func(v int) (int, bool) { return 0, v > 0 })
	var back []graph.Edge
	for e := range fork.Edges() {
		back = append(back, graph.Directed(e.Y, e.X))
	}
	collider := fork.With(back)

	pairs := func(n int) *big.Int { return binomial(n, 2) }
	inChain := func(k int) *big.Int {
		sum := new(big.Int)
		for d := 1; d < n; d++ {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(n-d)), binomial(n-1-d, k)))
		}
		return sum
	}
	adjacent := func(k int) *big.Int { return new(big.Int).Mul(big.NewInt(n-1), binomial(n-2, k)) }
	inFork := func(k int) *big.Int {
		return new(big.Int).Add(adjacent(k), new(big.Int).Mul(pairs(n-1), binomial(n-3, k)))
	}
	inCollider := func(k int) *big.Int {
		return new(big.Int).Add(adjacent(k), new(big.Int).Mul(pairs(n-1), binomial(n-3, k-1)))
	}
	for _, tt := range []struct {
		name string
		g, h *graph.Graph
		g0   func(int) *big.Int
		h0   func(int) *big.Int
	}{
		{"chain, chain", chain, chain, inChain, inChain},
		{"chain, fork", chain, fork, inChain, inFork},
		{"fork, collider", fork, collider, inFork, inCollider},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := frontier.New(context.Background(), tt.g, tt.h, n, 1e6, 2).Count(context.Background(), n-1, frontier.Options{Workers: 2, Limit: 1e6})
			if err != nil {
				t.Fatal(err)
			}
			for k := range n - 1 {
				if got, want := c.G.Int(k), tt.g0(k); got.Cmp(want) != 0 {
					t.Fatalf("order %d: %v in the first, want %v", k, got, want)
				}
				if got, want := c.H.Int(k), tt.h0(k); got.Cmp(want) != 0 {
					t.Fatalf("order %d: %v in the second, want %v", k, got, want)
				}
				if tt.name == "fork, collider" {
					if got, want := c.Both.Int(k), adjacent(k); got.Cmp(want) != 0 {
						t.Fatalf("order %d: %v in both, want %v", k, got, want)
					}
				}
			}
		})
	}
}

func same(t *testing.T, a, b *frontier.Counts, orders int) {
	t.Helper()
	for k := range orders {
		if a.G.Int(k).Cmp(b.G.Int(k)) != 0 || a.H.Int(k).Cmp(b.H.Int(k)) != 0 || a.Both.Int(k).Cmp(b.Both.Int(k)) != 0 {
			t.Fatalf("order %d: %v %v %v and %v %v %v", k, a.G.Int(k), a.H.Int(k), a.Both.Int(k), b.G.Int(k), b.H.Int(k), b.Both.Int(k))
		}
	}
}

func TestCountOptions(t *testing.T) {
	rng := graphtest.Rand(3)
	g, h := walkable(rng, 18, 0.15), walkable(rng, 18, 0.15)
	p := frontier.New(context.Background(), g, h, 18, 1e6, 2)
	ctx := context.Background()
	last := 0.0
	one, err := p.Count(ctx, 17, frontier.Options{Workers: 1, Limit: 1e6, Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress from %v to %v", last, share)
		}
		last = share
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last < 0.99 {
		t.Errorf("progress ended at %v", last)
	}
	many, err := p.Count(ctx, 17, frontier.Options{Workers: 5, Limit: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	same(t, one, many, 17)
	for _, orders := range []int{1, 3, 4, 5, 12} {
		few, err := p.Count(ctx, orders, frontier.Options{Workers: 2, Limit: 1e6})
		if err != nil {
			t.Fatal(err)
		}
		same(t, one, few, orders)
	}

	var wide *frontier.WideError
	if _, err := p.Count(ctx, 17, frontier.Options{Workers: 2, Limit: 50}); !errors.As(err, &wide) || wide.Expected < 50 {
		t.Errorf("with 50 states allowed: %v", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.Count(ctx, 17, frontier.Options{Workers: 2, Limit: 1e6}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A graph whose every node is adjacent to 70 others leaves more ports open than a word
// has bits, whatever the order.
func TestCountTooWide(t *testing.T) {
	var edges []graph.Edge
	const n = 140
	for x := range graph.Node(n / 2) {
		for y := graph.Node(n / 2); y < n; y++ {
			edges = append(edges, graph.Directed(x, y))
		}
	}
	g := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
	_, err := frontier.New(context.Background(), g, g, n, 1e6, 2).Count(context.Background(), n-1, frontier.Options{Workers: 1, Limit: 1e5})
	var wide *frontier.WideError
	if !errors.As(err, &wide) {
		t.Fatalf("got %v", err)
	}
}
