package request

import (
	"context"
	"math/rand/v2"
	"testing"
)

// BenchmarkCount counts parent-aid of two DAGs of 1000 nodes with 10 000 edges from dense matrices,
// as a call from Python does: unrelated, and near-equal (the truth without 200 of its edges).
func BenchmarkCount(b *testing.B) {
	const n, m = 1000, 10_000
	random := rand.New(rand.NewPCG(1, 1))
	dag := func() []int8 {
		order, cells := random.Perm(n), make([]int8, n*n)
		for left := m; left > 0; {
			x, y := random.IntN(n), random.IntN(n)
			if order[x] < order[y] && cells[x*n+y] == 0 {
				cells[x*n+y], left = 1, left-1
			}
		}
		return cells
	}
	truth, unrelated := dag(), dag()
	near := append([]int8(nil), truth...)
	for left := 200; left > 0; {
		if k := random.IntN(n * n); near[k] != 0 {
			near[k], left = 0, left-1
		}
	}
	for _, c := range []struct {
		name  string
		guess []int8
	}{{"unrelated", unrelated}, {"near", near}} {
		b.Run(c.name, func(b *testing.B) {
			counter, err := NewCounter("parent-aid", "row-to-column", "", 0)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := counter.Load(n, truth, c.guess); err != nil {
					b.Fatal(err)
				}
				if _, _, err := counter.count(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
