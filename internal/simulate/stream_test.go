package simulate_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/internal/simulate"
)

func TestPair(t *testing.T) {
	number := uint64(0)
	for j := range uint64(200) {
		for i := range j {
			if gotI, gotJ := simulate.Pair(number); gotI != i || gotJ != j {
				t.Fatalf("pair %d is %d, %d, want %d, %d", number, gotI, gotJ, i, j)
			}
			number++
		}
	}
	for j := uint64(simulate.MaxNodes - 1000); j < simulate.MaxNodes; j++ {
		first := j * (j - 1) / 2
		for _, i := range []uint64{0, 1, j / 2, j - 1} {
			if gotI, gotJ := simulate.Pair(first + i); gotI != i || gotJ != j {
				t.Fatalf("pair %d is %d, %d, want %d, %d", first+i, gotI, gotJ, i, j)
			}
		}
	}
}

// Below a number that does not divide 2^64 some draws must be thrown away: else half of
// the numbers below 3 · 2^62 were divisible by three.
func TestBelow(t *testing.T) {
	const n, count = 3 << 62, 20000
	thirds := 0
	for _, number := range simulate.Below(1, n, count) {
		if number >= n {
			t.Fatalf("%d is not below %d", number, uint64(n))
		}
		if number%3 == 0 {
			thirds++
		}
	}
	if math.Abs(float64(thirds)-count/3.) > 5*math.Sqrt(count*2./9) {
		t.Errorf("%d of %d numbers are divisible by three", thirds, count)
	}
}

// A lottery draws every number once, whether it keeps all of them or only those that
// moved, and in the same order.
func TestLottery(t *testing.T) {
	const n = 50
	for seed := range uint64(20) {
		dense, sparse := simulate.Lottery(seed, n, n, n+5), simulate.Lottery(seed, n, 1, n+5)
		if !slices.Equal(dense, sparse) {
			t.Fatalf("seed %d: %v and %v", seed, dense, sparse)
		}
		slices.Sort(dense)
		for i, number := range dense {
			if number != uint64(i) {
				t.Fatalf("seed %d: %v", seed, dense)
			}
		}
		if len(dense) != n {
			t.Fatalf("seed %d: %d numbers, want %d", seed, len(dense), n)
		}
	}
}
