package distance_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/distance"
)

func BenchmarkAdjustment(b *testing.B) {
	for _, size := range []struct {
		n, degree int
		metrics   []string
	}{
		{10, 2, []string{"parent-aid", "ancestor-aid", "oset-aid", "sid", "shd", "arrowhead-f1", "collider-f1"}},
		{200, 10, []string{"parent-aid", "ancestor-aid", "oset-aid"}},
		{1000, 10, []string{"parent-aid", "ancestor-aid"}},
		{10000, 2, []string{"parent-aid", "ancestor-aid", "oset-aid"}},
		{100000, 2, []string{"parent-aid", "ancestor-aid", "shd", "collider-f1"}},
	} {
		truth, guess := dags(b, size.n, size.degree*size.n, size.n/5)
		for _, name := range size.metrics {
			b.Run(fmt.Sprintf("n=%d/%s", size.n, name), func(b *testing.B) {
				m, err := distance.Find(name)
				if err != nil {
					b.Fatal(err)
				}
				p := distance.Params{}
				if size.n <= 100 {
					p.Options.Scratch = new(distance.Scratch)
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Measure(context.Background(), truth, guess, p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
