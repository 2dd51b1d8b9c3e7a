package simulate_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

func BenchmarkGraph(b *testing.B) {
	for _, size := range []struct {
		name         string
		nodes, edges int
	}{{"n=20", 20, 40}, {"n=100000", 100_000, 200_000}} {
		for _, gen := range generators() {
			b.Run(size.name+"/"+gen.Kind.String(), func(b *testing.B) {
				o := options(gen)
				o.Nodes, o.Edges = size.nodes, size.edges
				for b.Loop() {
					o.Seed++
					if _, err := gen.Draw(context.Background(), o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("n=100000/dag by probability", func(b *testing.B) {
		o := simulate.Options{Nodes: 100_000, Probability: 4e-5}
		for b.Loop() {
			o.Seed++
			if _, err := simulate.Graph(context.Background(), class.DAG, o); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkChange(b *testing.B) {
	for _, size := range []struct {
		name         string
		nodes, edges int
	}{{"n=20", 20, 40}, {"n=100000", 100_000, 200_000}} {
		b.Run(size.name, func(b *testing.B) {
			g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: size.nodes, Edges: size.edges})
			if err != nil {
				b.Fatal(err)
			}
			m, err := class.Check(context.Background(), g, class.DAG)
			if err != nil {
				b.Fatal(err)
			}
			c := simulate.Changes{Any: 10}
			for b.Loop() {
				c.Seed++
				if _, err := simulate.Change(context.Background(), m, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
