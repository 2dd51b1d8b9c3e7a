package distance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// A Metric is a way to compare two graphs. Other packages depend on its fields, not on its name or
// group.
type Metric struct {
	Name      string      // as typed on the command line
	Doc       string      // one sentence: what it counts
	Meaning   string      // what is counted, in one phrase: "node pairs whose edge differs"
	Unit      string      // what it counts, in the plural: "node pairs"; may be empty
	Claims    ClaimKind   // what the claims are about
	Group     string      // sd, mb, sc, aid, structure
	Paper     string      // key in docs/references.bib
	Symmetric bool        // d(truth, guess) = d(guess, truth)
	Score     bool        // not a distance: the larger, the better
	Truth     graph.Kinds // classes of the truth
	Guess     graph.Kinds // classes of the guess
	Series    seriesKinds // classes of time series
	Instead   string      // advice if the guess (or the truth) is of another class
	Cheaper   string      // a similar metric that takes much less time, by name; may be empty
	Sampling  []string    // options that make it draw a sample instead of counting everything
	Slow      bool        // it may take a second even between small graphs

	// For docs/metrics.md.
	Definition string // a few sentences
	Formula    string
	Range      string
}

// Tally returns what is wrong, to follow a number of claims: "3 of 12 " + "claims of the guess are wrong in
// the truth". In reverse, the claims are those of the truth.
func (m *Metric) Tally(wrong float64, reverse bool) string {
	truth, guess, be, s := "truth", "guess", "are", ""
	if reverse {
		truth, guess = guess, truth
	}
	if wrong == 1 {
		be, s = "is", "s"
	}
	switch {
	case m.Name == Recorded.Name:
		return fmt.Sprintf("recorded claims %s wrong in the %s", be, truth)
	case m.Claims == AboutSeparation:
		return fmt.Sprintf("claims of the %s %s wrong in the %s", guess, be, truth)
	case m.Claims == AboutEffects:
		return fmt.Sprintf("causal effects %s misidentified by the %s", be, guess)
	case m.Claims == AboutStatements:
		return "statements differ" + s
	}
	return m.Unit + " differ" + s
}

// A ClaimKind is the subject of the claims that a metric counts, which determines the evidence that
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

// Metrics lists every metric.
var Metrics = slices.Concat(separationMetrics, orderMetrics, adjustmentMetrics, structureMetrics)

// A ClassError reports that a metric is not defined for the class of a graph.
type ClassError struct {
	Metric string
	Role   string // "truth" or "guess"
	Kind   class.Kind
	Needs  graph.Kinds
	Use    string // what to use instead
	Why    string // the whole message, if not empty
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

// Defined returns an error if the metric is not defined between graphs of these classes.
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

// DefinedWith is [Metric.Defined] for a symmetrised metric, which must be defined in both directions.
func (m *Metric) DefinedWith(truth, guess class.Kind, s Symmetry) error {
	err := m.Defined(truth, guess)
	if err == nil && s != (Symmetry{}) && !m.Symmetric {
		if back := m.Defined(guess, truth); back != nil {
			return fmt.Errorf("the symmetrised form also compares the other way round, and %w", back)
		}
	}
	return err
}

// list joins the titles of classes for a sentence: "a DAG, a MAG or an ADMG".
func list(titles []string) string {
	if n := len(titles) - 1; n > 0 {
		return strings.Join(titles[:n], ", ") + " or " + titles[n]
	}
	return strings.Join(titles, "")
}
