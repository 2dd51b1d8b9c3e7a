package pipeline_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// matrixOf returns a DAG with a 1 in row x and column y for x --> y.
func matrixOf(g *graph.Graph) []int8 {
	cells := make([]int8, g.N()*g.N())
	for v := range graph.Node(g.N()) {
		for _, c := range g.Children(v) {
			cells[int(v)*g.N()+int(c)] = 1
		}
	}
	return cells
}

// A matrixPair is two graphs over the nodes 0 to n-1 as matrices.
type matrixPair struct {
	n            int
	truth, guess []int8
}

// runMatrices compares pairs of matrices in order. The rows are valid until each returns.
func runMatrices(ctx context.Context, p *pipeline.Pipeline, pairs iter.Seq[matrixPair], each func(i int, rows []pipeline.Row, err error)) error {
	inputs := func(yield func(*pipeline.Input, error) bool) {
		var in pipeline.Input
		for m := range pairs {
			in.Truth = pipeline.Origin{Form: pipeline.Matrix, Cells: m.truth, Nodes: m.n}
			in.Guess = pipeline.Origin{Form: pipeline.Matrix, Cells: m.guess, Nodes: m.n}
			if !yield(&in, nil) {
				return
			}
		}
	}
	type outcome struct {
		rows []pipeline.Row
		err  error
	}
	i := 0
	return pipeline.Run(ctx, p, inputs, 1<<30, func(to *[]outcome, _ *pipeline.Input, rows []pipeline.Row, err error) error {
		o := outcome{err: err}
		if n := len(*to); n < cap(*to) { // reuse the memory of earlier rows
			o.rows = (*to)[:n+1][n].rows[:0]
		}
		o.rows = append(o.rows, rows...)
		*to = append(*to, o)
		return nil
	}, func(of *[]outcome, _ int) error {
		for _, o := range *of {
			each(i, o.rows, o.err)
			i++
		}
		*of = (*of)[:0]
		return nil
	})
}

// Matrices give the numbers of the graphs they stand for, in order, for any workers; what is
// wrong with one does not stop the others.
func TestMany(t *testing.T) {
	const pairs = 300
	code, err := (format.Options{Codes: "plain", Orientation: "row-to-col"}).Coding()
	if err != nil {
		t.Fatal(err)
	}
	metrics := []string{"zl-sd", "mb-parent-sd", "parent-aid"}
	truth := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i)), 3+i%7, 0.4) }
	guess := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i+9999)), 3+i%7, 0.4) }
	all := func(yield func(matrixPair) bool) {
		for i := range pairs {
			p := matrixPair{n: 3 + i%7, truth: matrixOf(truth(i)), guess: matrixOf(guess(i))}
			if i == 77 {
				p.guess[0] = 1 // a self-loop
			}
			if !yield(p) {
				return
			}
		}
	}
	for _, workers := range []int{1, 3} {
		next := 0
		p := &pipeline.Pipeline{Options: sepdist.Options{Metrics: metrics, Workers: workers}, Code: code}
		p.Truth.Class, p.Guess.Class = class.DAG, class.DAG
		err := runMatrices(t.Context(), p, all, func(i int, results []pipeline.Row, err error) {
			if i != next {
				t.Errorf("pair %d after %d", i, next-1)
			}
			next++
			if i == 77 {
				if err == nil {
					t.Error("a self-loop is no error")
				}
				return
			}
			if err != nil || len(results) != len(metrics) {
				t.Errorf("pair %d: %d results, %v", i, len(results), err)
				return
			}
			one, err := sepdist.Compare(context.Background(), &sepdist.Graph{Graph: truth(i)}, &sepdist.Graph{Graph: guess(i)}, sepdist.Options{Metrics: metrics})
			if err != nil {
				t.Error(err)
				return
			}
			for k, want := range one.Results {
				if got := results[k]; got.Metric != want.Metric || got.Result.Count != want.Result.Count {
					t.Errorf("pair %d: %s = %v, else %v", i, got.Metric.Name, got.Result.Count, want.Result.Count)
				}
			}
		})
		if err != nil || next != pairs {
			t.Errorf("%d workers: %d pairs, %v", workers, next, err)
		}
	}
}

// What is no matrix is an error of its pair.
func TestManyWrongSizes(t *testing.T) {
	code, err := (format.Options{Codes: "causal-learn"}).Coding()
	if err != nil {
		t.Fatal(err)
	}
	wrong := []matrixPair{
		{n: -1},
		{n: 2, truth: make([]int8, 4), guess: make([]int8, 3)},
		{n: 1 << 30},
	}
	told := 0
	err = runMatrices(t.Context(), &pipeline.Pipeline{Code: code}, slices.Values(wrong), func(i int, _ []pipeline.Row, err error) {
		if told++; err == nil {
			t.Errorf("%v is no error", wrong[i])
		}
	})
	if err != nil || told != len(wrong) {
		t.Errorf("%d pairs were told of, %v", told, err)
	}
}

// Codes say the same of a pair of entries in a matrix in memory as in a file.
func TestCodings(t *testing.T) {
	names := graph.NumberedNames("", 0, 2)
	for _, tt := range []struct {
		o    format.Options
		cell [4]int8
		want string
	}{
		{format.Options{Codes: "causal-learn"}, [4]int8{0, -1, 1, 0}, "0 --> 1"},
		{format.Options{Codes: "causal-learn"}, [4]int8{0, 2, 1, 0}, "0 o-> 1"},
		{format.Options{Codes: "pcalg-pag"}, [4]int8{0, 2, 3, 0}, "0 --> 1"},
		{format.Options{Codes: "pcalg-pag"}, [4]int8{0, 1, 1, 0}, "0 o-o 1"},
		{format.Options{Codes: "pcalg-cpdag"}, [4]int8{0, 1, 0, 0}, "0 <-- 1"},
		{format.Options{Codes: "gadjid", Orientation: "col-to-row"}, [4]int8{0, 1, 0, 0}, "0 <-- 1"},
	} {
		c, err := tt.o.Coding()
		if err != nil {
			t.Fatal(err)
		}
		edges, err := c.Edges(nil, 2, tt.cell[:])
		if err != nil {
			t.Fatal(err)
		}
		if g, err := graph.NewWithNames(names, edges); err != nil || g.String() != tt.want {
			t.Errorf("%s %v: %v, %v, want %s", tt.o.Codes, tt.cell, g, err, tt.want)
		}
	}
	if _, err := (format.Options{Codes: "gadjid"}).Coding(); err == nil {
		t.Error("an orientation was guessed")
	}
}

// Many guesses against one truth get the numbers that each pair has alone, also where the source
// writes another truth into the same memory, and where the truth is drawn as another class.
func TestManyGuessesOfOneTruth(t *testing.T) {
	const pairs, n = 60, 6
	code, err := (format.Options{Codes: "plain", Orientation: "row-to-col"}).Coding()
	if err != nil {
		t.Fatal(err)
	}
	truth := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i/7)), n, 0.4) }
	guess := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i+9999)), n, 0.4) }
	graphs := func(i int) (*sepdist.Graph, *sepdist.Graph) {
		return &sepdist.Graph{Graph: truth(i)}, &sepdist.Graph{Graph: guess(i)}
	}
	for _, as := range []class.Kind{class.Unstated, class.CPDAG, class.PAG} {
		o := sepdist.Options{Metrics: []string{"zl-sd", "shd", "mark-distance"}, As: as, Workers: 2}
		check := func(i int, value func(k int) float64) {
			t.Helper()
			tg, gg := graphs(i)
			one, err := sepdist.Compare(t.Context(), tg, gg, o)
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range one.Results {
				if got := value(k); got != want.Result.Value {
					t.Errorf("pair %d as %v: %s = %v, alone %v", i, as, want.Metric.Name, got, want.Result.Value)
				}
			}
		}
		seen := 0
		// A chunk of inputs holds the cells themselves, so there is a buffer for each truth.
		all := func(yield func(matrixPair) bool) {
			for i := range pairs {
				if !yield(matrixPair{n: n, truth: matrixOf(truth(i)), guess: matrixOf(guess(i))}) {
					return
				}
			}
		}
		err := runMatrices(t.Context(), &pipeline.Pipeline{Options: o, Code: code}, all, func(i int, results []pipeline.Row, err error) {
			if err != nil {
				t.Fatal(err)
			}
			check(i, func(k int) float64 { return results[k].Result.Value })
			seen++
		})
		if err != nil || seen != pairs {
			t.Errorf("as %v: %d pairs, %v", as, seen, err)
		}
		// The same from one buffer for all truths.
		w := (&pipeline.Pipeline{Options: o, Code: code}).NewWorker(1)
		cells := make([]int8, n*n)
		for i := range pairs {
			copy(cells, matrixOf(truth(i)))
			rows, err := w.Rows(t.Context(), &pipeline.Input{
				Truth: pipeline.Origin{Form: pipeline.Matrix, Cells: cells, Nodes: n},
				Guess: pipeline.Origin{Form: pipeline.Matrix, Cells: matrixOf(guess(i)), Nodes: n},
			})
			if err != nil {
				t.Fatal(err)
			}
			check(i, func(k int) float64 { return rows[k].Result.Value })
		}
	}
}
