//go:build !race

package statements

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// key checks that a statement is one of the order and gives it a name.
func statementKey(t *testing.T, n, order int, x, y graph.Node, set []graph.Node) string {
	t.Helper()
	s := slices.Sorted(slices.Values(set))
	if x >= y || int(y) >= n || len(slices.Compact(s)) != order || slices.Contains(s, x) || slices.Contains(s, y) {
		t.Fatalf("%d nodes, order %d: drew %d, %d, %v", n, order, x, y, set)
	}
	for _, v := range s {
		if v < 0 || int(v) >= n {
			t.Fatalf("%d nodes: drew %v", n, set)
		}
	}
	return fmt.Sprint(x, y, s)
}

// Drawn to the end, a sampler has given every statement once.
func TestLotteryComplete(t *testing.T) {
	for n := 2; n <= 8; n++ {
		for order := range n - 1 {
			l, scratch := newStatementSampler(n, order, 7), newScratch(n)
			seen := make(map[string]bool)
			all := newPascal(n, n)
			count := all[2][n] * all[order][n-2]
			for range count {
				x, y, set := l.draw(scratch)
				seen[statementKey(t, n, order, x, y, set)] = true
			}
			if uint64(len(seen)) != count {
				t.Fatalf("%d nodes, order %d: %d different statements of %d", n, order, len(seen), count)
			}
		}
	}
}

// Without ranks too: none comes twice, and the pairs and members come alike often.
func TestLotteryEven(t *testing.T) {
	for _, tt := range []struct{ n, order int }{{8, 2}, {8, 5}, {70, 33}, {200, 150}, {40, 19}} {
		l, scratch := newStatementSampler(tt.n, tt.order, 3), newScratch(tt.n)
		if tt.n <= 8 { // as if it had too many statements
			l.all = 0
			l.seen = make(map[uint64]bool)
		}
		draws := 20000
		if tt.n <= 8 {
			draws = 150
		}
		members, ends := make([]float64, tt.n), make([]float64, tt.n)
		seen := make(map[string]bool)
		for range draws {
			x, y, set := l.draw(scratch)
			seen[statementKey(t, tt.n, tt.order, x, y, set)] = true
			ends[x]++
			ends[y]++
			for _, v := range set {
				members[v]++
			}
		}
		if len(seen) != draws {
			t.Errorf("%v: %d different statements in %d draws", tt, len(seen), draws)
		}
		for what, counts := range map[string][]float64{"ends": ends, "members": members} {
			p := 2 / float64(tt.n)
			if what == "members" {
				p = float64(tt.order) / float64(tt.n)
			}
			sd := math.Sqrt(float64(draws) * p * (1 - p))
			for v, c := range counts {
				if math.Abs(c-float64(draws)*p) > 5*sd {
					t.Errorf("%v: node %d is %v times among the %s, expected %v ± %v", tt, v, c, what, float64(draws)*p, sd)
				}
			}
		}
	}
}

func TestPairAt(t *testing.T) {
	rank := uint64(0)
	for y := range graph.Node(200) {
		for x := range y {
			if a, b := pairAt(rank); a != x || b != y {
				t.Fatalf("rank %d is %d, %d, want %d, %d", rank, a, b, x, y)
			}
			rank++
		}
	}
	for _, n := range []uint64{1e5, 1e6, 1 << 31} {
		rank := n * (n - 1) / 2
		if x, y := pairAt(rank); x != 0 || y != graph.Node(n) && n < 1<<31 {
			t.Errorf("rank %d is %d, %d", rank, x, y)
		}
		if x, y := pairAt(rank - 1); uint64(x) != n-2 || uint64(y) != n-1 {
			t.Errorf("rank %d is %d, %d", rank-1, x, y)
		}
	}
}
