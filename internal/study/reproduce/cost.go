package reproduce

import (
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/simulate"
)

// samplingCost compares drawing statements with separation strategies: how many statements each
// checks, and how long that takes.
func samplingCost(ctx context.Context, o Options) (*Result, error) {
	const drawn, sampled = 100, "sc-metric, L = 100"
	sds := []string{"zl-sd", "parent-sd", "mb-parent-sd"}
	r := &Result{Here: fmt.Sprintf("%d pairs for each N", pick(o, 100, 20))}
	var more, longer []Verdict
	counts, times := "", ""
	for _, n := range []int{10, 25} {
		s := &sweep{cells: 1, runs: pick(o, 100, 20), kind: class.DAG, seconds: true, twice: true, alone: true, workers: 1,
			measures: append([]measurement{{series: sampled, metric: "sc-metric", params: task.Params{Orders: task.OrderParams{Samples: drawn}, Seed: o.Seed}}},
				named(class.Unstated, distance.Symmetry{}, sds...)...),
			draw: twoGraphs(class.DAG, o.Seed, func(int) simulate.Options { return simulate.Options{Nodes: n, Probability: 0.4} })}
		if err := s.measure(ctx, o); err != nil {
			return nil, err
		}
		panel := fmt.Sprintf("N = %d", n)
		curves := s.averages(panel, []float64{float64(n)})
		r.Curves = append(r.Curves, curves...)
		r.Panels = append(r.Panels, s.boxes(panel, "milliseconds", 1000))
		statements := 0.0
		all := float64(n) * float64(n-1) / 2 // of order k
		for k := range n - 1 {
			statements += min(drawn, math.Round(all))
			all *= float64(n-2-k) / float64(k+1)
		}
		pairs := float64(n) * float64(n-1)
		more = append(more, exactly(statements/pairs).above(2))
		counts += fmt.Sprintf("; N = %d: %.0f statements, at most %.0f claims", n, statements, pairs)
		for _, sd := range sds {
			longer = append(longer, s.difference(sampled, 1, sd, everywhere).above(0))
		}
		times += fmt.Sprintf("; N = %d: %.3g ms, SDs at most %.3g ms", n, 1e3*curves[0].Y[0], 1e3*max(curves[1].Y[0], curves[2].Y[0], curves[3].Y[0]))
	}
	r.state(all(more...), "even with low L many more separation statements are checked than by separation strategies",
		"for L = 100 more than twice as many as there are ordered pairs", "%s", counts[2:])
	r.state(all(longer...), "hence the computational cost is higher", "the mean run time is above that of each SD", "%s", times[2:])
	return r, nil
}

func runTime(ctx context.Context, o Options) (*Result, error) {
	n, pairs := pick(o, 1000, 200), pick(o, 100, 5)
	s := &sweep{cells: 1, runs: pairs, kind: class.DAG, seconds: true, alone: true,
		measures: named(class.Unstated, distance.Symmetry{}, "parent-sd", "mb-parent-sd", "parent-aid"),
		draw: twoGraphs(class.DAG, o.Seed, func(int) simulate.Options {
			return simulate.Options{Nodes: n, Probability: 20 / float64(n-1)} // 10 n edges are expected
		})}
	if err := s.measure(ctx, o); err != nil {
		return nil, err
	}
	panel := fmt.Sprintf("N = %d, expected %d edges", n, 10*n)
	r := &Result{Here: fmt.Sprintf("%d pairs with %d nodes and an expected number of %d edges", pairs, n, 10*n), Curves: s.averages(panel, []float64{float64(n)}), Panels: []chart.Panel{s.boxes(panel, "seconds", 1)}}
	slow, fast := r.curve(panel, "parent-sd").Y[0], r.curve(panel, "mb-parent-sd").Y[0]
	r.state(s.difference("parent-sd", 1, "mb-parent-sd", everywhere).above(0), "the MB-enhanced parent-SD is faster than the plain one",
		"the mean difference of the run times is above 0", "%.4f s and %.4f s for a pair on this machine: %.1f times faster; in the paper 7.4 times", fast, slow, slow/fast)
	return r, nil
}

// boxes returns a panel of run times in a unit; second is the number of units in a second.
func (s *sweep) boxes(panel, unit string, second float64) chart.Panel {
	p := chart.Panel{Title: fmt.Sprintf("%s, %d pairs", panel, s.runs), Y: unit, LogY: true}
	for i, m := range s.measures {
		box := chart.Box{Name: m.series}
		for _, seconds := range s.values[i][0] {
			box.Values = append(box.Values, second*seconds)
		}
		p.Boxes = append(p.Boxes, box)
	}
	return p
}
