package distance

import (
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// seriesKinds are the classes of time series between which a metric is defined.
type seriesKinds struct{ Truth, Guess graph.Kinds }

// separatingSeries are guesses of some classes, and every truth in which separation is defined.
func separatingSeries(guess graph.Kinds) seriesKinds {
	return seriesKinds{kind.SeparatingSeries, guess}
}

var everySeries = seriesKinds{kind.Series, kind.Series}

// definedForSeries is [Metric.Defined] if at least one of the graphs is a time series.
func (m *Metric) definedForSeries(truth, guess class.Kind) error {
	bad := &ClassError{Metric: m.Name, Role: "guess", Kind: guess, Needs: m.Series.Guess, Use: "use zl-sd"}
	switch {
	case !truth.IsSeries():
		bad.Why = fmt.Sprintf("the guess is %s, and the truth has no lags", guess.Title())
	case !guess.IsSeries():
		bad.Why = fmt.Sprintf("the truth is %s, and the guess has no lags", truth.Title())
	case m.Series.Guess&kind.SeparatingSeries == 0 && guess.Separates():
		bad.Why = fmt.Sprintf("%s is not defined for time series: %s", m.Name, m.whyNoSeries())
	case m.Series.Guess.Has(guess) && m.Series.Truth.Has(truth):
		return nil
	case !truth.Separates():
		bad.Role, bad.Kind, bad.Needs = "truth", truth, m.Series.Truth
		bad.Why = fmt.Sprintf("%s is not defined if the truth is %s: use the group structure", m.Name, truth.Title())
	case !guess.Separates():
		bad.Why = fmt.Sprintf("%s is not defined for %s: use zl-sd, pancestor-sd or the group structure", m.Name, guess.Title())
	case m.Series.Guess.Has(guess):
		bad.Role, bad.Kind, bad.Needs = "truth", truth, m.Series.Truth
	}
	return bad
}

// whyNoSeries returns the reason why the metric is not defined for time series.
func (m *Metric) whyNoSeries() string {
	if m.Claims == AboutSeparation {
		return "a moment has infinitely many ancestors"
	}
	return "effects between moments of an infinite graph are not defined here yet"
}
