package msep_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// mixed returns a random graph that can be walked: arrows along a random order,
// bidirected edges beside them (bows too), and, among the first nodes of the order, which
// then have no arrowheads, lines.
func mixed(rng *rand.Rand, n int, density float64) *graph.Graph {
	order := rng.Perm(n)
	undirected := 0
	if rng.IntN(3) == 0 {
		undirected = rng.IntN(n)
	}
	bidirected := 0.0
	if rng.IntN(2) == 0 {
		bidirected = density / 2
	}
	var edges []graph.Edge
	for j, v := range order {
		for i, u := range order[:j] {
			x, y := graph.Node(u), graph.Node(v)
			if i < undirected && j < undirected {
				if rng.Float64() < density {
					edges = append(edges, graph.Undirected(x, y))
				}
				continue
			}
			if rng.Float64() < density {
				edges = append(edges, graph.Directed(x, y))
			}
			if i >= undirected && rng.Float64() < bidirected {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

func subset(rng *rand.Rand, n int, share float64, without ...graph.Node) graph.Set {
	s := graph.NewSet(n)
	for v := range graph.Node(n) {
		if rng.Float64() < share {
			s.Add(v)
		}
	}
	return s.Without(without...)
}

// Each lane that is not left without an answer answers as the oracle does, whatever the other lanes ask.
func TestLanesAnswerAsTheOracle(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 2 + rng.IntN(40)
		g := mixed(rng, n, rng.Float64()*rng.Float64())
		latent := rng.IntN(2) * rng.IntN(n-1)
		oracle, lanes := msep.New(g), msep.NewLanes(msep.NewPlan(g, n-latent))
		for range 3 {
			lanes.Start()
			enough := rng.IntN(3) * rng.IntN(msep.Width)
			type query struct {
				x, y  graph.Node
				given graph.Set
			}
			queries := make([]query, 1+rng.IntN(msep.Width))
			for i := range queries {
				x := graph.Node(rng.IntN(n))
				y := graph.Node(rng.IntN(n - 1))
				if y >= x {
					y++
				}
				q := query{x, y, subset(rng, n-latent, rng.Float64(), x, y)}
				queries[i] = q
				lanes.Source(i, q.x)
				lanes.Target(i, q.y)
				for v := range q.given.All() {
					lanes.GiveOne(i, v)
				}
			}
			if seed%2 == 0 {
				lanes.Bound()
			}
			connected, left := lanes.ConnectedUntil(enough)
			if left.Len() > enough {
				t.Fatalf("seed %d: %d lanes are left, at most %d are allowed", seed, left.Len(), enough)
			}
			for i, q := range queries {
				if left.Has(i) {
					continue
				}
				if got, want := !connected.Has(i), oracle.Separated(q.x, q.y, q.given); got != want {
					t.Fatalf("seed %d: %v: %s and %s given %v: lanes say separated %v, the oracle %v",
						seed, g, g.Name(q.x), g.Name(q.y), q.given.Nodes(), got, want)
				}
			}
		}
	}
}

// A run to the end reaches what the oracle reaches, and a closure closes as it does.
func TestLanesReachAndClose(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + rng.IntN(30)
		g := mixed(rng, n, rng.Float64()*rng.Float64())
		oracle, lanes := msep.New(g), msep.NewLanes(msep.NewPlan(g, n))
		sweep, block := new(msep.Sweep), msep.NewBlock(n)
		sweep.Reset(msep.Anterior(g))
		x, z, within := make([]graph.Node, 100), make([]graph.Set, 100), make([]graph.Set, 100)

		lanes.Start()
		for i := range x {
			x[i] = graph.Node(rng.IntN(n))
			z[i] = subset(rng, n, rng.Float64(), x[i])
			lanes.Source(i, x[i])
			for v := range z[i].All() {
				lanes.GiveOne(i, v)
			}
		}
		lanes.Reach()
		for i := range x {
			want := oracle.Reach(x[i], z[i])
			for v := range graph.Node(n) {
				if w := lanes.Reached(v); !z[i].Has(v) && w.Has(i) != want.Has(v) {
					t.Fatalf("seed %d: %v: from %v given %v to %v: lanes %v", seed, g, x[i], z[i].Nodes(), v, w.Has(i))
				}
			}
		}

		lanes.Start()
		block.Clear()
		for i := range x {
			ends := subset(rng, n, 0.2).Union(graph.SetOf(x[i]))
			within[i] = g.Anterior(ends)
			z[i] = subset(rng, n, rng.Float64(), x[i]).And(within[i])
			lanes.Source(i, x[i])
			for v := range ends.All() {
				sweep.Add(i, v)
			}
			for v := range z[i].All() {
				lanes.GiveOne(i, v)
			}
		}
		sweep.Into(block)
		lanes.Close(block)
		for i := range x {
			want := oracle.Closure(x[i], within[i], z[i])
			for v := range graph.Node(n) {
				if block.Words[v].Has(i) != within[i].Has(v) {
					t.Fatalf("seed %d: %v: lane %d: %v anterior %v", seed, g, i, v, block.Words[v].Has(i))
				}
				if w := lanes.Reached(v); w.Has(i) != want.Has(v) {
					t.Fatalf("seed %d: %v: closure of %v within %v given %v at %v: lanes %v, oracle %v",
						seed, g, x[i], within[i].Nodes(), z[i].Nodes(), v, w.Has(i), want.Has(v))
				}
			}
		}
	}
}

// Lanes answer about many nodes at once as about one after the other, in blocks that follow each other.
func TestLanesAnswerAboutPieces(t *testing.T) {
	lanes := new(msep.Lanes)
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + rng.IntN(300)
		lanes.Reset(msep.NewPlan(mixed(rng, n, 3*rng.Float64()/float64(n)), n))
		for range 2 {
			lanes.Start()
			var ys msep.Pieces
			ys.AddSet(subset(rng, n, rng.Float64()))
			lanes.ExtendTo(ys)
			for lane := range msep.Width {
				lanes.Source(lane, graph.Node(rng.IntN(n)))
				lanes.GiveOne(lane, graph.Node(rng.IntN(n)))
			}
			lanes.Run()
			for _, p := range ys {
				for lane := range msep.Width {
					got := lanes.ReachedAmong(lane, p)
					for v := range p.All {
						if reached := lanes.Reached(v); reached.Has(lane) != (got>>(v&63)&1 == 1) || got&^p.Bits != 0 {
							t.Fatalf("seed %d: lane %d reaches %b of %v", seed, lane, got, p)
						}
					}
				}
			}
		}
	}
}
