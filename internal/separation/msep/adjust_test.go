package msep_test

import (
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A lane of Adjust says what holds in every member of the class that is drawn.
func TestAdjustByDefinition(t *testing.T) {
	for seed := range uint64(160) {
		if seed == 80 {
			defer msep.SlotsFrom(0)()
		}
		rng := graphtest.Rand(seed)
		n, p := 2+rng.IntN(4), rng.Float64()
		var g *graph.Graph
		switch seed % 4 {
		case 0, 1:
			g = graphtest.CPDAG(rng, n, p)
		case 2:
			g = graphtest.DAG(rng, n, p)
		case 3: // many lines
			g = naive.CPDAG(naive.DAGs(tree(rng.IntN, n)))
		}
		members := naive.Members(g)
		effects := naive.NewEffects(g)
		a := msep.NewAdjust(msep.Chains(g))
		for range 3 {
			a.Start()
			treatments := make([]graph.Node, 1+rng.IntN(40))
			sets := make([]graph.Set, len(treatments))
			for lane := range treatments {
				treatments[lane] = graph.Node(rng.IntN(n))
				sets[lane] = graphtest.Subset(rng, g, treatments[lane])
				a.Treat(lane, treatments[lane])
				for v := range sets[lane].All() {
					a.GiveOne(lane, v)
				}
			}
			if seed%2 == 0 {
				a.Walk()
			} else {
				for y := range graph.Node(n) {
					a.Ask(y)
				}
				a.WalkTo()
			}
			for lane, x := range treatments {
				for y := range graph.Node(n) {
					if x == y {
						continue
					}
					possible, valid := false, true
					for _, m := range members {
						possible = possible || naive.Descendants(m, graph.SetOf(x)).Has(y)
						valid = valid && naive.ValidAdjustment(m, x, y, sets[lane])
					}
					got, nam, invalid := a.Possible(y), a.NotAmenable(y), a.Invalid(y)
					what := fmt.Sprintf("seed %d: %v: effect of %s on %s, set %s", seed, g, g.Name(x), g.Name(y), graphtest.Names(g, sets[lane]))
					if got.Has(lane) != possible {
						t.Fatalf("%s: possible %v, by definition %v", what, got.Has(lane), possible)
					}
					if amenable := effects.Amenable(x, y); nam.Has(lane) == amenable {
						t.Fatalf("%s: amenable %v, by definition %v", what, !nam.Has(lane), amenable)
					}
					if got := !nam.Has(lane) && !invalid.Has(lane); got != valid {
						t.Fatalf("%s: valid %v, by definition %v", what, got, valid)
					}
				}
			}
		}
	}
}

// tree returns a DAG in which every node but the first has one parent.
func tree(intN func(int) int, n int) *graph.Graph {
	var edges []graph.Edge
	for v := 1; v < n; v++ {
		edges = append(edges, graph.Directed(graph.Node(intN(v)), graph.Node(v)))
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// On larger graphs, where sweeps follow the news or go over all nodes, a lane says what
// one search from its treatment says.
func TestAdjustLarge(t *testing.T) {
	for seed := range uint64(120) {
		if seed == 60 {
			defer msep.SlotsFrom(0)()
		}
		rng := graphtest.Rand(seed)
		n := 20 + rng.IntN(180)
		g := graphtest.DAG(rng, n, []float64{0.5, 1.5, 4, 10}[seed%4]/float64(n))
		if seed%3 == 1 {
			g = tree(rng.IntN, n)
		}
		if seed%2 == 1 {
			g = equiv.CPDAG(g)
		}
		lanes := 1 + rng.IntN(msep.Width)
		a := msep.NewAdjust(msep.Chains(g))
		targets := make([]graph.Node, lanes)
		treatments := make([]graph.Node, lanes)
		sets := make([]graph.Set, lanes)
		for lane := range lanes {
			treatments[lane], targets[lane] = graphtest.Pair(rng, g)
			a.Treat(lane, treatments[lane])
			a.Ask(targets[lane])
			sets[lane] = graph.NewSet(n)
			for range rng.IntN(6) {
				if v := graph.Node(rng.IntN(n)); v != treatments[lane] {
					sets[lane].Add(v)
					a.GiveOne(lane, v)
				}
			}
		}
		all := seed%5 < 3
		if all {
			a.Walk()
		} else {
			a.WalkTo()
		}
		for lane, x := range treatments {
			possible, nam, invalid := search(g, x, sets[lane])
			for y := range graph.Node(n) {
				if x == y || !all && y != targets[lane] {
					continue
				}
				gotPossible, gotNam, gotInvalid := a.Possible(y), a.NotAmenable(y), a.Invalid(y)
				if gotPossible.Has(lane) != possible.Has(y) || gotNam.Has(lane) != nam.Has(y) || gotInvalid.Has(lane) != invalid.Has(y) {
					t.Fatalf("seed %d: lane %d, effect of %d on %d, set %v: possible %v, not amenable %v, invalid %v; one search says %v, %v, %v",
						seed, lane, x, y, sets[lane].Nodes(), gotPossible.Has(lane), gotNam.Has(lane), gotInvalid.Has(lane),
						possible.Has(y), nam.Has(y), invalid.Has(y))
				}
			}
		}
	}
}

// search is the one search of Henckel, Würtzen and Weichwald from the treatment x.
func search(g *graph.Graph, x graph.Node, z graph.Set) (possible, nam, invalid graph.Set) {
	type by uint8
	const (
		start by = iota
		head
		tail
		line
	)
	type status uint8
	const (
		first status = iota
		open
		blocked
		openLine
		blockedLine
		other
	)
	type state struct {
		v   graph.Node
		by  by
		now status
	}
	seen := map[state]bool{}
	todo := []state{{v: x}}
	step := func(s state) {
		if s.v != x && !seen[s] {
			seen[s] = true
			todo = append(todo, s)
		}
	}
	invalid = z.Clone()
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch s.now {
		case open, blocked:
			possible.Add(s.v)
		case openLine, blockedLine:
			possible.Add(s.v)
			nam.Add(s.v)
		}
		if s.now == blocked || s.now == other {
			invalid.Add(s.v)
		}
		given := z.Has(s.v)
		onward := s.now // along an arrow or a line
		if given && s.now == open {
			onward = blocked
		} else if given && s.now == openLine {
			onward = blockedLine
		}
		if s.now != other || !given {
			for _, c := range g.Children(s.v) {
				next := onward
				if s.now == first {
					next = open
				}
				step(state{c, head, next})
			}
			for _, u := range g.UndirectedNeighbors(s.v) {
				next := onward
				if s.now == first {
					next = openLine
				}
				step(state{u, line, next})
			}
		}
		if s.by != line && given == (s.by == head) && s.now != blocked && s.now != blockedLine {
			for _, p := range g.Parents(s.v) {
				step(state{p, tail, other})
			}
		}
	}
	return possible, nam, invalid
}
