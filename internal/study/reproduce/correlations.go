package reproduce

import (
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/simulate"
)

func correlations(ctx context.Context, o Options) (*Result, error) {
	p := steps(0.05, 0.95, 0.05)
	if o.Quick {
		p = []float64{0.03, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95}
	}
	r := &Result{}
	for _, panel := range []struct {
		name    string
		as      class.Kind
		metrics []string
	}{
		{"DAGs", class.Unstated, []string{"parent-sd", "mb-parent-sd", "zl-sd", "parent-aid", "shd", "shd-reversal2"}},
		{"CPDAGs", class.CPDAG, []string{"pparent-sd", "mb-pparent-sd", "zl-sd", "parent-aid", "shd", "shd-reversal2"}},
	} {
		s := &sweep{cells: len(p), runs: o.pick(500, 100), kind: class.DAG, measures: named(panel.as, distance.Mean, panel.metrics...),
			draw: twoGraphs(class.DAG, o.Seed, func(cell int) simulate.Options {
				return simulate.Options{Nodes: nodes, Probability: p[cell]}
			})}
		if panel.as == class.CPDAG { // the same name for the same colour
			s.measures[1].series = "mb-parent-sd"
		}
		v, err := s.measure(ctx, o)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, s.correlations(v, panel.name, p)...)
		r.lines(panel.name, common, "p", "correlation with (p)parent-SD", false)
	}
	mb := r.curve("DAGs", "mb-parent-sd")
	least := 1.0
	for _, y := range mb.Y {
		least = min(least, y)
	}
	r.state(least > 0.7, "parent-SD and its MB-enhanced variant are strongly correlated for all p", "The smallest correlation is %.2f", least)
	sparsest, rest := 1.0, ""
	for _, series := range []string{"zl-sd", "parent-aid", "shd"} {
		c := r.curve("DAGs", series)
		sparsest = min(sparsest, c.Y[0])
		rest += fmt.Sprintf("; %s %.2f, then at least %.2f, in the end %.2f", series, c.Y[0], minimum(c.Y), c.Y[len(c.Y)-1])
	}
	r.state(sparsest > 0.5, "all others are strongly correlated with it for very sparse graphs", "For p = %g%s", p[0], rest)
	middle := func(x float64) bool { return x >= 0.25-1e-9 && x <= 0.85+1e-9 }
	noise := 2 / math.Sqrt(float64(r.Curves[0].Runs)) // two standard errors of a correlation near 0
	for _, c := range []struct{ series, how string }{{"shd", "a reversal counted once"}, {"shd-reversal2", "a reversal counted twice, as in the authors' scripts"}} {
		shd := r.curve("DAGs", c.series)
		negative, of, most := 0, 0, -1.0
		for i, x := range p {
			if middle(x) {
				if of++; shd.Y[i] < 0 {
					negative++
				}
				most = max(most, shd.Y[i])
			}
		}
		r.state(shd.mean(middle) < 0 && most < noise, "parent-SD and SHD are negatively correlated for 0.25 ≤ p ≤ 0.85 (SHD with "+c.how+")",
			"There the correlation is %.2f on average, negative for %d of %d p, and at most %.2f, where two standard errors are %.2f", shd.mean(middle), negative, of, most, noise)
	}
	apart, n := 0.0, 0
	for _, series := range []string{"mb-parent-sd", "zl-sd", "parent-aid", "shd"} {
		a, b := r.curve("DAGs", series), r.curve("CPDAGs", series)
		for i := range p {
			if d := math.Abs(a.Y[i] - b.Y[i]); !math.IsNaN(d) {
				apart += d
				n++
			}
		}
	}
	apart /= float64(n)
	r.state(apart < 0.25, "the correlations do not differ substantially between DAGs and CPDAGs", "They differ by %.2f on average", apart)
	return r, nil
}

func minimum(y []float64) float64 {
	least := math.Inf(1)
	for _, x := range y {
		if !math.IsNaN(x) {
			least = min(least, x)
		}
	}
	return least
}

func mixed(ctx context.Context, o Options) (*Result, error) {
	p := steps(0.05, 0.95, 0.05)
	if o.Quick {
		p = steps(0.1, 0.9, 0.2)
	}
	r := &Result{}
	for _, q := range []float64{0.2, 0.7, 0.9} {
		panel := fmt.Sprintf("q = %g", q)
		s := &sweep{cells: len(p), runs: o.pick(500, 60), kind: class.ADMG, measures: named(class.Unstated, distance.Mean, "zl-sd", "shd", "shd-reversal2"),
			draw: twoGraphs(class.ADMG, o.Seed, func(cell int) simulate.Options {
				return simulate.Options{Nodes: nodes, Probability: p[cell], Bidirected: 1 - q}
			})}
		v, err := s.measure(ctx, o)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, s.correlations(v, panel, p)...)
		r.lines(panel, common, "p", "correlation with ZL-SD", false)
	}
	for _, q := range []string{"0.2", "0.7", "0.9"} {
		c := r.curve("q = "+q, "shd")
		r.state(c.Y[0] > c.mean(func(x float64) bool { return x >= 0.25 && x <= 0.85 }),
			"with q = "+q+" the correlation is that of DAGs in form: high for sparse graphs, lower for denser ones",
			"It is %.2f for p = %g and %.2f on average between 0.25 and 0.85", c.Y[0], p[0], c.mean(func(x float64) bool { return x >= 0.25 && x <= 0.85 }))
	}
	return r, nil
}

func sMetric(ctx context.Context, o Options) (*Result, error) {
	p := steps(0.1, 0.9, 0.1)
	if o.Quick {
		p = steps(0.1, 0.9, 0.2)
	}
	const panel = "G(10, p)"
	measures := append([]measure{{series: "s-metric", metric: "s-metric", swap: true}},
		named(class.Unstated, distance.Symmetry{}, "parent-sd", "ancestor-sd", "zl-sd", "mb-parent-sd", "pparent-sd")...)
	s := &sweep{cells: len(p), runs: o.pick(100, 40), kind: class.DAG, measures: measures,
		draw: twoGraphs(class.DAG, o.Seed, func(cell int) simulate.Options {
			return simulate.Options{Nodes: 10, Probability: p[cell]}
		})}
	v, err := s.measure(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Result{Curves: s.correlations(v, panel, p)}
	r.lines(panel, "", "p", "correlation with d_s(H, G)", false)
	sparse, drop, text := 1.0, true, ""
	for _, c := range r.Curves {
		first, least := c.Y[0], minimum(c.Y)
		sparse, drop = min(sparse, first), drop && least < first-0.05
		text += fmt.Sprintf("; %s from %.2f to %.2f, and %.2f in the end", c.Series, first, least, c.Y[len(c.Y)-1])
	}
	r.state(sparse > 0.7, "all SDs are strongly correlated with the s-metric on sparse graphs", "The smallest correlation for p = %g is %.2f", p[0], sparse)
	r.state(drop, "the correlation drops for denser graphs", "From p = %g on%s. For the densest graphs it rises again, of which the paper does not speak", p[0], text)
	return r, nil
}
