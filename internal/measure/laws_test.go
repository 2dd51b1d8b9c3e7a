package measure_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// separations yields the names of the separation distances that are defined between the
// two classes in both directions.
func separations(t testing.TB, truth, guess string, f func(metric string)) {
	t.Helper()
	tm, gm := newModel(t, graph.MustNew(graph.NumberedNames("", 0, 2), nil), truth), newModel(t, graph.MustNew(graph.NumberedNames("", 0, 2), nil), guess)
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		if (m.Group == "sd" || m.Group == "mb") && m.Defined(tm.Kind(), gm.Kind()) == nil && m.Defined(gm.Kind(), tm.Kind()) == nil {
			f(m.Name)
		}
	}
}

// The sum of both directions is 0 just when the graphs are Markov equivalent, for every
// strategy and class (Wahl and Runge, theorem on separation distances). The theorem is about MAGs.
// An ADMG and the acyclification of a cyclic graph claim what their MAG does: a pair that no set
// separates makes no claim, as if it were adjacent, and is adjacent in the MAG.
func TestZeroJustForEquivalentGraphs(t *testing.T) {
	for _, c := range classes {
		equivalent := 0
		for seed := range uint64(150) {
			g, h := c.random(seed, 3+int(seed%2)), c.random(seed/3+1000, 3+int(seed%2))
			want := naive.Read(g, c.name).Equal(naive.Read(h, c.name).Statements)
			if want {
				equivalent++
			}
			gm, hm := newModel(t, g, c.name), newModel(t, h, c.name)
			separations(t, c.name, c.name, func(metric string) {
				sum := wrong(t, metric, gm, hm, task.Params{}) + wrong(t, metric, hm, gm, task.Params{})
				if want && sum != 0 {
					t.Errorf("%s: %s of the equivalent graphs %v and %v is %d", c.name, metric, g, h, sum)
				}
				if !want && sum == 0 {
					t.Errorf("%s: %s of %v and %v is 0, and they are not equivalent", c.name, metric, g, h)
				}
			})
		}
		if equivalent < 2 || equivalent > 148 {
			t.Errorf("%s: %d of 150 pairs are equivalent: the test says little", c.name, equivalent)
		}
	}
}

// Possible parents, possible ancestors and nearest separators depend on the equivalence
// class only: every member of a class is at the same distance from and to another graph.
func TestMembersOfAClassAreAlike(t *testing.T) {
	for seed := range uint64(20) {
		rng := graphtest.Rand(seed)
		n := 5 + int(seed%4)
		cpdag := equiv.CPDAG(graphtest.DAG(rng, n, 0.5))
		other := newModel(t, graphtest.DAG(rng, n, 0.5), "dag")
		drawn := newModel(t, cpdag, "cpdag")
		for _, metric := range []string{"pparent-sd", "pancestor-sd", "zl-sd", "mb-pparent-sd", "mb-pancestor-sd", "mb-zl-sd"} {
			to, from := wrong(t, metric, other, drawn, task.Params{}), wrong(t, metric, drawn, other, task.Params{})
			for member := range equiv.Members(cpdag) {
				m := newModel(t, member, "dag")
				if got := wrong(t, metric, other, m, task.Params{}); got != to {
					t.Errorf("%s to %v is %d, to its CPDAG %d", metric, member, got, to)
				}
				if got := wrong(t, metric, m, other, task.Params{}); got != from {
					t.Errorf("%s from %v is %d, from its CPDAG %d", metric, member, got, from)
				}
			}
		}
	}
}

// Neither names nor the order of nodes matter.
func TestOrderOfNodesDoesNotMatter(t *testing.T) {
	for _, c := range classes {
		for seed := range uint64(5) {
			g, h := c.random(seed, 5), c.random(seed+9, 5)
			order := make([]graph.Node, 5)
			for i, v := range graphtest.Rand(seed).Perm(5) {
				order[i] = graph.Node(v)
			}
			g2, h2 := graphtest.Rename(g.Induced(order), "node "), graphtest.Rename(h.Induced(order), "node ")
			separations(t, c.name, c.name, func(metric string) {
				a := wrong(t, metric, newModel(t, g, c.name), newModel(t, h, c.name), task.Params{})
				b := wrong(t, metric, newModel(t, g2, c.name), newModel(t, h2, c.name), task.Params{})
				if a != b {
					t.Errorf("%s(%v; %v) = %d, and %d in another order", metric, g, h, a, b)
				}
			})
		}
	}
}

// The chain of 2M nodes against the same with the arrow between X_M and X_M+1 turned around
// (Wahl and Runge, example 1): in the guess X_M is a collider, so every node before it is
// claimed to be apart from every node after it, and all are connected in the truth.
func TestChainWithACollider(t *testing.T) {
	for _, m := range []int{1, 2, 3, 10} {
		n := 2 * m
		var chain, turned []graph.Edge
		for v := range graph.Node(n - 1) {
			chain = append(chain, graph.Directed(v, v+1))
			if int(v) == m-1 {
				turned = append(turned, graph.Directed(v+1, v))
			} else {
				turned = append(turned, graph.Directed(v, v+1))
			}
		}
		names := graph.NumberedNames("X", 1, n)
		truth, guess := newModel(t, graph.MustNew(names, chain), "dag"), newModel(t, graph.MustNew(names, turned), "dag")
		// m-1 nodes lie on one side of X_M and m on the other, and nearest separators across a
		// collider are empty: all these pairs fail, both ways.
		if got, want := wrong(t, "zl-sd", truth, guess, task.Params{}), 2*(m-1)*m; got != want {
			t.Errorf("M = %d: zl-sd %d, want %d", m, got, want)
		}
		if got := wrong(t, "zl-sd", truth, truth, task.Params{}); got != 0 {
			t.Errorf("M = %d: zl-sd to itself %d", m, got)
		}
	}
}

// A share of no pairs is no number, by whatever metric and in both directions.
func TestNoPairsNoValue(t *testing.T) {
	g := newModel(t, graphtest.Arrows(t, "a --> b; b --> c"), "dag")
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		if m.Group == "sc" || m.Score {
			continue
		}
		for _, p := range []task.Params{
			{Sources: graph.SetOf(0), Targets: graph.SetOf(0)},
			{Weights: task.Weights{}},
			{Weights: task.Weights{{0, 1}: 0}},
			{Weights: task.Weights{{0, 1}: 0}, Symmetric: distance.Mean},
		} {
			r, err := measure.Measure(context.Background(), m, g, g, p)
			if err != nil || r.Defined() || r.Why == "" {
				t.Errorf("%s of no pairs is %v (%q), %v; want no value and why", m.Name, r.Value, r.Why, err)
			}
		}
	}
}
