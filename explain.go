package sepdist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/statements"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/report"
)

// ExplainOptions are the options of [Explain].
type ExplainOptions struct {
	Options

	// Metric is the name of the metric whose wrong claims are shown. Empty means zl-sd.
	Metric string

	// Limit is the number of claims that are shown.
	Limit int

	// Reverse explains the claims of the truth that are wrong in the guess.
	Reverse bool

	// X and Y, if not empty, restrict the claims to this pair of nodes.
	X, Y string
}

// Explain shows which claims of the guess are wrong by a metric, each with the set that the guess
// offered and a shortest path that shows the mistake. The guess must have one reading.
//
// The claims are grouped by the difference between the graphs that causes them: the one on the path whose repair
// would improve the metric most, or else the one that most paths go through. These edges depend neither on the limit nor on X
// and Y. In a group, pairs that are adjacent in the truth come first, then pairs with the smallest
// sets. For the s/c-metrics the smallest statements are shown on which the graphs differ.
//
// The number of claims that are kept is bounded. The callback in the options is called for all of
// them.
func Explain(ctx context.Context, truth, guess *Graph, o ExplainOptions) (*report.Explanation, error) {
	if _, err := o.metric(); err != nil {
		return nil, err
	}
	pair, err := prepare(ctx, truth, guess, o.Options, oneReading)
	if err != nil {
		return nil, err
	}
	return pair.Explain(ctx, o)
}

// Explain is the function [Explain] for a pair that was prepared with the same options.
func (pair *Pair) Explain(ctx context.Context, o ExplainOptions) (*report.Explanation, error) {
	m, err := o.metric()
	if err != nil {
		return nil, err
	}
	if m.Claims == distance.NoClaims {
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to show: take a distance that does, or an s/c-metric", m.Name)
	}
	if (o.X == "") != (o.Y == "") {
		return nil, fmt.Errorf("a pair needs two nodes: name another one beside %q", o.X+o.Y)
	}
	if !pair.clear() {
		return nil, pair.unclear(ctx)
	}
	own := *pair
	pair = &own
	pair.params.Options.Mistake, pair.params.Options.Progress = o.Mistake, o.Progress
	if o.Reverse {
		if err := pair.reversible(m); err != nil {
			return nil, err
		}
		pair = pair.reverse()
	}
	if err := pair.announce([]*distance.Metric{m}, &o.Options, 1); err != nil {
		return nil, err
	}
	w := newExplainer(ctx, pair)
	var e *report.Explanation
	switch {
	case m.Claims == distance.AboutStatements:
		e, err = pair.explainStatements(ctx, m, w, &o)
	case o.X == "":
		e, err = pair.explainClaims(ctx, m, w, &o)
	default:
		e, err = pair.explainPair(ctx, m, w, o)
	}
	if unknown := (*graph.NodeError)(nil); errors.As(err, &unknown) && (unknown.Name == o.X || unknown.Name == o.Y) {
		name, _ := graphNames(pair.givenTruth, pair.givenGuess)
		return nil, advice.About("truth", name, unknown) // the user did not name it as one of the sources or weights
	}
	if err != nil {
		return nil, err
	}
	for _, change := range changes(pair.readings) {
		e.Notes = append([]string{"guess: " + change}, e.Notes...)
	}
	return e, nil
}

func (o *ExplainOptions) metric() (*distance.Metric, error) {
	if o.Metric == "" && o.Separators != nil {
		return &distance.Recorded, nil
	}
	m, err := distance.Find(cmp.Or(o.Metric, "zl-sd"))
	if m == &distance.Recorded && o.Separators == nil {
		return nil, errNoSeparators()
	}
	return m, err
}

// clear reports whether the guess has one reading.
func (p *Pair) clear() bool { return oneReading(p.readings) }

// unclear returns why the guess has no reading or several, and advice.
func (p *Pair) unclear(ctx context.Context) error {
	const do = "in its text, and explain that"
	ambiguous := func(t graph.Triple) bool { return t.Status == graph.Ambiguous }
	var why string
	switch {
	case p.readings.Complete && len(p.readings.Members) == 0:
		why = "the guess has no valid reading, and so no claims to explain: check it"
	case p.readings.Enumerated:
		why = "several graphs are equally near to the guess, and the claims would depend on the choice: correct the guess"
	case slices.ContainsFunc(p.givenGuess.Triples(), ambiguous):
		why = "a guess with ambiguous triples has several readings: replace `ambiguous` by `collider` or `noncollider` " + do
	default:
		why = "a guess with conflicting orientations has several readings: make these edges undirected and list their triples as `collider` or `noncollider` " + do
	}
	_, name := graphNames(p.givenTruth, p.givenGuess)
	var offer class.Error
	if offerRepairs(ctx, p.givenGuess, &offer, oneReading); len(offer.Repairs) > 0 {
		return advice.Errorf("%s: %s, or use %v", name, why, advice.Option("invalid", offer.Repairs...))
	}
	return fmt.Errorf("%s: %s", name, why)
}

// A wrongClaims is the wrong claims that a metric found.
type wrongClaims struct {
	*topMistakes
	result distance.Result
	kept   []distance.Mistake // the most informative ones, with their sets
}

// find measures by a metric and keeps at most limit wrong claims.
func (p *Pair) find(ctx context.Context, m *distance.Metric, w *explainer, limit int) (*wrongClaims, error) {
	k := &topMistakes{adjacent: w.adjacent, limit: limit, nodes: make(map[graph.Node]int)}
	params := p.params
	params.Options.Sets = p.truth.Kind().IsSeries() || m == &distance.Recorded
	also := params.Options.Mistake
	params.Options.Mistake = func(m distance.Mistake) {
		k.add(m)
		if also != nil {
			also(m)
		}
	}
	r, err := measure.Measure(ctx, m, p.truth, p.guess, params)
	if err != nil {
		return nil, err
	}
	if r.Forward != nil {
		r = *r.Forward
	}
	found := &wrongClaims{topMistakes: k, result: r, kept: k.sorted()}
	if m.Claims.HasSets() && !params.Options.Sets {
		found.kept, err = withSets(ctx, m, p.truth, p.guess, p.params.Options.Workers, found.kept)
	}
	return found, err
}

// blame finds the edges that cause the claims.
func (p *Pair) blame(ctx context.Context, m *distance.Metric, w *explainer, found *wrongClaims, o *Options) (*blame, []proven, error) {
	list, err := w.prove(ctx, found.kept)
	if err != nil {
		return nil, nil, err
	}
	b, err := w.blame(ctx, list[:min(len(list), w.examined())], newGains(w, p, m, &found.result, o))
	return b, list, err
}

// examined is the number of claims that blame is found from.
func (w *explainer) examined() int {
	size := w.truth.N() + w.truth.M() + w.guess.M()
	if w.frame != nil {
		size *= 2 + max(w.truth.Series().Drawn().MaxLag(), w.guess.Series().Drawn().MaxLag())
	}
	return max(1, blameWork/max(1, size))
}

// explainClaims shows wrong claims about pairs.
func (p *Pair) explainClaims(ctx context.Context, m *distance.Metric, w *explainer, o *ExplainOptions) (*report.Explanation, error) {
	found, err := p.find(ctx, m, w, max(o.Limit, w.examined()))
	if err != nil {
		return nil, err
	}
	e, err := found.explanation(p, m, w, &o.Options)
	if err != nil {
		return nil, err
	}
	b, list, err := p.blame(ctx, m, w, found, &o.Options)
	if err != nil {
		return nil, err
	}
	if n := w.examined(); n < found.told {
		e.Notes = append(e.Notes, fmt.Sprintf("the edges to blame are found from the %d most direct claims", n))
	}
	b.show(e, list, o.Limit)
	return e, nil
}

// oneMember is what can be explained if sid has a range over the DAGs of a class.
const oneMember = "one of these DAGs, or parent-aid, which is about the class itself"

// explanation returns the totals.
func (k *wrongClaims) explanation(p *Pair, m *distance.Metric, w *explainer, o *Options) (*report.Explanation, error) {
	var notes []string
	if o.Symmetric != (distance.Symmetry{}) && !m.Symmetric {
		notes = append(notes, fmt.Sprintf("only the claims of the %s are shown, not those of the reverse direction", p.params.Options.Guess()))
	}
	r := &k.result
	count := r.Count
	switch s := r.Sample; {
	case !r.Defined() && r.Lower != nil:
		return nil, fmt.Errorf("%s: %s: explain %s", m.Name, r.Why, oneMember)
	case !r.Defined():
		return nil, fmt.Errorf("%s: %s", m.Name, r.Why)
	case r.Counted:
	case s != nil:
		count = distance.Count{Wrong: float64(k.told), Of: float64(s.Samples)}
		notes = append(notes, fmt.Sprintf("a sample of %d of %v pairs (seed %d)", s.Samples, s.Of, s.Seed))
	}
	e := &report.Explanation{Metric: m.Name, What: m.Tally(count.Wrong, p.reversed), Wrong: numeral.JSON(count.Wrong), Of: numeral.JSON(count.Of), Claims: []report.Claim{}}
	e.Reverse = p.reversed
	e.Count(r)
	e.Told = k.told
	e.Notes = append(notes, r.Notes...)
	if r.Lower != nil { // the bounds are equal
		e.Notes = append(e.Notes, "no claims are shown, since each DAG of the class has its own: explain "+oneMember)
	}
	e.Nodes = k.busiest(w.name)
	return e, nil
}

// explainPair shows the wrong claims about X and Y, with the edges to blame that are found from all claims.
func (p *Pair) explainPair(ctx context.Context, m *distance.Metric, w *explainer, o ExplainOptions) (*report.Explanation, error) {
	all := o.Options
	if p.givenTruth.Series != nil { // two moments, or two variables and all their moments
		o.Weights = map[[2]string]float64{{o.X, o.Y}: 1}
	} else {
		o.Sources, o.Targets = []string{o.X}, []string{o.Y}
	}
	restricted := *p
	one := &restricted
	var err error
	if one.params, err = o.params(p, p.truth.Names()); err != nil {
		return nil, err
	}
	one.params.Options.Tables = p.params.Options.Tables
	about, err := one.find(ctx, m, w, math.MaxInt)
	if err != nil {
		return nil, err
	}
	e, err := about.explanation(p, m, w, &o.Options)
	if err != nil {
		return nil, err
	}
	if e.Told == 0 {
		e.Right = w.right(m, o.X, o.Y)
		return e, nil
	}
	from, of := about, one
	alone := p.params
	alone.Options.Mistake, alone.Options.Progress, alone.Options.Workers = nil, nil, 1
	if measure.Estimate(m, p.truth, p.guess, alone) <= worthGains.time {
		of = p
		of.params.Options.Mistake = nil
		if from, err = p.find(ctx, m, w, w.examined()); err != nil {
			return nil, err
		}
	} else {
		e.Notes = append(e.Notes, "the edge to blame is found from this claim alone, since finding all wrong claims takes long")
	}
	b, _, err := of.blame(ctx, m, w, from, &all)
	if err != nil {
		return nil, err
	}
	list, err := w.prove(ctx, about.kept)
	if err != nil {
		return nil, err
	}
	b.show(e, list, o.Limit)
	return e, nil
}

// withSets returns the mistakes with their sets.
func withSets(ctx context.Context, m *distance.Metric, truth, guess *model.Model, workers int, kept []distance.Mistake) ([]distance.Mistake, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	place := make(map[[2]graph.Node]int, len(kept))
	params := task.Params{Weights: make(task.Weights, len(kept)), Options: task.Options{Workers: workers, Sets: true}}
	for i, m := range kept {
		place[[2]graph.Node{m.X, m.Y}] = i
		params.Weights[[2]graph.Node{m.X, m.Y}] = 1
	}
	params.Options.Mistake = func(m distance.Mistake) { kept[place[[2]graph.Node{m.X, m.Y}]] = m }
	_, err := measure.Measure(ctx, m, truth, guess, params)
	return kept, err
}

// explainStatements shows the smallest statements on which the graphs differ.
func (p *Pair) explainStatements(ctx context.Context, m *distance.Metric, w *explainer, o *ExplainOptions) (*report.Explanation, error) {
	all := statements.Query{Limit: max(o.Limit, blameStatements), MaxOrder: p.params.Orders.MaxOrder, Series: p.params.Series}
	about := all
	e := &report.Explanation{Metric: m.Name, Reverse: p.reversed, Claims: []report.Claim{}}
	var r distance.Result
	alone := p.params
	alone.Options.Mistake, alone.Options.Progress, alone.Options.Workers = nil, nil, 1
	if o.X == "" || measure.Estimate(m, p.truth, p.guess, alone) <= worthGains.time {
		var err error
		if r, err = measure.Measure(ctx, m, p.truth, p.guess, p.params); err != nil {
			return nil, err
		}
		if r.Forward != nil {
			r = *r.Forward
		}
	} else {
		r = task.Undefined("it takes long")
	}
	if o.X != "" {
		pair, err := w.nodes([]string{o.X, o.Y})
		if err != nil {
			return nil, err
		}
		if pair.Len() != 2 {
			return nil, fmt.Errorf("a statement is about two nodes: name another one beside %q", o.X)
		}
		about.Pair = pair
	} else {
		if !r.Defined() {
			return nil, fmt.Errorf("%s: %s", m.Name, r.Why)
		}
		wrong, of := statements.Totals(m, r.Orders)
		exactly, _ := new(big.Float).SetInt(wrong).Float64()
		e.What = m.Tally(exactly, p.reversed)
		if r.Sample != nil {
			e.Notes = append(e.Notes, fmt.Sprintf("the value %.4f is estimated from a sample: the number of differing statements is not known", r.Value))
		} else if e.Wrong, e.Of = numeral.JSONInt(wrong), numeral.JSONInt(of); wrong.Sign() == 0 {
			return e, nil
		}
		e.Notes = append(e.Notes, r.Notes...)
	}
	shown, err := statements.Differing(ctx, m, p.truth, p.guess, about)
	if err != nil {
		return nil, err
	}
	e.Told = len(shown.Found)
	e.Notes = append(e.Notes, howFar(shown, about.Limit))
	from := shown
	if about.Pair != nil && e.Told > 0 {
		if from, err = statements.Differing(ctx, m, p.truth, p.guess, all); err != nil {
			return nil, err
		}
	}
	first := &wrongClaims{result: r, kept: from.Found[:min(blameStatements, len(from.Found))]}
	b, _, err := p.blame(ctx, m, w, first, &o.Options)
	if err != nil {
		return nil, err
	}
	list, err := w.prove(ctx, shown.Found)
	if err == nil {
		b.show(e, list, o.Limit)
	}
	return e, err
}

// howFar describes how much of the search for statements was done.
func howFar(s statements.Search, limit int) string {
	if !s.Cut {
		return fmt.Sprintf("all statements with at most %s in the set were examined", numeral.Count(s.Order-1, "node"))
	}
	note := fmt.Sprintf("the search stopped at statements with %s in the set", numeral.Count(s.Order, "node"))
	if s.Order > 0 {
		note += "; all with fewer were examined"
	}
	if len(s.Found) < limit {
		note += ", since continuing would take long"
	}
	return note
}
