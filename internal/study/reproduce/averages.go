package reproduce

import (
	"context"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/simulate"
)

// nodes is the number of nodes of the graphs of most figures.
const nodes, common = 25, ", N = 25"

func averages(ctx context.Context, o Options) (*Result, error) {
	p := steps(0.05, 0.95, 0.05)
	if o.Quick {
		p = steps(0.1, 0.95, 0.17)
	}
	runs := o.pick(100, 20)
	r := &Result{}
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
		s := &sweep{cells: len(p), runs: runs, kind: panel.kind, measures: named(panel.as, distance.Symmetry{}, panel.metrics...),
			draw: changed(panel.kind, o.Seed, func(cell int) (simulate.Options, simulate.Changes) {
				return simulate.Options{Nodes: nodes, Probability: p[cell], Bidirected: panel.bidirected}, simulate.Changes{Remove: 1, Reverse: 1}
			})}
		v, err := s.measure(ctx, o)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, s.averages(v, panel.name, p)...)
		r.lines(panel.name, common, "p", "mean distance", true)
	}
	strongest := 0
	for i := range p {
		at := func(series string) float64 { return r.curve("DAGs", series).Y[i] }
		if at("zl-sd") > max(at("parent-sd"), at("mb-parent-sd")) {
			strongest++
		}
	}
	d := func(panel, series string) float64 { return r.curve(panel, series).mean(nil) }
	r.state(d("DAGs", "zl-sd") > d("DAGs", "parent-sd") && d("DAGs", "zl-sd") > d("DAGs", "mb-parent-sd"),
		"among the SDs the ZL-SD reacts most strongly",
		"Over all p, on DAGs, ZL-SD is %.4f on average, parent-SD %.4f, MB-parent-SD %.4f; ZL-SD is the largest for %d of %d p",
		d("DAGs", "zl-sd"), d("DAGs", "parent-sd"), d("DAGs", "mb-parent-sd"), strongest, len(p))
	r.state(min(d("DAGs", "parent-sd"), d("DAGs", "mb-parent-sd"), d("DAGs", "parent-aid")) > 2*d("DAGs", "shd"),
		"parent-SD, MB-parent-SD and parent-AID witness the difference much more clearly than the SHD",
		"They are %.1f, %.1f and %.1f times the SHD on average", d("DAGs", "parent-sd")/d("DAGs", "shd"), d("DAGs", "mb-parent-sd")/d("DAGs", "shd"), d("DAGs", "parent-aid")/d("DAGs", "shd"))
	for _, c := range []struct{ panel, sd string }{{"DAGs", "parent-sd"}, {"CPDAGs", "pparent-sd"}} {
		r.state(d(c.panel, "shd") < d(c.panel, c.sd) && d(c.panel, c.sd) < d(c.panel, "parent-aid"),
			"on "+c.panel+" the "+strings.TrimSuffix(c.sd, "-sd")+"-SD lies between the SHD and the parent-AID",
			"On average they are %.4f, %.4f and %.4f in this order: SHD, SD, AID", d(c.panel, "shd"), d(c.panel, c.sd), d(c.panel, "parent-aid"))
	}
	sparse := func(x float64) bool { return x <= 0.3 }
	dense := func(x float64) bool { return x >= 0.9 }
	zl, shd := r.curve("mixed graphs", "zl-sd"), r.curve("mixed graphs", "shd")
	if o.Quick {
		dense = func(x float64) bool { return x >= 0.78 }
	}
	r.state(zl.mean(sparse) > 2*shd.mean(sparse), "on sparse mixed graphs ZL-SD and SHD differ clearly",
		"For p up to 0.3 ZL-SD is %.4f and SHD %.4f on average", zl.mean(sparse), shd.mean(sparse))
	r.state(zl.mean(dense) < shd.mean(dense), "on very dense mixed graphs the ZL-SD drops below the SHD",
		"For the densest graphs ZL-SD is %.5f and SHD %.5f on average", zl.mean(dense), shd.mean(dense))
	return r, nil
}

func changes(ctx context.Context, o Options) (*Result, error) {
	k := steps(1, 10, 1)
	const panel = "G(25, 0.25)"
	s := &sweep{cells: len(k), runs: o.pick(100, 20), kind: class.DAG,
		measures: named(class.Unstated, distance.Symmetry{}, "shd", "shd-reversal2", "parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"),
		draw: changed(class.DAG, o.Seed, func(cell int) (simulate.Options, simulate.Changes) {
			return simulate.Options{Nodes: nodes, Probability: 0.25}, simulate.Changes{Remove: cell + 1, Reverse: cell + 1}
		})}
	v, err := s.measure(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Result{Curves: s.averages(v, panel, k)}
	r.lines(panel, "", "k edges removed and k reversed", "mean distance", true)
	shd, stronger, least := r.curve(panel, "shd"), true, 1e9
	for _, series := range []string{"parent-sd", "mb-parent-sd", "zl-sd", "parent-aid"} {
		for i, y := range r.curve(panel, series).Y {
			stronger, least = stronger && y > shd.Y[i], min(least, y/shd.Y[i])
		}
	}
	r.state(stronger, "parent-AID and all SDs are affected more strongly than the SHD", "The least any of them is, for any k, is %.1f times the SHD", least)
	mb, aid, apart := r.curve(panel, "mb-parent-sd"), r.curve(panel, "parent-aid"), 0.0
	for i := range k {
		apart = max(apart, mb.Y[i]/aid.Y[i]-1, aid.Y[i]/mb.Y[i]-1)
	}
	r.state(apart < 0.25, "MB-parent-SD behaves very similarly to parent-AID", "For no k do their means differ by more than %.0f %%", 100*apart)
	return r, nil
}
