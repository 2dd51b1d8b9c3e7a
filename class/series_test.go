package class_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/series"
)

func TestCheckSeries(t *testing.T) {
	for drawing, want := range map[string]class.Kind{
		"A(t-1) --> B(t)":                   class.TSDAG,
		"A(t) --- B(t)":                     class.TSCPDAG,
		"A(t-1) <-> B(t)":                   class.TSADMG,
		"A(t-1) o-> B(t); A(t) --> B(t)":    class.TSPAG,
		"A(t-1) --> B(t); B(t-1) --> A(t)":  class.TSDAG,
		"A(t-1) --> A(t); A(t-1) <-> A(t)":  class.TSADMG,
		"A(t) o-o B(t); A(t-1) --> B(t); C": class.TSPAG,
	} {
		m, err := class.CheckSeries(context.Background(), graphtest.Series(t, drawing), class.Unstated)
		if err != nil || m.Kind() != want {
			t.Errorf("%s: %v, want %v", drawing, err, want)
		}
	}
	for drawing, want := range map[string]*class.Reason{
		"A(t) --> B(t-1)":                class.ErrBackward,
		"A(t) --> B(t); B(t) --> A(t)":   class.ErrCycle,
		"A(t) x-x B(t)":                  class.ErrConflict,
		"A(t-1) --> B(t); B(t) --- C(t)": class.ErrMeekRule1,
	} {
		_, err := class.CheckSeries(context.Background(), graphtest.Series(t, drawing), class.Unstated)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", drawing, err, want)
		}
	}
	if _, err := class.CheckSeries(context.Background(), graphtest.Series(t, "A(t-1) --> B(t)"), class.MAG); err == nil {
		t.Error("a time series is a MAG")
	}
}

// The readings of a time series whose links at lag 0 are all in conflict are the classes of all
// stationary DAGs with its adjacencies and lagged links.
func TestReadingsOfSeries(t *testing.T) {
	rng := graphtest.Rand(7)
	several := 0
	for range 40 {
		dag := graphtest.RandomSeries(rng, 4, 2, 0.25, 0.4)
		links := slices.Clone(dag.Links())
		var open []int
		for i, l := range links {
			if l.Lag == 0 {
				links[i].AtX, links[i].AtY = graph.Conflict, graph.Conflict
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			continue
		}
		var want []string // by brute force
		for ways := range 1 << len(open) {
			one := slices.Clone(links)
			for k, i := range open {
				one[i].AtX, one[i].AtY = graph.Tail, graph.Arrow
				if ways>>k&1 == 1 {
					one[i].AtX, one[i].AtY = graph.Arrow, graph.Tail
				}
			}
			member := dag.With(one)
			if _, err := series.CheckDAG(member); err == nil {
				want = append(want, series.CPDAG(member).String())
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		r, err := class.ResolveSeries(context.Background(), dag.With(links), class.Unstated, class.Undirected, class.Limits{})
		if err != nil {
			t.Fatalf("%v: %v", dag.With(links), err)
		}
		var got []string
		for _, m := range r.Members {
			got = append(got, m.Series().String())
			if m.Kind() != class.TSCPDAG {
				t.Errorf("%v is %v", m.Series(), m.Kind())
			}
		}
		slices.Sort(got)
		if !r.Complete || !slices.Equal(got, want) {
			t.Errorf("%v is read as %q, want %q", dag.With(links), got, want)
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 5 {
		t.Errorf("only %d graphs have several readings", several)
	}
}
