package distance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// A Metric is a named way to compare two graphs. Its row says everything about it: other packages
// ask for no metric by its name or group.
type Metric struct {
	Name      string      // as typed on the command line
	Doc       string      // one sentence: what it counts
	Meaning   string      // what is counted, in one phrase: "node pairs whose edge differs"
	Wrong     string      // the same after a number: "3 of 12 " + "node pairs differ"; empty where it counts no claims
	Claims    ClaimKind   // what a wrong claim is about
	Group     string      // sd, mb, sc, aid, structure
	Paper     string      // key in docs/references.bib
	Symmetric bool        // d(truth, guess) = d(guess, truth)
	Score     bool        // not a distance: the larger, the better
	Truth     class.Kinds // what the truth may be
	Guess     class.Kinds // what the guess may be
	Series    SeriesKinds // which time series they may be
	Instead   string      // what to use where the guess (or the truth) is of another class
	Cheaper   string      // a similar metric that takes much less time, by name; may be empty
	Sampling  []string    // options by which it draws a sample in place of counting everything
	Slow      bool        // it may take a second even between small graphs

	// For docs/metrics.md.
	Definition string // a few sentences
	Formula    string
	Range      string

	statistic *statistic // of an s/c-metric

	triangular bool // see [Metric.Triangular]

	measure  measurement
	series   measurement // of time series; nil where they are not measured
	claims   func(guess *model.Model) func(x, y graph.Node) Claim
	estimate func(truth, guess *model.Model, p Params) float64 // seconds on one worker; nil is none worth a word
}

// A measurement returns how far guess is from truth.
type measurement func(ctx context.Context, truth, guess *model.Model, p Params) (Result, error)

// A ClaimKind says what the wrong claims that a metric counts are about, and so what shows that
// they are wrong.
type ClaimKind uint8

const (
	NoClaims        ClaimKind = iota // it counts no claims
	AboutSeparation                  // a pair without an edge in the guess, and a separator: a path shows it
	AboutEffects                     // a treatment, an outcome and an adjustment set: a path shows it
	AboutEdges                       // the edges of an unordered pair: comparing both graphs shows it
	AboutStatements                  // an unordered pair and any set: a path shows it (see [Metric.Differing])
)

// HasSets reports whether each claim comes with a set that the guess offers.
func (k ClaimKind) HasSets() bool { return k == AboutSeparation || k == AboutEffects }

// Metrics lists every metric there is.
var Metrics = slices.Concat(separationMetrics, orderMetrics, adjustmentMetrics, structureMetrics)

// A ClassError says that a metric is not defined for the class of a graph.
type ClassError struct {
	Metric string
	Role   string // "truth" or "guess"
	Kind   class.Kind
	Needs  class.Kinds
	Use    string // what to use instead
	Why    string // why it is not defined for any time series of the class; else empty
}

func (e *ClassError) Error() string {
	if e.Why != "" {
		return e.Why
	}
	var needs []string
	for _, k := range e.Needs.List() {
		needs = append(needs, k.Title())
	}
	s := fmt.Sprintf("the %s is %s; %s needs %s", e.Role, e.Kind.Title(), e.Metric, list(needs))
	if e.Use != "" {
		s += ": " + e.Use
	}
	return s
}

// Defined says why the metric is not defined between graphs of these classes, or
// returns nil.
func (m *Metric) Defined(truth, guess class.Kind) error {
	if truth.IsSeries() || guess.IsSeries() {
		return m.definedForSeries(truth, guess)
	}
	if !m.Guess.Has(guess) {
		return &ClassError{Metric: m.Name, Role: "guess", Kind: guess, Needs: m.Guess, Use: m.Instead}
	}
	if !m.Truth.Has(truth) {
		return &ClassError{Metric: m.Name, Role: "truth", Kind: truth, Needs: m.Truth, Use: m.Instead}
	}
	return nil
}

// definedWith is [Metric.Defined] where the two directions are made one.
func (m *Metric) definedWith(truth, guess class.Kind, s Symmetry) error {
	err := m.Defined(truth, guess)
	if err == nil && s != (Symmetry{}) && !m.Symmetric {
		if back := m.Defined(guess, truth); back != nil {
			return fmt.Errorf("the symmetrised form also compares the other way round, and %w", back)
		}
	}
	return err
}

// Measure returns how far guess is from truth. The models must have the same nodes in
// the same order (see [graph.Align]).
func (m *Metric) Measure(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
	if err := m.definedWith(truth.Kind(), guess.Kind(), p.Symmetric); err != nil {
		return Result{}, err
	}
	if truth.N() != guess.N() {
		return Result{}, fmt.Errorf("%s: the truth has %d nodes and the guess %d: align them first", m.Name, truth.N(), guess.N())
	}
	for v := range p.Sources.Union(p.Targets).All() {
		if int(v) >= truth.N() && !truth.Kind().IsSeries() {
			return Result{}, fmt.Errorf("%s: sources or targets name node %d of graphs with %d nodes: leave it out", m.Name, v+1, truth.N())
		}
	}
	if p.Part != (Part{}) && (!m.Splits(truth, guess, p) || p.Options.Mistake != nil) {
		return Result{}, fmt.Errorf("%s: a part of the sources cannot be counted here: leave out all other restrictions", m.Name)
	}
	if m.Symmetric || p.Symmetric == (Symmetry{}) {
		return m.measureOnce(ctx, truth, guess, p)
	}
	return p.Symmetric.measure(ctx, m, truth, guess, p)
}

// measureOnce measures one direction. A share of no pairs at all is undefined, where there
// are nodes to make pairs of.
func (m *Metric) measureOnce(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
	measure := m.measure
	if truth.Kind().IsSeries() {
		measure = m.series
	}
	r, err := measure(ctx, truth, guess, p)
	if err == nil && m.Claims == AboutSeparation && !truth.Kind().IsSeries() && p.Part == (Part{}) { // which know it themselves
		r.countClaims(guess, p)
	}
	if err == nil && r.Counted && r.Count.Of == 0 && (truth.N() > 1 || truth.Kind().IsSeries()) {
		r.Value, r.Why = math.NaN(), "no node pair is left: check sources, targets and weights"
	}
	return r, err
}

// list joins the titles of classes for a sentence: "a DAG, a MAG or an ADMG".
func list(titles []string) string {
	if n := len(titles) - 1; n > 0 {
		return strings.Join(titles[:n], ", ") + " or " + titles[n]
	}
	return strings.Join(titles, "")
}
