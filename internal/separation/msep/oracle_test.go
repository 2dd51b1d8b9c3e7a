package msep_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

func TestSeparated(t *testing.T) {
	const m = "a --> b; b <-> c; c --> d; b --> e"
	for _, tt := range []struct {
		graph, x, y, given string
		want               bool
	}{
		{"a --> b; b --> c", "a", "c", "", false},
		{"a --> b; b --> c", "a", "c", "b", true},
		{"a --> b; c --> b", "a", "c", "", true},
		{"a --> b; c --> b", "a", "c", "b", false},
		{m, "a", "d", "", true},
		{m, "a", "d", "b", false},
		{m, "a", "d", "e", false}, // e opens the collider b from below
		{m, "a", "d", "e c", true},
		{"a --- b; b --- c", "a", "c", "", false},
		{"a --- b; b --- c", "a", "c", "b", true},
		{"a --> b; a <-> b; b --> c", "a", "c", "b", true},
		{"a --> b; a <-> b; c --> b", "a", "c", "b", false},
	} {
		t.Run(tt.graph+" | "+tt.x+" "+tt.y+" | "+tt.given, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			x, y := graphtest.Node(t, g, tt.x), graphtest.Node(t, g, tt.y)
			if got := msep.New(g).Separated(x, y, graphtest.Set(t, g, tt.given)); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// The oracle answers as the definition does; separation is symmetric; and a path that it
// shows is one, open, and there just where the nodes are connected.
func TestOracleByDefinition(t *testing.T) {
	for seed := range uint64(1500) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(6)
		g := mixed(rng, n, rng.Float64())
		o := msep.New(g)
		x, y := graphtest.Pair(rng, g)
		z := graphtest.Subset(rng, g, x, y)
		want := naive.Separated(g, x, y, z)
		if got := o.Separated(x, y, z); got != want || o.Separated(y, x, z) != want {
			t.Fatalf("seed %d: %v: %v, %v given %v: separated %v, by definition %v", seed, g, x, y, z.Nodes(), got, want)
		}
		path, connected := o.Path(x, y, z)
		if connected == want {
			t.Fatalf("seed %d: %v: %v, %v given %v: path %v", seed, g, x, y, z.Nodes(), path)
		}
		if !connected {
			continue
		}
		if !naive.Open(g, path, z) || path[0].X != x || path[len(path)-1].Y != y {
			t.Fatalf("seed %d: %v: %v, %v given %v: the path %v is not open", seed, g, x, y, z.Nodes(), path)
		}
		seen := graph.SetOf(x)
		for _, e := range path {
			if seen.Has(e.Y) {
				t.Fatalf("seed %d: %v: %v, %v given %v: %v comes to a node twice", seed, g, x, y, z.Nodes(), path)
			}
			seen.Add(e.Y)
		}
	}
}

// The blanket is the least set that separates a node from all others.
func TestBlanket(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(5)
		g := mixed(rng, n, rng.Float64())
		s, o := naive.MSeparations(g), msep.New(g)
		for x := range graph.Node(n) {
			want := naive.Blanket(s, x)
			if got := o.Blanket(x, n); !got.Equal(want) {
				t.Fatalf("seed %d: %v: the blanket of %v is %v, by definition %v", seed, g, x, got.Nodes(), want.Nodes())
			}
			list := o.AppendBlanket(nil, x, n)
			if len(list) != want.Len() || !graph.SetOf(list...).Equal(want) {
				t.Fatalf("seed %d: %v: the blanket of %v is listed as %v", seed, g, x, list)
			}
		}
	}
}

// Once warm, neither the oracle nor the lanes allocate.
func TestNoAllocation(t *testing.T) {
	rng := graphtest.Rand(1)
	g := mixed(rng, 30, 0.2)
	o, lanes := msep.New(g), msep.NewLanes(msep.NewPlan(g, 30))
	z := graphtest.Subset(rng, g, 0, 1)
	ask := func() {
		o.Separated(0, 1, z)
		lanes.Start()
		for i := range msep.Width {
			lanes.Source(i, 0)
			lanes.Target(i, 1)
			lanes.GiveOne(i, graph.Node(2+i%28))
		}
		lanes.Connected()
	}
	ask()
	if n := testing.AllocsPerRun(20, ask); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
