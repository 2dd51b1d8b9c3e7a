package frontier

import (
	"context"
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// The pairs of relations are those that are found by every way to choose, one after the
// other.
func TestScoutAgainstAllWays(t *testing.T) {
	const n = 8
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, n, 0.3)
		h := g
		if seed%4 > 0 {
			h = graphtest.DAG(rng, n, 0.3)
		}
		s := newSearch(g, h, n)
		s.fold()
		for _, v := range rng.Perm(s.n) {
			s.best = append(s.best, int32(v))
		}
		p := s.plan()
		want := allWays(t, p)
		if got, ok := p.countUnplaced(context.Background(), want); !ok || got != want {
			t.Errorf("seed %d: %d pairs, %v; want %d", seed, got, ok, want)
		}
		if _, ok := p.countUnplaced(context.Background(), want-1); ok {
			t.Errorf("seed %d: fewer than %d pairs", seed, want)
		}
	}
}

// allWays returns how many pairs of relations all ways to decide the groups lead to.
func allWays(t *testing.T, p *Plan) int {
	t.Helper()
	graphs := []*graph.Graph{p.g, p.h}
	var stages [2][]stage
	for k, g := range graphs {
		nodes := make([][]graph.Node, len(p.groups))
		for i := range p.groups {
			nodes[i] = nodesOf(p.groups[i].items, k)
		}
		var ok bool
		if stages[k], ok = lay(g, nodes); !ok {
			t.Fatal("the order is too wide")
		}
	}
	found := make(map[string]bool)
	var walk func(i int, r [2]relation)
	walk = func(i int, r [2]relation) {
		if i == len(p.groups) {
			return
		}
		for _, c := range p.groups[i].choices {
			if c.placed > 0 {
				continue
			}
			next, name := r, fmt.Sprint(i)
			for k := range graphs {
				l, at := &stages[k][i], 0
				for j, it := range p.groups[i].items {
					if it.of(k) >= 0 {
						next[k].decide(&l.steps[at], c.decisions[j], nonePlaced)
						at++
					}
				}
				key := make([]uint64, l.words)
				next[k].pack(key, l.size, l.gone)
				name += fmt.Sprint(key)
				if i+1 < len(p.groups) {
					next[k].unpack(key, stages[k][i+1].before)
				}
			}
			found[name] = true
			walk(i+1, next)
		}
	}
	walk(0, [2]relation{})
	return len(found)
}
