package batch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
)

// A measurer turns pairs into rows. It serves one goroutine.
type measurer struct {
	settings     compare.Settings
	truth, guess *Reading
	named        []string // metrics that are asked for by name: rows that they have in any case
	plans        map[[2]class.Kind][]step
	truthRoom    room
	guessRoom    room
	rows         []Row

	// The truth that was read last: many pairs often have the same.
	last struct {
		path  string
		graph *graph.Graph
		class class.Kind
	}
}

// A step is a metric, or why it is not measured.
type step struct {
	metric *distance.Metric
	why    error
}

func newMeasurer(s *Settings, inner int) *measurer {
	m := &measurer{settings: s.Compare, truth: &s.Truth, guess: &s.Guess, plans: make(map[[2]class.Kind][]step)}
	o := &m.settings.Params.Options
	o.Progress, o.Workers = nil, inner
	if inner == 1 {
		o.Scratch = new(distance.Scratch)
	}
	if len(m.settings.Metrics) == 0 {
		m.settings.Metrics = []string{"default"}
	}
	for _, name := range m.settings.Metrics {
		if _, err := distance.Find(name); err != nil {
			m.named = nil
			break
		}
		if !slices.Contains(m.named, name) {
			m.named = append(m.named, name)
		}
	}
	return m
}

// measure returns the rows of a pair, until the next call.
func (m *measurer) measure(ctx context.Context, p *Pair) (rows []Row, err error) {
	m.rows = m.rows[:0]
	defer func() {
		if fault := recover(); fault != nil { // one pair is not worth the night's work
			m.settings.Params.Options.Scratch = nil
			if m.settings.Params.Options.Workers == 1 {
				m.settings.Params.Options.Scratch = new(distance.Scratch)
			}
			m.fail(p, Crash+": "+oneLine(fmt.Sprint(fault)))
			rows, err = m.rows, nil
		}
	}()
	pair, err := m.prepare(p)
	if err != nil {
		m.fail(p, reasonOf(err))
		return m.rows, nil
	}
	kind := class.Ambiguous // of a guess without a reading
	if pair.Guess != nil {
		kind = pair.Guess.Kind()
	}
	for _, s := range m.plan(pair.Truth.Kind(), kind) {
		row := Row{ID: p.ID, Truth: p.Truth.Name, Guess: p.Guess.Name, Metric: s.metric.Name, Status: OK, Value: math.NaN()}
		if s.why != nil {
			row.Status, row.Reason = Error, reasonOf(s.why)
			m.rows = append(m.rows, row)
			continue
		}
		start := time.Now()
		r, err := pair.Measure(ctx, s.metric, m.settings)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		row.Seconds = time.Since(start).Seconds()
		if err != nil {
			row.Status, row.Reason = Error, reasonOf(err)
		} else {
			row.Counted, row.Wrong, row.Of, row.Value = r.Counted, r.Count.Wrong, r.Count.Of, r.Value
			if !r.Defined() {
				row.Reason = Undefined + ": " + oneLine(r.Why)
			}
		}
		m.rows = append(m.rows, row)
	}
	return m.rows, nil
}

// fail makes the rows of a pair that has no numbers at all.
func (m *measurer) fail(p *Pair, reason string) {
	row := Row{ID: p.ID, Truth: p.Truth.Name, Guess: p.Guess.Name, Status: Error, Reason: reason, Value: math.NaN()}
	m.rows = m.rows[:0]
	for _, name := range m.named {
		row.Metric = name
		m.rows = append(m.rows, row)
	}
	if len(m.named) == 0 {
		m.rows = append(m.rows, row)
	}
}

// prepare reads the two graphs and brings them together.
func (m *measurer) prepare(p *Pair) (*compare.Pair, error) {
	s := &m.settings
	s.TruthName, s.GuessName = cmpName(p.Truth.Name, "truth"), cmpName(p.Guess.Name, "guess")
	if p.Draw != nil {
		truth, guess, kind, err := p.Draw()
		if err != nil {
			return nil, err
		}
		s.TruthClass, s.GuessClass = kind, kind
		return compare.Prepare(truth, guess, *s)
	}
	if p.Truth.Path == "" || p.Truth.Path != m.last.path {
		m.last.path = ""
		g, kind, err := p.Truth.read(m.truth, &m.truthRoom)
		if err != nil {
			return nil, inRole(&p.Truth, "truth", err)
		}
		m.last.path, m.last.graph, m.last.class = p.Truth.Path, g, kind
	}
	g, kind, err := p.Guess.read(m.guess, &m.guessRoom)
	if err != nil {
		return nil, inRole(&p.Guess, "guess", err)
	}
	s.TruthClass, s.GuessClass = m.last.class, kind
	pair, err := compare.Prepare(m.last.graph, g, *s)
	if err == nil && pair.Truth.N() < 2 {
		err = errSmall
	}
	return pair, err
}

func cmpName(name, role string) string {
	if name == "" {
		return role
	}
	return name
}

// inRole says of a graph at hand, which has no name, which of the two it is.
func inRole(g *Graph, role string, err error) error {
	if g.Path == "" && g.Err == nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	return err
}

// plan returns what is measured for graphs of these classes.
func (m *measurer) plan(truth, guess class.Kind) []step {
	key := [2]class.Kind{truth, guess}
	if p, known := m.plans[key]; known {
		return p
	}
	var plan []step
	add := func(metric *distance.Metric, why error) {
		if !slices.ContainsFunc(plan, func(s step) bool { return s.metric == metric }) {
			plan = append(plan, step{metric, why})
		}
	}
	for _, name := range m.settings.Metrics {
		chosen, skipped, err := distance.Select([]string{name}, truth, guess, m.settings.Params.Symmetric)
		if err != nil {
			metric, _ := distance.Find(name) // the names were checked before
			add(metric, err)
		}
		for _, metric := range chosen {
			add(metric, nil)
		}
		for _, s := range skipped {
			add(s.Metric, s.Why)
		}
	}
	m.plans[key] = plan
	return plan
}

// checkMetrics refuses names that are neither of a metric nor of a group.
func checkMetrics(names []string) error {
	for _, name := range names {
		if _, _, err := distance.Select([]string{name}, class.Unstated, class.Unstated, distance.Symmetry{}); err != nil {
			var of *distance.ClassError
			if !errors.As(err, &of) {
				return err
			}
		}
	}
	return nil
}
