package series_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/cputime"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/internal/simulate"
)

func drawn(b testing.TB, n, lag, links int, seed uint64) *series.Model {
	b.Helper()
	drawn, err := simulate.Draw(context.Background(), class.TSDAG, simulate.Options{Nodes: n, MaxLag: lag, Edges: links, Auto: 0.2, Seed: seed})
	if err != nil {
		b.Fatal(err)
	}
	return checked(b, series.CheckDAG, drawn.Series)
}

// reportUserTime returns what reports the user time since it was called.
func reportUserTime(b *testing.B) func() {
	begin := cputime.Now()
	return func() { b.ReportMetric(float64(cputime.Now()-begin)/float64(b.N), "cpu-ns/op") }
}

// The promises: n=100 within a second, n=1000 within 30 s and 2 GB.
func BenchmarkProject(b *testing.B) {
	for _, c := range []struct {
		name                  string
		n, lag, links, slices int
		latent                int
	}{
		{"n=10", 10, 2, 20, 5, 0},
		{"n=100", 100, 5, 300, 16, 0},
		{"n=100 half latent", 100, 5, 300, 16, 50},
		{"n=1000", 1000, 3, 5000, 7, 0},
	} {
		m := drawn(b, c.n, c.lag, c.links, 1).Hide(graph.AllNodes(c.latent))
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			defer reportUserTime(b)()
			for b.Loop() {
				if _, err := m.Project(series.Window{First: c.slices - 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The promises: n=10/all within a millisecond, n=100/parent within 5 s.
func BenchmarkDistances(b *testing.B) {
	for _, size := range []struct {
		name          string
		n, lag, links int
	}{{"n=10", 10, 2, 20}, {"n=100", 100, 3, 500}} {
		truth, guess := drawn(b, size.n, size.lag, size.links, 1), drawn(b, size.n, size.lag, size.links, 2)
		run := func(name string, strategies ...series.Strategy) {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				defer reportUserTime(b)()
				for b.Loop() {
					c, err := series.NewComparison(truth, guess, series.Options{})
					if err != nil {
						b.Fatal(err)
					}
					if _, err := c.Distances(b.Context(), strategies...); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		for _, s := range strategies {
			run(s.Name(), s)
		}
		run("all", strategies...)
	}
}
