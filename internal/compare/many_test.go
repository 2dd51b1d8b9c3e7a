package compare_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/report"
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

// Matrices give the numbers of the graphs they stand for, in order, for any workers; what is
// wrong with one does not stop the others.
func TestMany(t *testing.T) {
	const pairs = 300
	code, err := format.NewCoding(format.Options{Codes: "plain", Orientation: "row-to-col"})
	if err != nil {
		t.Fatal(err)
	}
	metrics := []string{"zl-sd", "mb-parent-sd", "parent-aid"}
	truth := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i)), 3+i%7, 0.4) }
	guess := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i+9999)), 3+i%7, 0.4) }
	all := func(yield func(compare.MatrixPair) bool) {
		for i := range pairs {
			p := compare.MatrixPair{N: 3 + i%7, Truth: matrixOf(truth(i)), Guess: matrixOf(guess(i))}
			if i == 77 {
				p.Guess[0] = 1 // a self-loop
			}
			if !yield(p) {
				return
			}
		}
	}
	for _, workers := range []int{1, 3} {
		next := 0
		err := compare.Many(context.Background(), all, compare.ManyOptions{
			Options: compare.Options{Metrics: metrics, Workers: workers},
			Code:    code, TruthClass: class.DAG, GuessClass: class.DAG,
		}, func(i int, results []report.Entry, err error) bool {
			if i != next {
				t.Errorf("pair %d after %d", i, next-1)
			}
			next++
			if i == 77 {
				if err == nil {
					t.Error("a self-loop is no error")
				}
				return true
			}
			if err != nil || len(results) != len(metrics) {
				t.Errorf("pair %d: %d results, %v", i, len(results), err)
				return false
			}
			one, err := compare.Compare(context.Background(), &compare.Graph{Graph: truth(i)}, &compare.Graph{Graph: guess(i)}, compare.Options{Metrics: metrics})
			if err != nil {
				t.Error(err)
				return false
			}
			for k, want := range one.Results {
				if got := results[k]; got.Metric != want.Metric || got.Result.Count != want.Result.Count {
					t.Errorf("pair %d: %s = %v, else %v", i, got.Metric.Name, got.Result.Count, want.Result.Count)
				}
			}
			return true
		})
		if err != nil || next != pairs {
			t.Errorf("%d workers: %d pairs, %v", workers, next, err)
		}
	}
	// It stops when it is cancelled.
	seen := 0
	err = compare.Many(context.Background(), all, compare.ManyOptions{Code: code, Options: compare.Options{Metrics: metrics[:1]}},
		func(int, []report.Entry, error) bool { seen++; return seen < 5 })
	if seen != 5 || err != nil {
		t.Errorf("%d pairs were seen, %v", seen, err)
	}
	// A context that is done is an error, whatever each says.
	ctx, cancel := context.WithCancel(context.Background())
	err = compare.Many(ctx, all, compare.ManyOptions{Code: code, Options: compare.Options{Metrics: metrics[:1]}},
		func(int, []report.Entry, error) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
}

// What is no matrix is an error of its pair.
func TestManyWrongSizes(t *testing.T) {
	code, err := format.NewCoding(format.Options{Codes: "causal-learn"})
	if err != nil {
		t.Fatal(err)
	}
	wrong := []compare.MatrixPair{
		{N: -1},
		{N: 2, Truth: make([]int8, 4), Guess: make([]int8, 3)},
		{N: 1 << 30},
	}
	told := 0
	err = compare.Many(context.Background(), slices.Values(wrong), compare.ManyOptions{Code: code}, func(i int, _ []report.Entry, err error) bool {
		if told++; err == nil {
			t.Errorf("%v is no error", wrong[i])
		}
		return true
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
		c, err := format.NewCoding(tt.o)
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
	if _, err := format.NewCoding(format.Options{Codes: "gadjid"}); err == nil {
		t.Error("an orientation was guessed")
	}
}

// Many guesses against one truth get the numbers that each pair has alone, also where the source
// writes another truth into the same memory, and where the truth is drawn as another class.
func TestManyGuessesOfOneTruth(t *testing.T) {
	const pairs, n = 60, 6
	code, err := format.NewCoding(format.Options{Codes: "plain", Orientation: "row-to-col"})
	if err != nil {
		t.Fatal(err)
	}
	truth := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i/7)), n, 0.4) }
	guess := func(i int) *graph.Graph { return graphtest.DAG(graphtest.Rand(uint64(i+9999)), n, 0.4) }
	graphs := func(i int) (*compare.Graph, *compare.Graph) {
		return &compare.Graph{Graph: truth(i)}, &compare.Graph{Graph: guess(i)}
	}
	for _, as := range []class.Kind{class.Unstated, class.CPDAG, class.PAG} {
		o := compare.Options{Metrics: []string{"zl-sd", "shd", "mark-distance"}, As: as, Workers: 2}
		check := func(i int, value func(k int) float64) {
			t.Helper()
			tg, gg := graphs(i)
			one, err := compare.Compare(t.Context(), tg, gg, o)
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
		all := func(yield func(compare.MatrixPair) bool) {
			for i := range pairs {
				if !yield(compare.MatrixPair{N: n, Truth: matrixOf(truth(i)), Guess: matrixOf(guess(i))}) {
					return
				}
			}
		}
		err := compare.Many(t.Context(), all, compare.ManyOptions{Options: o, Code: code}, func(i int, results []report.Entry, err error) bool {
			if err != nil {
				t.Fatal(err)
			}
			check(i, func(k int) float64 { return results[k].Result.Value })
			seen++
			return true
		})
		if err != nil || seen != pairs {
			t.Errorf("as %v: %d pairs, %v", as, seen, err)
		}
		// The same from one buffer for all truths.
		w := (&compare.Pipeline{Options: o, Code: code}).NewWorker(1)
		cells := make([]int8, n*n)
		for i := range pairs {
			copy(cells, matrixOf(truth(i)))
			rows, err := w.Rows(t.Context(), &compare.Input{
				Truth: compare.Origin{Form: compare.Matrix, Cells: cells, Nodes: n},
				Guess: compare.Origin{Form: compare.Matrix, Cells: matrixOf(guess(i)), Nodes: n},
			})
			if err != nil {
				t.Fatal(err)
			}
			check(i, func(k int) float64 { return rows[k].Result.Value })
		}
	}
}
