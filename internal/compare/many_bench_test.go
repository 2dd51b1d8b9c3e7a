package compare_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// Pairs of small DAGs from matrices to numbers, with one worker: each with a truth of its own, and
// many guesses against one truth.
func BenchmarkMany(b *testing.B) {
	for _, metric := range []string{"default", "zl-sd", "parent-sd", "ancestor-sd", "sc-metric", "parent-aid", "ancestor-aid", "shd"} {
		b.Run("pairs/"+metric, func(b *testing.B) { benchmarkMany(b, metric, false) })
		b.Run("truth/"+metric, func(b *testing.B) { benchmarkMany(b, metric, true) })
	}
}

func benchmarkMany(b *testing.B, metric string, oneTruth bool) {
	const n = 10
	rng := rand.New(rand.NewPCG(1, 2))
	matrix := func() []int8 {
		cells := make([]int8, n*n)
		for j := range n {
			for i := range j {
				if rng.IntN(9) < 4 {
					cells[i*n+j] = 1
				}
			}
		}
		return cells
	}
	pairs := make([]compare.MatrixPair, 100)
	for i := range pairs {
		pairs[i] = compare.MatrixPair{N: n, Truth: matrix(), Guess: matrix()}
		if oneTruth {
			pairs[i].Truth = pairs[0].Truth
		}
	}
	code, err := format.NewCoding(format.Options{Codes: "plain", Orientation: "row-to-col"})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	err = compare.Many(context.Background(), func(yield func(compare.MatrixPair) bool) {
		for i := range b.N {
			if !yield(pairs[i%len(pairs)]) {
				return
			}
		}
	}, compare.ManyOptions{
		Options: compare.Options{Metrics: []string{metric}, Workers: 1},
		Code:    code, TruthClass: class.DAG, GuessClass: class.DAG,
	}, func(int, []report.Entry, error) bool { return true })
	if err != nil {
		b.Fatal(err)
	}
}
