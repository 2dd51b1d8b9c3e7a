package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// A measurement is a metric with the settings of a figure.
type measurement struct {
	series string
	metric string
	as     class.Kind // the two graphs are drawn as graphs of this class first
	swap   bool       // truth and guess change places
	claims bool       // the value is the share of ordered pairs about which the guess makes a claim
	params task.Params
}

// named returns measurements with the names of their metrics.
func named(as class.Kind, s distance.Symmetry, metrics ...string) []measurement {
	var list []measurement
	for _, m := range metrics {
		list = append(list, measurement{series: m, metric: m, as: as, params: task.Params{Symmetric: s}})
	}
	return list
}

// A sweep is a number of cells with the same number of runs each.
type sweep struct {
	cells, runs int
	measures    []measurement
	kind        class.Kind
	draw        func(ctx context.Context, cell, run int) (truth, guess *graph.Graph, err error)
	seconds     bool // the values are times
	twice       bool // the better of two times, the second without computing what a graph keeps for the next metric
	alone       bool // one pair at a time, with all workers
	workers     int  // in place of those of the options

	// values, set by measure, are by measure, cell and run; NaN if the metric is undefined.
	values [][][]float64
}

// measure draws and compares all pairs.
func (s *sweep) measure(ctx context.Context, o Options) error {
	s.values = make([][][]float64, len(s.measures))
	metrics := make([]*distance.Metric, len(s.measures))
	for i, m := range s.measures {
		var err error
		if metrics[i], err = distance.Find(m.metric); err != nil {
			return err
		}
		s.values[i] = make([][]float64, s.cells)
		for c := range s.cells {
			s.values[i][c] = make([]float64, s.runs)
		}
	}
	workers := pool.Workers(cmp.Or(s.workers, o.Workers))
	outer := workers
	if s.alone {
		outer = 1
	}
	return o.each(ctx, outer, s.cells*s.runs, func() func(k int) error {
		options := task.Options{Workers: workers}
		if !s.alone {
			options.Scratch = new(task.Scratch)
		}
		return func(k int) error { return s.one(ctx, metrics, k/s.runs, k%s.runs, options) }
	})
}

// each does the given number of jobs and reports its progress. Each worker calls start once for a function
// of its own.
func (o Options) each(ctx context.Context, workers, jobs int, start func() func(job int) error) error {
	done := 0
	return pool.Run(ctx, workers, pool.Count(jobs), func(context.Context) func(int) error { return start() }, func(err error) error {
		if done++; o.Progress != nil {
			o.Progress(done, jobs)
		}
		return err
	})
}

// one measures one pair.
func (s *sweep) one(ctx context.Context, metrics []*distance.Metric, cell, run int, o task.Options) error {
	truth, guess, err := s.draw(ctx, cell, run)
	if err != nil {
		return err
	}
	prepared := map[class.Kind]*sepdist.Pair{}
	for i, m := range s.measures {
		pair := prepared[m.as]
		if pair == nil {
			if pair, err = s.prepare(ctx, truth, guess, m.as); err != nil {
				return err
			}
			prepared[m.as] = pair
		}
		t, g := pair.Truth().Model(), pair.Guess().Model()
		if m.swap {
			t, g = g, t
		}
		p := m.params
		p.Options = o
		if p.Orders.Samples > 0 {
			p.Seed = simulate.Seed(p.Seed, uint64(cell*s.runs+run))
		}
		times, seconds := 1, math.Inf(1)
		if s.twice {
			times = 2
		}
		var r distance.Result
		for range times {
			start := time.Now()
			if r, err = measure.Measure(ctx, metrics[i], t, g, p); err != nil {
				return fmt.Errorf("%s: %w", m.metric, err)
			}
			seconds = min(seconds, time.Since(start).Seconds())
		}
		switch n := float64(truth.N()); {
		case s.seconds:
			s.values[i][cell][run] = seconds
		case m.claims:
			s.values[i][cell][run] = r.Claims / (n * (n - 1))
		default:
			s.values[i][cell][run] = r.Value
		}
	}
	return nil
}

// prepare prepares two graphs of the sweep, which are drawn as graphs of another class first.
func (s *sweep) prepare(ctx context.Context, truth, guess *graph.Graph, as class.Kind) (*sepdist.Pair, error) {
	return sepdist.Prepare(ctx, &sepdist.Graph{Graph: truth, Class: s.kind}, &sepdist.Graph{Graph: guess, Class: s.kind}, sepdist.Options{As: as})
}

// averages makes curves of the means, with the standard deviations over the runs.
func (s *sweep) averages(panel string, x []float64) []Curve {
	var curves []Curve
	for i, m := range s.measures {
		c := Curve{Panel: panel, Series: m.series, X: x, Runs: s.runs}
		for cell := range s.cells {
			mean := meanOf(s.values[i][cell])
			c.Y, c.Mean = append(c.Y, mean.mid), append(c.Mean, mean)
			if s.runs > 1 {
				c.SD = append(c.SD, mean.stderr()*math.Sqrt(float64(s.runs)))
			}
		}
		curves = append(curves, c)
	}
	return curves
}

// difference returns the mean over the given cells of the difference between one measure and a
// multiple of another, run by run.
func (s *sweep) difference(one string, times float64, other string, want func(cell int) bool) interval {
	i, j := s.index(one), s.index(other)
	var list []interval
	for cell := range s.cells {
		if !want(cell) {
			continue
		}
		d := make([]float64, s.runs)
		for run := range d {
			d[run] = s.values[i][cell][run] - float64(times*s.values[j][cell][run])
		}
		list = append(list, meanOf(d))
	}
	return average(list)
}

// index returns the place of a measure.
func (s *sweep) index(series string) int {
	for i, m := range s.measures {
		if m.series == series {
			return i
		}
	}
	panic("reproduce: no measure " + series)
}

// everywhere selects all cells.
func everywhere(int) bool { return true }

// correlation makes the curve of the correlations of two measures.
func (s *sweep) correlation(panel, series, one, other string, x []float64) Curve {
	i, j := s.index(one), s.index(other)
	c := Curve{Panel: panel, Series: series, X: x, Runs: s.runs}
	for cell := range s.cells {
		a, b := stats.Both(s.values[i][cell], s.values[j][cell])
		r := math.NaN()
		if len(a) > 1 {
			r = stats.Pearson(a, b)
		}
		c.Y, c.Mean = append(c.Y, r), append(c.Mean, correlationOf(r, len(a)))
	}
	return c
}

// steps returns the numbers from lo to hi in equal steps, without the noise of adding.
func steps(lo, hi, step float64) []float64 {
	var x []float64
	for i := 0; ; i++ {
		v := math.Round((lo+float64(i)*step)*1e9) / 1e9
		if v > hi+1e-9 {
			return x
		}
		x = append(x, v)
	}
}

// listed writes numbers with equal steps: "0.05, 0.1, ..., 0.95".
func listed(x []float64) string {
	return fmt.Sprintf("%g, %g, ..., %g", x[0], x[1], x[len(x)-1])
}

// twoGraphs draws pairs of independent graphs.
func twoGraphs(kind class.Kind, seed uint64, options func(cell int) simulate.Options) func(ctx context.Context, cell, run int) (*graph.Graph, *graph.Graph, error) {
	return func(ctx context.Context, cell, run int) (*graph.Graph, *graph.Graph, error) {
		o := options(cell)
		o.Seed = simulate.Seed(seed, uint64(cell))
		t, g, err := simulate.TruthAndGuess(ctx, kind, o, simulate.Changes{}, false, uint64(run))
		return t.Graph, g.Graph, err
	}
}
