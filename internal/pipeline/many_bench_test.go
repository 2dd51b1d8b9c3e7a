package pipeline_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/simulate"
)

// Pairs of graphs with ten nodes and twenty edges from matrices to numbers, with one worker: each with a
// truth of its own, and many guesses against one truth.
func BenchmarkMany(b *testing.B) {
	for _, kind := range []class.Kind{class.DAG, class.CPDAG, class.MPDAG, class.MAG, class.PAG, class.ADMG, class.Cyclic} {
		for _, group := range []string{"default", "sd", "mb", "aid"} {
			names := []string{group}
			if group != "default" {
				names = nil
				metrics, _, err := distance.Select([]string{group}, kind, kind, distance.Symmetry{})
				if err != nil {
					b.Fatal(err)
				}
				for _, m := range metrics {
					names = append(names, m.Name)
				}
			}
			for _, name := range names {
				benchmarkMany(b, kind, name)
			}
		}
		benchmarkMany(b, kind, "shd")
		benchmarkMany(b, kind, "sc-metric")
	}
}

func benchmarkMany(b *testing.B, kind class.Kind, metric string) {
	for _, way := range []string{"pairs", "truth"} {
		b.Run(kind.String()+"/"+way+"/"+metric, func(b *testing.B) {
			pairs := smallPairs(b, kind, way == "truth")
			code, err := (format.Options{Codes: "causal-learn"}).Coding()
			if err != nil {
				b.Fatal(err)
			}
			p := &pipeline.Pipeline{Options: sepdist.Options{Metrics: []string{metric}, Workers: 1}, Code: code}
			p.Truth.Class, p.Guess.Class = kind, kind
			b.ReportAllocs()
			b.ResetTimer()
			err = runMatrices(b.Context(), p, func(yield func(matrixPair) bool) {
				for i := range b.N {
					if !yield(pairs[i%len(pairs)]) {
						return
					}
				}
			}, func(_ int, _ []pipeline.Row, err error) {
				if err != nil {
					b.Fatal(err)
				}
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}

// smallPairs returns pairs of matrices. Half of the guesses are the truth with three changes, half are
// graphs of their own.
func smallPairs(b *testing.B, kind class.Kind, oneTruth bool) []matrixPair {
	ctx := context.Background()
	o := simulate.Options{Nodes: 10, Edges: 20}
	switch {
	case kind == class.MPDAG:
		o.Known = 0.2
	case kind.Latent():
		o.Bidirected = 0.2
	}
	draw := func(seed uint64) *graph.Graph {
		o.Seed = seed
		g, err := simulate.Graph(ctx, kind, o)
		if err != nil {
			b.Fatal(err)
		}
		return g
	}
	pairs := make([]matrixPair, 1000)
	var truth class.Member
	var err error
	for i := range pairs {
		seed := uint64(i)
		if i == 0 || !oneTruth {
			if truth, err = class.Check(ctx, draw(seed), kind); err != nil {
				b.Fatal(err)
			}
		}
		guess := draw(seed + 1e6)
		if i%2 == 0 {
			if guess, err = simulate.Change(ctx, truth, simulate.Changes{Any: 3, Seed: seed}); err != nil {
				b.Fatal(err)
			}
		}
		pairs[i] = matrixPair{n: o.Nodes, truth: marksOf(truth.Graph()), guess: marksOf(guess)}
	}
	return pairs
}

// marksOf returns a matrix in the code of causal-learn.
func marksOf(g *graph.Graph) []int8 {
	n := g.N()
	cells := make([]int8, n*n)
	code := map[graph.Mark]int8{graph.Tail: -1, graph.Arrow: 1, graph.Circle: 2}
	for e := range g.Edges() {
		cells[int(e.X)*n+int(e.Y)], cells[int(e.Y)*n+int(e.X)] = code[e.AtX], code[e.AtY]
	}
	return cells
}
