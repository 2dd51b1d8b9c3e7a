package reproduce

import (
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/stats"
)

func monteCarlo(ctx context.Context, o Options) (*Result, error) {
	l := []float64{100, 200, 300, 400, 500}
	measures := named(class.Unstated, distance.Symmetry{}, "sc-metric")
	for _, n := range l {
		measures = append(measures, measurement{series: fmt.Sprint(n), metric: "sc-metric",
			params: task.Params{Orders: task.OrderParams{Samples: int64(n)}, Seed: o.Seed + uint64(n)}})
	}
	s := &sweep{cells: 1, runs: pick(o, 100, 30), kind: class.DAG, measures: measures,
		draw: twoGraphs(class.DAG, o.Seed, func(int) simulate.Options { return simulate.Options{Nodes: 10, Probability: 0.4} })}
	if err := s.measure(ctx, o); err != nil {
		return nil, err
	}
	boxes := chart.Panel{Title: fmt.Sprintf("G(10, 0.4), %d pairs", s.runs), X: "L", Y: "difference to the full s/c-metric"}
	c := Curve{Panel: "G(10, 0.4)", Series: "mean absolute difference", X: l, Runs: s.runs}
	sizes := make([][]float64, len(l))
	for i, n := range l {
		var off []float64
		for run, exact := range s.values[0][0] {
			off = append(off, s.values[i+1][0][run]-exact)
			sizes[i] = append(sizes[i], math.Abs(s.values[i+1][0][run]-exact))
		}
		boxes.Boxes = append(boxes.Boxes, chart.Box{Name: fmt.Sprint(n), Values: off})
		c.Mean = append(c.Mean, meanOf(sizes[i]))
		c.Y = append(c.Y, c.Mean[i].mid)
	}
	redraws, err := redrawn(ctx, o, l)
	if err != nil {
		return nil, err
	}
	r := &Result{Curves: []Curve{c, redraws}, Panels: []chart.Panel{boxes}, Band: deviations, FreeY: true,
		Here: fmt.Sprintf("%d pairs; in the second panel %d pairs with %d redraws each", s.runs, redraws.Runs, o.redraws())}
	low, high := chart.Around(redraws.Y, redraws.SD)
	r.Panels = append(r.Panels, chart.Panel{Title: fmt.Sprintf("G(10, 0.3), %d pairs, as in the script", redraws.Runs), X: "L", Y: "standard deviation of redraws", Zero: true,
		Series: []chart.Series{{Name: redraws.Series, Style: "zl-sd", X: l, Y: redraws.Y, Low: low, High: high}}})
	last := len(l) - 1
	r.state(c.Mean[last].below(0.01), "at least for small graphs, drawing statements approximates the full metric very well",
		"with L = 500 the mean absolute difference is below 0.01", "it is %.4f", c.Y[last])
	better := make([]float64, s.runs)
	for run := range better {
		better[run] = sizes[0][run] - sizes[last][run]
	}
	r.state(meanOf(better).above(0), "higher L approximates better", "the mean absolute difference is smaller with L = 500 than with L = 100", "%.4f and %.4f", c.Y[last], c.Y[0])
	return r, nil
}

// redraws is how often the statements of a pair are drawn again.
func (o Options) redraws() int { return pick(o, 100, 20) }

// redrawn returns what the authors' script plots: the standard deviation of the estimate over
// redraws of the statements, by L, averaged over pairs of graphs. Orders 0 and 1 are counted in
// full.
func redrawn(ctx context.Context, o Options, l []float64) (Curve, error) {
	pairs, redraws := pick(o, 50, 8), o.redraws()
	m, err := distance.Find("sc-metric")
	if err != nil {
		return Curve{}, err
	}
	deviation := make([][]float64, len(l)) // by L and pair
	for i := range deviation {
		deviation[i] = make([]float64, pairs)
	}
	s := sweep{kind: class.DAG, draw: twoGraphs(class.DAG, o.Seed+1, func(int) simulate.Options { return simulate.Options{Nodes: 10, Probability: 0.3} })}
	one := func(pair int) error {
		truth, guess, err := s.models(ctx, 0, pair)
		if err != nil {
			return err
		}
		orders := func(p task.OrderParams, seed uint64) ([]distance.Order, error) {
			r, err := measure.Measure(ctx, m, truth, guess, task.Params{Orders: p, Seed: seed, Options: task.Options{Workers: 1}})
			return r.Orders, err
		}
		full, err := orders(task.OrderParams{}, 0)
		if err != nil {
			return err
		}
		for i, n := range l {
			var estimates []float64
			for k := range redraws {
				drawn, err := orders(task.OrderParams{Samples: int64(n)}, simulate.Seed(o.Seed+uint64(n), uint64(pair*redraws+k)))
				if err != nil {
					return err
				}
				sum := full[0].Value + full[1].Value
				for _, order := range drawn[2:] {
					sum += order.Value
				}
				estimates = append(estimates, sum/float64(len(full)))
			}
			deviation[i][pair] = stats.Stderr(estimates) * math.Sqrt(float64(redraws))
		}
		return nil
	}
	err = o.each(ctx, pool.Workers(o.Workers), pairs, func() func(int) error { return one })
	c := Curve{Panel: "as in the script", Series: "standard deviation of redraws", X: l, Runs: pairs}
	for i := range l {
		mean := meanOf(deviation[i])
		c.Y, c.Mean, c.SD = append(c.Y, mean.mid), append(c.Mean, mean), append(c.SD, mean.stderr()*math.Sqrt(float64(pairs)))
	}
	return c, err
}
