// Package compare is the way from two graphs to numbers: it checks them, brings their nodes
// together, measures, and says what is wrong with the guess and why.
package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// Settings say how two graphs are compared. The zero value compares them by the metrics
// that fit their classes.
type Settings struct {
	// Metrics are names of metrics and groups; none is the group "default".
	Metrics []string

	// TruthName and GuessName stand in reports and errors; by default "truth" and "guess".
	TruthName, GuessName string

	// TruthClass and GuessClass are checked; unstated, the first class that fits is taken.
	TruthClass, GuessClass class.Kind

	// Invalid says what to do with a guess that is not of its class; by default it is refused.
	// Limits cap the search for its readings and for what mends it.
	Invalid class.Policy
	Limits  class.Limits

	// Reading says which number stands for a guess with several readings: "mean" (the
	// default), "min" or "max". Unreadable, where true, puts a guess without a valid reading
	// at distance 1, as Wahl and Runge do; else it is undefined, as scores always are.
	Reading    string
	Unreadable bool

	// As, where stated, compares the two graphs drawn as graphs of this class.
	As class.Kind

	// Latent and Selected are nodes of the truth that the guess cannot have: not measured,
	// and conditioned on throughout. Project makes all nodes that the guess lacks latent.
	Latent, Selected []string
	Project          bool

	// Sources and Targets, where not empty, restrict the pairs of nodes that are counted.
	Sources, Targets []string

	// Weights, where not nil, are weights of ordered pairs of nodes.
	Weights map[[2]string]float64

	// Baseline, where positive, is how many random guesses like the guess each result is
	// held against. They are drawn from the seed of Params.
	Baseline int

	// Before, where set, is told before the work begins how long it will take, roughly,
	// and which metric takes the most of it.
	Before func(total time.Duration, slowest *distance.Metric)

	// Params are handed to the metrics, with the settings above put in.
	Params distance.Params
}

// A Pair is a truth and a guess that can be compared: checked, with the same nodes in
// the same order.
type Pair struct {
	Truth, Guess *class.Model      // where the guess has several readings Guess is the first, or nil
	Readings     *class.Resolution // what was made of the guess
	Params       distance.Params
}

// Prepare checks the two graphs and brings them together as the settings say.
func Prepare(truth, guess *graph.Graph, s Settings) (*Pair, error) {
	s.name()
	t, err := class.Check(truth, s.TruthClass)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.TruthName, ofTruth(err))
	}
	if t, err = s.project(t, guess); err != nil {
		return nil, fmt.Errorf("%s: %w", s.TruthName, err)
	}
	if guess, err = graph.Align(t.Graph().Names(), guess); err != nil {
		return nil, fmt.Errorf("%s: %w%s", s.GuessName, err, s.advice(err))
	}
	r, err := class.Resolve(guess, s.GuessClass, s.Invalid, s.Limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.GuessName, err)
	}
	if s.As != class.Unstated {
		if t, err = as(t, s.As); err != nil {
			return nil, fmt.Errorf("%s: %w", s.TruthName, err)
		}
		for i, m := range r.Members {
			if r.Members[i], err = as(m, s.As); err != nil {
				return nil, fmt.Errorf("%s: %w", s.GuessName, err)
			}
		}
	}
	p := &Pair{Truth: t.Model(), Readings: r, Params: s.Params}
	p.Params.Options.Tables = new(distance.Tables)
	if len(r.Members) > 0 {
		p.Guess = r.Members[0].Model()
	}
	return p, s.params(t.Graph().Names(), &p.Params)
}

// as draws m as a graph of class k, where that is one graph and not any of several: a
// distance must not depend on which of them is taken.
func as(m class.Member, k class.Kind) (class.Member, error) {
	if m.Kind().Several() && !k.Several() {
		return m, fmt.Errorf("%s stands for several graphs, and the distance would depend on which is taken: `sepdist convert --as %v` writes one of them", m.Kind().Title(), k)
	}
	return m.Model().As(k)
}

// Measure returns how far the guess is from the truth, over all its readings where it has
// several.
func (p *Pair) Measure(ctx context.Context, m *distance.Metric, s Settings) (distance.Result, error) {
	if !p.Readings.Several {
		return m.Measure(ctx, p.Truth, p.Guess, p.Params)
	}
	r, err := m.OverReadings(ctx, p.Truth, p.Readings, p.Params)
	if err != nil {
		return r, err
	}
	switch {
	case len(p.Readings.Members) == 0 && !r.Partial && s.Unreadable && !m.Score: // a score of 1 is best
		r.Value, r.Why = 1, ""
		r.Readings.Min, r.Readings.Mean, r.Readings.Max = 1, 1, 1
		r.Notes = append(r.Notes, "no valid reading, which counts as 1")
	case !r.Defined():
	case s.Reading == "min":
		r.Value = r.Readings.Min
	case s.Reading == "max":
		r.Value = r.Readings.Max
	}
	return r, nil
}

// ofTruth returns an error about the class of the truth. How a conflict or an open triple is
// to be read can be said of a guess only.
func ofTruth(err error) error {
	var bad *class.Error
	if !errors.As(err, &bad) || bad.Err != class.ErrConflict && bad.Err != class.ErrTriple {
		return err
	}
	clear := *bad
	clear.Todo = "a truth must be clear: only a guess can have several readings"
	return &clear
}

func (s *Settings) name() {
	if s.TruthName == "" {
		s.TruthName = "truth"
	}
	if s.GuessName == "" {
		s.GuessName = "guess"
	}
}

// project takes the nodes out of the truth that the guess cannot have.
func (s *Settings) project(t class.Member, guess *graph.Graph) (class.Member, error) {
	names := t.Graph().Names()
	latent, err := nodes(names, s.Latent)
	if err != nil {
		return t, err
	}
	selected, err := nodes(names, s.Selected)
	if err != nil {
		return t, err
	}
	if both := latent.And(selected); !both.Empty() {
		return t, fmt.Errorf("%q is said to be latent and selected: it can be one of the two", names.List()[both.Nodes()[0]])
	}
	if s.Project {
		for v, name := range names.List() {
			if _, known := guess.Node(name); !known && !selected.Has(graph.Node(v)) {
				latent.Add(graph.Node(v))
			}
		}
	}
	return t.Model().Project(latent, selected), nil
}

// advice says what to do about nodes that the guess lacks.
func (s *Settings) advice(err error) string {
	if e, ok := err.(*graph.NodesError); ok && len(e.Extra) == 0 && !s.Project {
		return ": say --project where they are latent, or name them by --latent and --selected"
	}
	return ""
}

// params puts the settings that name nodes into p.
func (s *Settings) params(names *graph.Names, p *distance.Params) (err error) {
	if len(s.Sources) > 0 {
		if p.Sources, err = nodes(names, s.Sources); err != nil {
			return fmt.Errorf("sources: %w", err)
		}
	}
	if len(s.Targets) > 0 {
		if p.Targets, err = nodes(names, s.Targets); err != nil {
			return fmt.Errorf("targets: %w", err)
		}
	}
	if s.Weights == nil {
		return nil
	}
	p.Weights = make(distance.Weights, len(s.Weights))
	var wrong []string // what is wrong with them, of which the first by name is said
	for pair, w := range s.Weights {
		x, okX := names.Node(pair[0])
		y, okY := names.Node(pair[1])
		switch {
		case !okX:
			wrong = append(wrong, fmt.Sprintf("%q and %q: no node is named %[1]q", pair[0], pair[1]))
		case !okY:
			wrong = append(wrong, fmt.Sprintf("%q and %q: no node is named %[2]q", pair[0], pair[1]))
		case x == y:
			wrong = append(wrong, fmt.Sprintf("%q and itself: a pair has two nodes", pair[0]))
		}
		p.Weights[[2]graph.Node{x, y}] = w
	}
	if len(wrong) > 0 {
		return fmt.Errorf("weights: one is given to %s", slices.Min(wrong))
	}
	return nil
}

// nodes returns the set of the nodes with the given names.
func nodes(names *graph.Names, list []string) (graph.Set, error) {
	set := graph.NewSet(names.Len())
	for _, name := range list {
		v, ok := names.Node(name)
		if !ok {
			return nil, fmt.Errorf("no node is named %q", name)
		}
		set.Add(v)
	}
	return set, nil
}

// Compare measures how far guess is from truth by each of the metrics that the settings
// name.
func Compare(ctx context.Context, truth, guess *graph.Graph, s Settings) (*report.Comparison, error) {
	s.name()
	pair, err := Prepare(truth, guess, s)
	if errors.Is(err, class.ErrDropped) {
		return dropped(truth, guess, s, err)
	}
	if err != nil {
		return nil, err
	}
	if n := pair.Truth.N(); n < 2 {
		return nil, fmt.Errorf("%s and %s have %s: it takes two to have a pair that can be compared", s.TruthName, s.GuessName, report.Many(n, "node"))
	}
	kind, guessed := class.Ambiguous, describe(s.GuessName, pair.Guess)
	if pair.Guess != nil {
		kind = pair.Guess.Kind()
	}
	if pair.Readings.Several { // the graph as it was drawn, not the first of its readings
		guessed = report.Graph{Name: s.GuessName, Class: kind.String(), Nodes: guess.N(), Edges: guess.M()}
	}
	guessed.Done = pair.Readings.Done
	chosen, skipped, err := distance.Select(s.metrics(), pair.Truth.Kind(), kind, s.Params.Symmetric)
	if err != nil {
		return nil, err
	}
	c := &report.Comparison{Truth: describe(s.TruthName, pair.Truth), Guess: guessed}
	for _, sk := range skipped {
		c.Skipped = append(c.Skipped, report.Skip{Metric: sk.Metric.Name, Why: sk.Why.Error()})
	}
	if s.Before != nil && pair.Guess != nil {
		var total, most time.Duration
		var slowest *distance.Metric
		for _, m := range chosen {
			d := m.Estimate(pair.Truth, pair.Guess, pair.Params)
			if total += d; d > most {
				most, slowest = d, m
			}
		}
		if slowest != nil {
			s.Before(total*time.Duration(1+s.Baseline), slowest)
		}
	}
	progress := func(done, of float64) func(float64) { // of a part of the work
		all := pair.Params.Options.Progress
		if all == nil {
			return nil
		}
		return func(share float64) { all((done + share*of) / float64(1+s.Baseline)) }
	}
	for i, m := range chosen {
		one := *pair
		part := 1 / float64(len(chosen))
		one.Params.Options.Progress = progress(float64(i)*part, part)
		start := time.Now()
		r, err := one.Measure(ctx, m, s)
		if err != nil {
			return nil, err
		}
		c.Results = append(c.Results, report.Entry{Metric: m, Result: r, Seconds: time.Since(start).Seconds()})
	}
	if s.Baseline > 0 && pair.Guess != nil {
		one := *pair
		one.Params.Options.Progress = progress(1, float64(s.Baseline))
		if err := one.holdAgainst(ctx, c, s.Baseline); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// dropped returns the comparison with a guess that counts as invalid: every number is
// undefined, for the reason that it was dropped for.
func dropped(truth, guess *graph.Graph, s Settings, why error) (*report.Comparison, error) {
	t, err := class.Check(truth, s.TruthClass)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.TruthName, err)
	}
	var bad *class.Error
	errors.As(why, &bad)
	c := &report.Comparison{
		Truth: describe(s.TruthName, t.Model()),
		Guess: report.Graph{Name: s.GuessName, Class: bad.Kind.String(), Nodes: guess.N(), Edges: guess.M(), Done: []string{"dropped as invalid: " + bad.Fault()}},
	}
	chosen, _, err := distance.Select(s.metrics(), t.Kind(), bad.Kind, s.Params.Symmetric)
	for _, m := range chosen {
		c.Results = append(c.Results, report.Entry{Metric: m, Result: distance.Undefined("the guess is invalid: " + bad.Fault())})
	}
	return c, err
}

// metrics returns the names of metrics and groups to compare by.
func (s *Settings) metrics() []string {
	if len(s.Metrics) == 0 {
		return []string{"default"}
	}
	return s.Metrics
}

func describe(name string, m *class.Model) report.Graph {
	if m == nil {
		return report.Graph{Name: name}
	}
	return report.Graph{Name: name, Class: m.Kind().String(), Nodes: m.N(), Edges: m.Drawn().M()}
}
