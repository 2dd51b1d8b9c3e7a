package reproduce

import (
	"context"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/simulate"
)

// claimed is the share of the ordered pairs that the guess separates by some set.
const claimed = "claims of the guess"

// nodes is the number of nodes of the graphs of most figures.
const nodes, common = 25, ", N = 25"

func averages(ctx context.Context, o Options) (*Result, error) {
	p := steps(0.05, 0.95, pick(o, 0.05, 0.15))
	runs := pick(o, 100, 20)
	r := &Result{Band: deviations, Here: fmt.Sprintf("%d runs for each p = %s", runs, listed(p))}
	sweeps := map[string]*sweep{}
	for _, panel := range []struct {
		name       string
		kind, as   class.Kind
		bidirected float64
		metrics    []string
	}{
		{"DAGs", class.DAG, class.Unstated, 0, []string{"shd", "shd-reversal2", "parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"}},
		{"CPDAGs", class.DAG, class.CPDAG, 0, []string{"shd", "shd-reversal2", "pparent-sd", "mb-pparent-sd", "zl-sd", "parent-aid"}},
		{"mixed graphs", class.ADMG, class.Unstated, 0.25, []string{"shd", "shd-reversal2", "zl-sd"}},
	} {
		s := &sweep{cells: len(p), runs: runs, kind: panel.kind, measures: append(named(panel.as, distance.Symmetry{}, panel.metrics...), measurement{series: claimed, metric: "zl-sd", as: panel.as, claims: true}),
			draw: oneStep(panel.kind, o.Seed, func(cell int) simulate.Options {
				return simulate.Options{Nodes: nodes, Probability: p[cell], Bidirected: panel.bidirected}
			})}
		if err := s.measure(ctx, o); err != nil {
			return nil, err
		}
		curves := s.averages(panel.name, p)
		r.Curves = append(r.Curves, curves[:len(curves)-1]...)
		r.lines(panel.name, common, "p", "mean distance", true)
		r.Curves = append(r.Curves, curves[len(curves)-1]) // not a distance, so not drawn
		sweeps[panel.name] = s
	}
	d := func(panel, one string, times float64, other string) interval {
		return sweeps[panel].difference(one, times, other, everywhere)
	}
	mean := func(panel, series string) float64 { return r.curve(panel, series).mean() }
	for _, c := range []struct{ panel, sd, name string }{{"DAGs", "parent-sd", "parent-SD"}, {"CPDAGs", "pparent-sd", "pparent-SD"}} {
		mb, strongest := "mb-"+c.sd, 0
		for i := range p {
			at := func(series string) float64 { return r.curve(c.panel, series).Y[i] }
			if at("zl-sd") > max(at(c.sd), at(mb)) {
				strongest++
			}
		}
		r.state(all(d(c.panel, "zl-sd", 1, c.sd).above(0), d(c.panel, "zl-sd", 1, mb).above(0)),
			"among the SDs of "+c.panel+" the ZL-SD reacts most strongly", "the means over all p of ZL-SD − "+c.name+" and of ZL-SD − MB-"+c.name+" are above 0",
			"ZL-SD is %.4f on average, %s %.4f, MB-%s %.4f; ZL-SD is the largest for %d of %d p",
			mean(c.panel, "zl-sd"), c.name, mean(c.panel, c.sd), c.name, mean(c.panel, mb), strongest, len(p))
	}
	var clear []Verdict
	for _, series := range []string{"parent-sd", "mb-parent-sd", "parent-aid"} {
		clear = append(clear, d("DAGs", series, 2, "shd").above(0))
	}
	shd := mean("DAGs", "shd")
	r.state(all(clear...), "parent-SD, MB-parent-SD and parent-AID witness the difference much more clearly than the SHD",
		"on DAGs, the mean over all p of each is more than twice the SHD",
		"they are %.1f, %.1f and %.1f times the SHD", mean("DAGs", "parent-sd")/shd, mean("DAGs", "mb-parent-sd")/shd, mean("DAGs", "parent-aid")/shd)
	for _, c := range []struct{ panel, sd string }{{"DAGs", "parent-sd"}, {"CPDAGs", "pparent-sd"}} {
		r.state(all(d(c.panel, c.sd, 1, "shd").above(0), d(c.panel, "parent-aid", 1, c.sd).above(0)),
			"on average the "+strings.TrimSuffix(c.sd, "-sd")+"-SD of "+c.panel+" is more conservative than the parent-AID and lies between it and the SHD",
			"the means over all p are in the order SHD < SD < AID",
			"SHD %.4f, SD %.4f, AID %.4f", mean(c.panel, "shd"), mean(c.panel, c.sd), mean(c.panel, "parent-aid"))
	}
	mixed := sweeps["mixed graphs"]
	zl, hd := r.curve("mixed graphs", "zl-sd"), r.curve("mixed graphs", "shd")
	at := func(want func(x float64) bool) func(cell int) bool {
		return func(cell int) bool { return want(p[cell]) }
	}
	sparse, dense := between(0, 0.3), between(0.9, 1)
	r.state(mixed.difference("zl-sd", 2, "shd", at(sparse)).above(0), "on sparser mixed graphs ZL-SD and SHD differ clearly",
		"for p ≤ 0.3 the mean of the ZL-SD is more than twice that of the SHD", "ZL-SD is %.4f and SHD %.4f", zl.over(sparse).mid, hd.over(sparse).mid)
	r.state(mixed.difference("zl-sd", 1, "shd", at(dense)).below(0), "on very dense mixed graphs the ZL-SD drops below the SHD",
		"for p ≥ 0.9 the mean of ZL-SD − SHD is below 0", "ZL-SD is %.4f and SHD %.4f", zl.over(dense).mid, hd.over(dense).mid)
	separable, inDAGs := r.curve("mixed graphs", claimed), r.curve("DAGs", claimed)
	r.state(separable.over(dense).below(0.05), "in very dense mixed graphs barely any nodes can be separated",
		"for p ≥ 0.9 the guess separates less than 5 % of its ordered pairs", "it separates %.1f %%, in DAGs of the same density %.1f %%; for p ≤ 0.3 %.0f %% and %.0f %%",
		100*separable.over(dense).mid, 100*inDAGs.over(dense).mid, 100*separable.over(sparse).mid, 100*inDAGs.over(sparse).mid)
	return r, nil
}

func changes(ctx context.Context, o Options) (*Result, error) {
	k := steps(1, 10, 1)
	const panel = "G(25, 0.25)"
	s := &sweep{cells: len(k), runs: pick(o, 100, 20), kind: class.DAG,
		measures: named(class.Unstated, distance.Symmetry{}, "shd", "shd-reversal2", "parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"),
		draw:     sequence(o.Seed, simulate.Options{Nodes: nodes, Probability: 0.25})}
	if err := s.measure(ctx, o); err != nil {
		return nil, err
	}
	r := &Result{Curves: s.averages(panel, k), Band: deviations, Here: fmt.Sprintf("%d runs, k = 1, ..., %d", s.runs, len(k))}
	r.lines(panel, "", "k times one edge removed, one reversed", "mean distance", true)
	var stronger []Verdict
	least := 1e9
	for _, series := range []string{"parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"} {
		for i, y := range r.curve(panel, series).Y {
			stronger = append(stronger, s.difference(series, 1, "shd-reversal2", func(cell int) bool { return cell == i }).above(0))
			least = min(least, y/r.curve(panel, "shd-reversal2").Y[i])
		}
	}
	r.state(all(stronger...), "parent-AID and all SDs are affected more strongly than the SHD",
		"for every k the mean of each minus the SHD, with a reversal counted twice, is above 0", "the least any of them is, for any k, is %.1f times that SHD", least)
	mb, aid := r.curve(panel, "mb-parent-sd"), r.curve(panel, "parent-aid")
	// The graphs of a run are a sequence, so that the mean over k is taken run by run.
	gap := make([]float64, s.runs)
	for run := range gap {
		for cell := range k {
			gap[run] += (s.values[s.index("mb-parent-sd")][cell][run] - s.values[s.index("parent-aid")][cell][run]) / float64(len(k))
		}
	}
	apart, room := meanOf(gap), 0.1*aid.mean()
	r.state(all(apart.below(room), apart.above(-room)), "the MB-enhanced parent-SD behaves very similarly to the parent-AID",
		"the means over all k differ by less than 10 % of the AID", "they are %.3f and %.3f; at k = 10 %.3f and %.3f", mb.mean(), aid.mean(), mb.Y[len(k)-1], aid.Y[len(k)-1])
	return r, nil
}
