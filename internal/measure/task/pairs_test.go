package task

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Up to half of the pairs are those that come up first, as they always were; of more, those
// that come up first are left out.
func TestDrawnPairs(t *testing.T) {
	some := graph.SetOf(1, 2, 3, 7)
	for _, tt := range []struct {
		name             string
		sources, targets graph.Set
		of               int
	}{
		{"all", nil, nil, 90},
		{"some sources", some, nil, 36},
		{"some sources and targets", some, graph.SetOf(0, 3, 7), 10},
	} {
		sources, targets := chosen(10, tt.sources), chosen(10, tt.targets)
		for count := 1; count < tt.of; count++ {
			p := Params{Sources: tt.sources, Targets: tt.targets, Pairs: int64(count), Seed: uint64(count)}
			a, err := PairsOf(10, p)
			if err != nil {
				t.Fatal(err)
			}
			first := firstDrawn(sources, targets, min(count, tt.of-count), p.Seed)
			var want []separator.Pair
			for _, x := range sources {
				for _, y := range targets {
					if pair := (separator.Pair{X: x, Y: y}); x != y && first[pair] == (2*count <= tt.of) {
						want = append(want, pair)
					}
				}
			}
			if len(want) != count || !slices.Equal(a.List, want) || a.Total != float64(tt.of) || a.Drawn != int64(count) {
				t.Errorf("%s: %d of %v pairs (%d drawn): %v, want %v", tt.name, count, a.Total, a.Drawn, a.List, want)
			}
		}
	}
}

// firstDrawn returns the pairs that come up first.
func firstDrawn(sources, targets []graph.Node, count int, seed uint64) map[separator.Pair]bool {
	rng := rand.New(rand.NewPCG(seed, 0x7061697273))
	drawn := make(map[separator.Pair]bool)
	for len(drawn) < count {
		x, y := sources[rng.IntN(len(sources))], targets[rng.IntN(len(targets))]
		if x != y {
			drawn[separator.Pair{X: x, Y: y}] = true
		}
	}
	return drawn
}

func BenchmarkDrawnPairs(b *testing.B) {
	const n = 300
	for _, share := range []struct {
		name  string
		pairs int64
	}{{"few", n}, {"half", n * (n - 1) / 2}, {"all but one", n*(n-1) - 1}} {
		b.Run(share.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := PairsOf(n, Params{Pairs: share.pairs}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
