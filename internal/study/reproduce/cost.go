package reproduce

import (
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/stats"
)

func monteCarlo(ctx context.Context, o Options) (*Result, error) {
	l := []float64{100, 200, 300, 400, 500}
	measures := named(class.Unstated, distance.Symmetry{}, "sc-metric")
	for _, n := range l {
		measures = append(measures, measure{series: fmt.Sprint(n), metric: "sc-metric",
			params: distance.Params{Orders: distance.OrderParams{Samples: int64(n)}, Seed: o.Seed + uint64(n)}})
	}
	s := &sweep{cells: 1, runs: o.pick(100, 30), kind: class.DAG, measures: measures,
		draw: twoGraphs(class.DAG, o.Seed, func(int) simulate.Options { return simulate.Options{Nodes: 10, Probability: 0.4} })}
	v, err := s.measure(ctx, o)
	if err != nil {
		return nil, err
	}
	boxes := chart.Panel{Title: fmt.Sprintf("G(10, 0.4), %d runs", s.runs), X: "L statements an order", Y: "difference to the full s/c-metric"}
	c := Curve{Panel: "G(10, 0.4)", Series: "mean absolute difference", X: l, Runs: s.runs}
	for i, n := range l {
		var off, size []float64
		for run, exact := range v[0][0] {
			off = append(off, v[i+1][0][run]-exact)
			size = append(size, math.Abs(v[i+1][0][run]-exact))
		}
		boxes.Boxes = append(boxes.Boxes, chart.Box{Name: fmt.Sprint(n), Values: off})
		c.Y, c.Err = append(c.Y, stats.Mean(size)), append(c.Err, stats.Stderr(size))
	}
	r := &Result{Curves: []Curve{c}, Panels: []chart.Panel{boxes}}
	last := len(l) - 1
	r.state(c.Y[last] < 0.02, "drawing statements approximates the full metric very well", "With L = 500 the value is off by %.4f on average", c.Y[last])
	r.state(c.Y[last] < c.Y[0], "more statements approximate better", "With L = 100 it is off by %.4f, with L = 500 by %.4f", c.Y[0], c.Y[last])
	return r, nil
}

func runTime(ctx context.Context, o Options) (*Result, error) {
	n, pairs := o.pick(1000, 200), o.pick(100, 5)
	s := &sweep{cells: 1, runs: pairs, kind: class.DAG, seconds: true, alone: true,
		measures: named(class.Unstated, distance.Symmetry{}, "parent-sd", "mb-parent-sd", "parent-aid"),
		draw:     twoGraphs(class.DAG, o.Seed, func(int) simulate.Options { return simulate.Options{Nodes: n, Edges: 10 * n} })}
	v, err := s.measure(ctx, o)
	if err != nil {
		return nil, err
	}
	panel := fmt.Sprintf("%d nodes, %d edges", n, 10*n)
	r := &Result{Curves: s.averages(v, panel, []float64{float64(n)})}
	boxes := chart.Panel{Title: fmt.Sprintf("%s, %d pairs", panel, pairs), Y: "seconds", LogY: true}
	for i, m := range s.measures {
		boxes.Boxes = append(boxes.Boxes, chart.Box{Name: m.series, Values: v[i][0]})
	}
	r.Panels = []chart.Panel{boxes}
	slow, fast := r.curve(panel, "parent-sd").Y[0], r.curve(panel, "mb-parent-sd").Y[0]
	r.state(fast < slow, "the MB-enhanced parent-SD is faster than the plain one", "It takes %.4f s against %.4f s for a pair on this machine, %.1f times less", fast, slow, slow/fast)
	return r, nil
}

func table(context.Context, Options) (*Result, error) {
	r := &Result{Text: "| measure | compares | guess may be | truth may be | symmetric |\n|---|---|---|---|---|\n"}
	for i := range distance.Metrics {
		if m := &distance.Metrics[i]; !m.Score {
			symmetric := "no"
			if m.Symmetric {
				symmetric = "yes"
			}
			r.Text += fmt.Sprintf("| `%s` | %s | %v | %v | %s |\n", m.Name, m.Doc, m.Guess, m.Truth, symmetric)
		}
	}
	covers := func(name string, kinds ...class.Kind) bool {
		m, err := distance.Find(name)
		for _, k := range kinds {
			if err != nil || m.Defined(k, k) != nil {
				return false
			}
		}
		return true
	}
	most := []class.Kind{class.DAG, class.MAG, class.CPDAG, class.PAG, class.Cyclic}
	r.state(covers("sc-metric", most...), "the s/c-metric applies to DAGs, MAGs, CPDAGs, PAGs and cyclic graphs", "So it does here, and to MPDAGs and ADMGs")
	r.state(covers("zl-sd", most...), "SDs apply to DAGs, MAGs, CPDAGs, PAGs and cyclic graphs", "The ZL-SD does, and to MPDAGs and ADMGs; other strategies to fewer classes, as listed")
	r.state(covers("parent-aid", class.DAG, class.CPDAG) && !covers("parent-aid", class.MAG), "AIDs apply to DAGs and CPDAGs", "So they do here")
	r.state(covers("shd", class.All()...), "the SHD applies to all graphs", "So it does here")
	return r, nil
}
