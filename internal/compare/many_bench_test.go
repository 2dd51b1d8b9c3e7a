package compare_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
)

// Pairs of small DAGs from matrices to numbers, with one worker.
func BenchmarkCompareMany(b *testing.B) {
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
	}
	code, err := format.NewCoding(format.Options{Codes: "plain", Orientation: "row-to-col"})
	if err != nil {
		b.Fatal(err)
	}
	zl, err := distance.Find("zl-sd")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	err = compare.CompareMany(context.Background(), func(yield func(compare.MatrixPair) bool) {
		for i := range b.N {
			if !yield(pairs[i%len(pairs)]) {
				return
			}
		}
	}, compare.Many{
		Code: code, Metrics: []*distance.Metric{zl}, TruthClass: class.DAG, GuessClass: class.DAG,
		Params: distance.Params{Options: distance.Options{Workers: 1}},
	}, func(int, []distance.Result, error) bool { return true })
	if err != nil {
		b.Fatal(err)
	}
}
