package compare

import (
	"context"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// ExplainOptions are those of the root package, and documented there.
type ExplainOptions struct {
	Options
	Limit int
	X, Y  string
}

// Explain says which claims of the guess are wrong by a metric, with a path that shows each
// mistake.
//
// Only the claims that are shown are kept, so that memory is bounded by the limit. The callback
// in the options is called for all of them.
func Explain(ctx context.Context, m *distance.Metric, truth, guess *Graph, o ExplainOptions) (*report.Explanation, error) {
	if (o.X == "") != (o.Y == "") {
		return nil, fmt.Errorf("a pair needs two nodes: name another one beside %q", o.X+o.Y)
	}
	statements := m.Claims == distance.AboutStatements
	switch {
	case o.X == "" || statements:
	case truth.Series != nil: // two moments, or two variables and all their moments
		o.Weights = map[[2]string]float64{{o.X, o.Y}: 1}
	default:
		o.Sources, o.Targets = []string{o.X}, []string{o.Y}
	}
	pair, err := Prepare(ctx, truth, guess, &o.Options)
	if err != nil {
		return nil, err
	}
	if !pair.clear() {
		_, name := graphNames(truth, guess)
		return nil, fmt.Errorf("%s: %s", name, pair.unclear(guess.Graph))
	}
	if err := pair.estimate([]*distance.Metric{m}, &o.Options, 1); err != nil {
		return nil, err
	}
	w := newExplainer(pair)
	if statements {
		return pair.explainStatements(ctx, m, w, &o)
	}
	e, err := pair.explainClaims(ctx, m, w, o.Limit)
	if err == nil && o.X != "" && e.Told == 0 {
		e.Right = w.right(m, o.X, o.Y)
	}
	return e, err
}

// clear reports whether the guess has one reading.
func (p *Pair) clear() bool {
	return !p.Readings.Several || p.Readings.Whole && len(p.Readings.Members) == 1
}

// unclear says why the guess has no reading or several, and what to do about it.
func (p *Pair) unclear(guess *graph.Graph) string {
	const do = "in its text, and explain that"
	ambiguous := func(t graph.Triple) bool { return t.Status == graph.Ambiguous }
	switch {
	case p.Readings.Whole && len(p.Readings.Members) == 0:
		return "the guess has no valid reading, and so no claims to explain: check it"
	case p.Readings.Fixed:
		return "several graphs are equally near to the guess, and the claims would depend on the choice: use another way to repair it (extend or maximize), or correct the guess"
	case slices.ContainsFunc(guess.Triples(), ambiguous):
		return "a guess with ambiguous triples has several readings: replace `ambiguous` by `collider` or `noncollider` " + do
	}
	return "a guess with conflicting orientations has several readings: make these edges undirected and list their triples as `collider` or `noncollider` " + do
}

// explainClaims shows wrong claims about pairs.
func (p *Pair) explainClaims(ctx context.Context, m *distance.Metric, w *explainer, limit int) (*report.Explanation, error) {
	k := &topMistakes{adjacent: w.adjacent, limit: limit, nodes: make(map[graph.Node]int)}
	params := p.Params
	params.Options.Sets = p.Truth.Kind().IsSeries()
	also := params.Options.Mistake
	params.Options.Mistake = func(m distance.Mistake) {
		k.add(m)
		if also != nil {
			also(m)
		}
	}
	r, err := m.Measure(ctx, p.Truth, p.Guess, params)
	if err != nil {
		return nil, err
	}
	var notes []string
	if r.Forward != nil {
		r = *r.Forward
		notes = append(notes, "only the claims of the guess are shown, not those of the reverse direction")
	}
	count := r.Count
	switch s := r.Sample; {
	case !r.Defined():
		return nil, fmt.Errorf("%s: %s", m.Name, r.Why)
	case r.Counted:
	case s != nil:
		count = distance.Count{Wrong: float64(k.told), Of: float64(s.Samples)}
		notes = append(notes, fmt.Sprintf("a sample of %d of %v pairs (seed %d)", s.Samples, s.Of, s.Seed))
	default:
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to show: take a distance that does, or an s/c-metric", m.Name)
	}
	kept := k.sorted()
	if m.Claims.HasSets() && !params.Options.Sets {
		if kept, err = p.withSets(ctx, m, kept); err != nil {
			return nil, err
		}
	}
	e := report.NewExplanation(m.Name, m.Wrong, count.Wrong, count.Of)
	e.Count(&r)
	e.Told = k.told
	e.Notes = append(notes, r.Notes...)
	e.Nodes = k.busiest(w.name)
	w.explain(e, kept)
	return e, nil
}

// withSets returns the mistakes with their sets.
func (p *Pair) withSets(ctx context.Context, m *distance.Metric, kept []distance.Mistake) ([]distance.Mistake, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	place := make(map[[2]graph.Node]int, len(kept))
	params := distance.Params{Weights: make(distance.Weights, len(kept)), Options: distance.Options{Workers: p.Params.Options.Workers, Sets: true}}
	for i, m := range kept {
		place[[2]graph.Node{m.X, m.Y}] = i
		params.Weights[[2]graph.Node{m.X, m.Y}] = 1
	}
	params.Options.Mistake = func(m distance.Mistake) { kept[place[[2]graph.Node{m.X, m.Y}]] = m }
	_, err := m.Measure(ctx, p.Truth, p.Guess, params)
	return kept, err
}

// explainStatements shows the smallest statements on which the graphs differ.
func (p *Pair) explainStatements(ctx context.Context, m *distance.Metric, w *explainer, o *ExplainOptions) (*report.Explanation, error) {
	q := distance.Query{Limit: o.Limit, Orders: p.Params.Orders.Max, Series: p.Params.Series}
	e := report.NewExplanation(m.Name, m.Wrong, 0, 0)
	if o.X != "" {
		pair, err := w.nodes([]string{o.X, o.Y})
		if err != nil {
			return nil, err
		}
		if pair.Len() != 2 {
			return nil, fmt.Errorf("a statement is about two nodes: name another one beside %q", o.X)
		}
		q.Pair = pair
		e.Wrong, e.Of = nil, nil
	} else {
		r, err := m.Measure(ctx, p.Truth, p.Guess, p.Params)
		if err != nil {
			return nil, err
		}
		if r.Forward != nil {
			r = *r.Forward
		}
		if !r.Defined() {
			return nil, fmt.Errorf("%s: %s", m.Name, r.Why)
		}
		wrong, of := m.Totals(r.Orders)
		e.Wrong, e.Of = report.Integer(wrong.Int()), report.Integer(of.Int())
		if r.Sample != nil {
			e.Wrong, e.Of = nil, nil
			e.Notes = append(e.Notes, fmt.Sprintf("the value %.4f is estimated from a sample: the number of differing statements is not known", r.Value))
		} else if wrong.Int().Sign() == 0 {
			return e, nil
		}
		e.Notes = append(e.Notes, r.Notes...)
	}
	s, err := m.Differing(ctx, p.Truth, p.Guess, q)
	if err != nil {
		return nil, err
	}
	e.Told = len(s.Found)
	e.Notes = append(e.Notes, howFar(s, o.Limit))
	w.explain(e, s.Found)
	return e, nil
}

// howFar says how far the search for statements came.
func howFar(s distance.Search, limit int) string {
	if !s.Cut {
		return fmt.Sprintf("all statements with at most %s in the set were examined", report.Many(s.Order-1, "node"))
	}
	note := fmt.Sprintf("the search stopped at statements with %s in the set", report.Many(s.Order, "node"))
	if s.Order > 0 {
		note += "; all with fewer were examined"
	}
	if len(s.Found) < limit {
		note += ", since continuing would take long"
	}
	return note
}
