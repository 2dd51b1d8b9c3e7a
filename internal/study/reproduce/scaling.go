package reproduce

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// scaling measures how run times grow with the number of nodes.
func scaling(ctx context.Context, o Options) (*Result, error) {
	runs := pick(o, 5, 3)
	r := &Result{Here: fmt.Sprintf("%d pairs for each N", runs)}
	slopes := map[string]map[string]interval{}
	for _, panel := range []struct {
		name, what   string
		sizes, quick []float64
		probability  func(n float64) float64
	}{
		{"sparse", ": expected degree 4", []float64{250, 500, 1000, 2000}, []float64{100, 200, 400}, func(n float64) float64 { return 4 / (n - 1) }},
		{"dense", ": p = 0.3", []float64{80, 120, 180, 270, 400}, []float64{80, 120, 180}, func(float64) float64 { return 0.3 }},
	} {
		sizes := pick(o, panel.sizes, panel.quick)
		r.Here += fmt.Sprintf("; %s: N = %s", panel.name, listed(sizes))
		s := &sweep{cells: len(sizes), runs: runs, kind: class.DAG, seconds: true, alone: true, workers: 1, twice: true,
			measures: named(class.Unstated, distance.Symmetry{}, "parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"),
			draw: twoGraphs(class.DAG, o.Seed, func(cell int) simulate.Options {
				return simulate.Options{Nodes: int(sizes[cell]), Probability: panel.probability(sizes[cell])}
			})}
		if err := s.measure(ctx, o); err != nil {
			return nil, err
		}
		for _, c := range s.averages(panel.name, sizes) {
			c.medians(s.values[s.index(c.Series)])
			r.Curves = append(r.Curves, c)
		}
		r.lines(panel.name, panel.what, "N", "seconds (median)", false)
		drawn := &r.Panels[len(r.Panels)-1]
		drawn.LogX, drawn.LogY = true, true
		for _, n := range sizes {
			drawn.XTicks = append(drawn.XTicks, chart.Tick{At: n, Name: fmt.Sprint(n)})
		}
		slopes[panel.name] = map[string]interval{}
		for i, m := range s.measures {
			slopes[panel.name][m.series] = exponent(sizes, s.values[i])
		}
		smaller := sizes[:len(sizes)-1] // every pair on its own takes long
		steps, err := s.stepSeconds(ctx, len(smaller))
		if err != nil {
			return nil, err
		}
		for _, series := range stepSeries {
			c := Curve{Panel: panel.name, Series: series, X: smaller, Y: make([]float64, len(smaller)), Runs: runs}
			c.medians(steps[series])
			r.Curves = append(r.Curves, c) // of another program, so not drawn
			slopes[panel.name][series] = exponent(smaller, steps[series])
		}
	}
	r.Here += "; the two steps without the largest N"
	r.Text = "| exponent of N, ± two standard errors | sparse | dense |\n|---|---|---|\n"
	for _, series := range append([]string{"parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"}, stepSeries...) {
		metric, step, _ := strings.Cut(series, ":")
		r.Text += "| `" + metric + "`" + step + " |"
		for _, panel := range []string{"sparse", "dense"} {
			e := slopes[panel][series]
			r.Text += fmt.Sprintf(" %.2f ± %.2f |", e.mid, 2*e.stderr())
		}
		r.Text += "\n"
	}
	const room = 0.3
	for _, c := range []struct {
		panel, series, text string
		power               float64
	}{
		{"sparse", "parent-sd", "on sparse graphs the parent-SD takes at most O(N³)", 3},
		{"sparse", "mb-parent-sd", "on sparse graphs the MB-enhanced parent-SD takes at most O(N²)", 2},
		{"sparse", "zl-sd", "on sparse graphs the ZL-SD takes at most O(N³)", 3},
		{"sparse", "parent-aid", "on sparse graphs the parent-AID takes at most O(N²)", 2},
		{"dense", "parent-sd", "the parent-SD takes at most O(N⁴)", 4},
		{"dense", "zl-sd", "the ZL-SD takes at most O(N⁴)", 4},
		{"dense", "parent-aid", "the parent-AID takes at most O(N³)", 3},
		{"sparse", parentChoosing, "on sparse graphs choosing the parent separators takes at most O(N²)", 2},
		{"sparse", zlChoosing, "on sparse graphs choosing the ZL-separators takes at most O(N³)", 3},
		{"sparse", parentVerifying, "on sparse graphs verifying the parent separators takes at most O(N³)", 3},
		{"sparse", zlVerifying, "on sparse graphs verifying the ZL-separators takes at most O(N³)", 3},
		{"dense", parentChoosing, "choosing the parent separators takes at most O(N³)", 3},
		{"dense", zlChoosing, "choosing the ZL-separators takes at most O(N⁴)", 4},
		{"dense", parentVerifying, "verifying the parent separators takes at most O(N⁴)", 4},
		{"dense", zlVerifying, "verifying the ZL-separators takes at most O(N⁴)", 4},
	} {
		e := slopes[c.panel][c.series]
		r.state(e.below(c.power+room), c.text, fmt.Sprintf("the exponent is below %g, which leaves room for what does not grow", c.power+room), "it is %.2f", e.mid)
	}
	return r, nil
}

// medians replaces the values of the curve by median times, which are more robust than means.
func (c *Curve) medians(seconds [][]float64) {
	for cell := range c.X {
		c.Y[cell] = stats.Quantile(seconds[cell], 0.5)
	}
	c.SD, c.Mean = nil, nil
}

// exponent returns the slope of the logarithms of times over those of sizes.
func exponent(sizes []float64, seconds [][]float64) interval {
	var x, y []float64
	for i, n := range sizes {
		for _, t := range seconds[i] {
			x, y = append(x, math.Log(n)), append(y, math.Log(max(t, 1e-9)))
		}
	}
	count := float64(len(x))
	var mx, my float64
	for i := range x {
		mx, my = mx+x[i]/count, my+y[i]/count
	}
	var sxx, sxy float64
	for i := range x {
		sxx += float64((x[i] - mx) * (x[i] - mx))
		sxy += float64((x[i] - mx) * (y[i] - my))
	}
	slope, rest := sxy/sxx, 0.0
	for i := range x {
		d := y[i] - my - float64(slope*(x[i]-mx))
		rest += float64(d * d)
	}
	return within(slope, math.Sqrt(rest/(count-2)/sxx))
}
