package measure_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// Each mistake is one by definition: its set separates in the guess and not in the truth. With
// sets and without, for any number of workers, they are as many as the distance counts, the
// same, and in order.
func TestSeparationMistakes(t *testing.T) {
	told := 0
	for i, c := range graphtest.Classes {
		for seed := range uint64(4) {
			other := graphtest.Classes[(i+int(seed))%len(graphtest.Classes)]
			g, h := c.Random(graphtest.Rand(seed), 6, 0.4), other.Random(graphtest.Rand(seed+50), 6, 0.4)
			truth, guess := newModel(t, g, c.Name), newModel(t, h, other.Name)
			for k := range distance.Metrics {
				m := &distance.Metrics[k]
				if m.Group != "sd" && m.Group != "mb" || m.Defined(truth.Kind(), guess.Kind()) != nil {
					continue
				}
				var plain, full []distance.Mistake
				want := wrong(t, m.Name, truth, guess, task.Params{})
				wrong(t, m.Name, truth, guess, task.Params{Options: task.Options{Workers: 3, Mistake: func(m distance.Mistake) { plain = append(plain, m) }}})
				wrong(t, m.Name, truth, guess, task.Params{Options: task.Options{Sets: true, Mistake: func(m distance.Mistake) { full = append(full, m) }}})
				if len(full) != want || !slices.EqualFunc(plain, full, sameMistake) {
					t.Fatalf("%s(%v; %v): %d wrong; told %v, with sets %v", m.Name, g, h, want, plain, full)
				}
				for _, f := range full {
					set := graph.SetOf(f.Separator...)
					if f.Size != len(f.Separator) || !naive.Separated(guess.Paths(), f.X, f.Y, set) || naive.Separated(truth.Paths(), f.X, f.Y, set) {
						t.Errorf("%s(%v; %v): %+v", m.Name, g, h, f)
					}
				}
				told += len(full)
			}
		}
	}
	if told < 500 {
		t.Errorf("only %d mistakes were told", told)
	}
}

func sameMistake(a, b distance.Mistake) bool {
	return a.X == b.X && a.Y == b.Y && a.Size == b.Size && a.Kind == b.Kind
}

// The same on graphs of several chunks.
func TestMistakesOfLargeGraphs(t *testing.T) {
	const n = 300
	g, h := graphtest.DAG(graphtest.Rand(1), n, 0.01), graphtest.DAG(graphtest.Rand(2), n, 0.01)
	truth, guess := newModel(t, g, "dag"), newModel(t, h, "dag")
	for _, metric := range []string{"parent-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd", "parent-aid", "ancestor-aid"} {
		var plain, full []distance.Mistake
		want := wrong(t, metric, truth, guess, task.Params{})
		wrong(t, metric, truth, guess, task.Params{Options: task.Options{Workers: 4, Mistake: func(m distance.Mistake) { plain = append(plain, m) }}})
		wrong(t, metric, truth, guess, task.Params{Options: task.Options{Workers: 2, Sets: true, Mistake: func(m distance.Mistake) { full = append(full, m) }}})
		if metric == "parent-aid" || metric == "ancestor-aid" {
			for i := range full {
				full[i].Size = 0 // said only with sets
			}
		}
		if len(full) != want || !slices.EqualFunc(plain, full, sameMistake) {
			t.Errorf("%s: %d wrong, %d told, with sets %d, or they differ", metric, want, len(plain), len(full))
		}
		if !slices.IsSortedFunc(plain, func(a, b distance.Mistake) int { return int(a.X-b.X)*n + int(a.Y-b.Y) }) {
			t.Errorf("%s: not in order", metric)
		}
	}
}
