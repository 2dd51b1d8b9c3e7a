package distance

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
)

// A Metric is a named way to compare two graphs.
type Metric struct {
	Name      string      // as typed on the command line
	Doc       string      // one sentence: what it counts
	Meaning   string      // half a sentence on what the number says, for people: "of the pairs ..."
	Group     string      // sd, mb, sc, aid, structure
	Paper     string      // key in docs/references.bib
	Symmetric bool        // d(truth, guess) = d(guess, truth)
	Truth     class.Kinds // what the truth may be
	Guess     class.Kinds // what the guess may be
	Instead   string      // what to use where the guess (or the truth) is of another class

	// For docs/metrics.md.
	Definition string // a few sentences
	Formula    string
	Range      string

	measure func(ctx context.Context, truth, guess *class.Model, p Params) (Result, error)
}

// Metrics lists every metric there is.
var Metrics = slices.Concat(separationMetrics, orderMetrics, adjustmentMetrics, structureMetrics)

// Find returns the metric of the given name, or an error that suggests one.
func Find(name string) (*Metric, error) {
	for i := range Metrics {
		if Metrics[i].Name == name {
			return &Metrics[i], nil
		}
	}
	return nil, fmt.Errorf("no metric is named %q", name)
}

// A ClassError says that a metric is not defined for the class of a graph.
type ClassError struct {
	Metric string
	Role   string // "truth" or "guess"
	Kind   class.Kind
	Needs  class.Kinds
	Use    string // what to use instead
}

func (e *ClassError) Error() string {
	var needs []string
	for _, k := range e.Needs.List() {
		needs = append(needs, k.Title())
	}
	s := fmt.Sprintf("the %s is %s; %s needs %s", e.Role, e.Kind.Title(), e.Metric, strings.Join(needs, " or "))
	if e.Use != "" {
		s += ": " + e.Use
	}
	return s
}

// Defined says why the metric is not defined between graphs of these classes, or
// returns nil.
func (m *Metric) Defined(truth, guess class.Kind) error {
	if !m.Guess.Has(guess) {
		return &ClassError{m.Name, "guess", guess, m.Guess, m.Instead}
	}
	if !m.Truth.Has(truth) {
		return &ClassError{m.Name, "truth", truth, m.Truth, m.Instead}
	}
	return nil
}

// Measure returns how far guess is from truth. The models must have the same nodes in
// the same order (see [graph.Align]).
func (m *Metric) Measure(ctx context.Context, truth, guess *class.Model, p Params) (Result, error) {
	if err := m.Defined(truth.Kind(), guess.Kind()); err != nil {
		return Result{}, err
	}
	if truth.N() != guess.N() {
		return Result{}, fmt.Errorf("%s: the truth has %d nodes and the guess %d: align them first", m.Name, truth.N(), guess.N())
	}
	if m.Symmetric || p.Symmetric == (Symmetry{}) {
		return m.measure(ctx, truth, guess, p)
	}
	if err := m.Defined(guess.Kind(), truth.Kind()); err != nil {
		return Result{}, fmt.Errorf("symmetrised, %w", err)
	}
	return p.Symmetric.measure(ctx, m, truth, guess, p)
}
