package sepdist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/structure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// RepairOptions are the options of [Repairs].
type RepairOptions struct {
	Options
	Plan bool // also search for a sequence of repairs
}

// Repairs returns, for each pair of nodes at which the guess differs from its goal, how every metric would change if this
// pair alone were repaired. With a plan it also returns a sequence of repairs, each the one after which the first metric is
// best, until that metric reaches its value at the goal.
//
// The goal is the truth, or its equivalence class if the guess is a CPDAG or PAG. A guess with a single repair may be of
// another class, which is reported, or of no class, and then has no value.
func Repairs(ctx context.Context, truth, guess *Graph, o RepairOptions) (*report.Repairs, error) {
	if truth.Series != nil {
		return nil, errors.New("repairs of time series are not listed yet: explain their wrong claims")
	}
	pair, err := prepare(ctx, truth, guess, o.Options, oneReading)
	if err != nil {
		return nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	if !pair.clear() {
		return nil, pair.unclear(ctx)
	}
	chosen, _, err := distance.Select(o.metrics(), pair.truth.Kind(), pair.guess.Kind(), o.Symmetric)
	if err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		return nil, errors.New("no metric is defined for these classes")
	}
	r := &repairer{pair: pair, metrics: chosen, options: &o.Options}
	r.params = pair.params
	r.params.Options.Mistake = nil
	r.params.Options.Progress = nil
	list := &report.Repairs{
		Truth: describe(truthName, pair.truth), Guess: describe(guessName, pair.guess),
		Repairs: []report.Repair{}, Plan: []report.Repair{},
	}
	list.Guess.Done = changes(pair.readings)
	for _, m := range chosen {
		list.Metrics = append(list.Metrics, m.Name)
	}
	target, toward := pair.target(ctx)
	list.Toward = toward
	r.goal = target.Drawn()
	if list.Now, err = r.values(ctx, pair.guess, chosen); err != nil {
		return nil, err
	}
	if list.Goal, err = r.values(ctx, target, chosen); err != nil {
		return nil, err
	}
	pairs := r.differing(pair.guess.Drawn())
	work := len(pairs)
	if o.Plan {
		work += len(pairs) * (len(pairs) + 1) / 2
	}
	r.step = func() {
		if r.done++; o.Progress != nil {
			o.Progress(min(1, float64(r.done)/float64(max(1, work))))
		}
	}
	for _, p := range pairs {
		one, _, err := r.repair(ctx, pair.guess.Drawn(), p, chosen)
		if err != nil {
			return nil, err
		}
		list.Repairs = append(list.Repairs, one)
		r.step()
	}
	slices.SortStableFunc(list.Repairs, func(a, b report.Repair) int { return r.better(a.Values[0], b.Values[0]) })
	if o.Plan {
		err = r.plan(ctx, list, pairs)
	}
	return list, err
}

// A repairer measures repaired guesses.
type repairer struct {
	pair    *Pair
	goal    *graph.Graph
	metrics []*distance.Metric
	options *Options
	params  task.Params
	step    func()
	done    int

	reversed bool // measure the claims of the truth that are wrong in the guess
}

// target returns the graph that repairs lead to, and its name.
func (p *Pair) target(ctx context.Context) (*model.Model, string) {
	t, k := p.truth, p.guess.Kind()
	if t.Kind() != k && k.RepresentsClass() {
		if m, err := t.As(ctx, k); err == nil {
			return m, "the " + k.Noun() + " of the truth"
		}
	}
	return t, "the truth"
}

// differing returns the pairs of nodes at which g differs from the goal.
func (r *repairer) differing(g *graph.Graph) (pairs [][2]graph.Node) {
	seen := make(map[[2]graph.Node]bool)
	for _, h := range []*graph.Graph{r.goal, g} {
		for e := range h.Edges() {
			f := e.Canonical()
			p := [2]graph.Node{f.X, f.Y}
			if !seen[p] && !slices.Equal(r.goal.Between(f.X, f.Y), g.Between(f.X, f.Y)) {
				pairs = append(pairs, p)
			}
			seen[p] = true
		}
	}
	slices.SortFunc(pairs, func(a, b [2]graph.Node) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// drawnAs returns g with the edges of the goal between the nodes of some pairs.
func (r *repairer) drawnAs(g *graph.Graph, pairs ...[2]graph.Node) *graph.Graph {
	var edges []graph.Edge
	for e := range g.Edges() {
		f := e.Canonical()
		if !slices.Contains(pairs, [2]graph.Node{f.X, f.Y}) {
			edges = append(edges, e)
		}
	}
	for _, p := range pairs {
		edges = append(edges, r.goal.Between(p[0], p[1])...)
	}
	return g.With(edges)
}

// repair repairs one pair of nodes of g. It returns the values of the metrics and the repaired graph.
func (r *repairer) repair(ctx context.Context, g *graph.Graph, p [2]graph.Node, metrics []*distance.Metric) (report.Repair, *graph.Graph, error) {
	repaired := r.drawnAs(g, p)
	names := g.Names().List()
	goal, now := r.goal.Between(p[0], p[1]), g.Between(p[0], p[1])
	out := report.Repair{
		X: names[p[0]], Y: names[p[1]], Status: structure.Status(goal, now),
		Truth: describeEdges(goal, g.Name, "no edge"), Guess: describeEdges(now, g.Name, "no edge"),
		Values: make([]report.Number, len(metrics)), Edges: [][3]string{},
	}
	for _, e := range goal {
		out.Edges = append(out.Edges, [3]string{names[e.X], e.Arrow(), names[e.Y]})
	}
	m, why := r.member(ctx, repaired)
	if ctx.Err() != nil {
		return out, nil, context.Cause(ctx)
	}
	if m == nil {
		out.Why = why
		return out, repaired, nil
	}
	if m.Kind() != r.pair.guess.Kind() {
		out.Class = m.Kind().String()
	}
	var err error
	out.Values, err = r.values(ctx, m, metrics)
	return out, repaired, err
}

// member returns the model of a repaired guess: of the class of the guess, or of the one that
// is inferred; or why it is of none.
func (r *repairer) member(ctx context.Context, g *graph.Graph) (m *model.Model, why string) {
	kind := r.pair.guess.Kind()
	if m, err := class.Check(ctx, g, kind); err == nil {
		return m.Model(), ""
	} else if bad, ok := errors.AsType[*class.Error](err); ok {
		why = bad.Violation()
	} else {
		why = err.Error()
	}
	res, err := class.Resolve(ctx, g, class.Unstated, class.Policy(""), r.options.Limits)
	if err != nil || len(res.Members) != 1 || res.Ambiguous {
		return nil, why
	}
	return res.Members[0].Model(), ""
}

// values measures a guess. A metric that is not defined for its class has no value.
func (r *repairer) values(ctx context.Context, guess *model.Model, metrics []*distance.Metric) ([]report.Number, error) {
	list := make([]report.Number, len(metrics))
	params := r.params
	params.Options.Tables = new(task.Tables)
	for i, m := range metrics {
		truth, guess := r.pair.truth, guess
		if r.reversed {
			truth, guess = guess, truth
		}
		res, err := measure.Measure(ctx, m, truth, guess, params)
		if _, undefined := errors.AsType[*distance.ClassError](err); undefined {
			continue
		}
		if err != nil {
			return nil, err
		}
		if res.Defined() {
			list[i] = report.Number{Value: res.Value, Defined: true}
		}
	}
	return list, nil
}

// better orders values of the first metric, the best first and undefined ones last.
func (r *repairer) better(a, b report.Number) int {
	if c := compareBool(!a.Defined, !b.Defined); c != 0 {
		return c
	}
	if r.metrics[0].Score {
		a, b = b, a
	}
	return cmp.Compare(a.Value, b.Value)
}

// plan repairs one edge after the other until the first metric has its goal.
func (r *repairer) plan(ctx context.Context, list *report.Repairs, left [][2]graph.Node) error {
	const slip = 1e-12
	first := r.metrics[:1]
	value := list.Now[0]
	reached := func() bool {
		goal := list.Goal[0]
		if !goal.Defined || !value.Defined {
			return len(left) == 0
		}
		if r.metrics[0].Score {
			return value.Value >= goal.Value-slip
		}
		return value.Value <= goal.Value+slip
	}
	g := r.pair.guess.Drawn()
	for !reached() && len(left) > 0 {
		best := -1
		var found report.Repair
		for i, p := range left {
			one, _, err := r.repair(ctx, g, p, first)
			if err != nil {
				return err
			}
			r.step()
			if one.Why == "" && (best < 0 || r.better(one.Values[0], found.Values[0]) < 0) {
				best, found = i, one
			}
		}
		if best < 0 {
			note := "the remaining repair leads outside the class of the guess"
			if len(left) > 1 {
				note = fmt.Sprintf("each of the %d remaining repairs leads outside the class alone; all of them together give %s by %s", len(left), list.Goal[0], r.metrics[0].Name)
			}
			if len(list.Plan) > 0 {
				note = "after these, " + note
			}
			list.Notes = append(list.Notes, note)
			return nil
		}
		full, next, err := r.repair(ctx, g, left[best], r.metrics)
		if err != nil {
			return err
		}
		list.Plan = append(list.Plan, full)
		g, value = next, full.Values[0]
		left = slices.Delete(slices.Clone(left), best, best+1)
	}
	return nil
}
