package sepdist

import (
	"fmt"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/model"
)

// reverse returns the pair with its two graphs exchanged: the claims are then those of the truth.
func (p *Pair) reverse() *Pair {
	r := *p
	r.truth, r.guess, r.reversed = p.guess, p.truth, !p.reversed
	r.params.Options.Reversed = r.reversed
	return &r
}

// asGiven returns the pair with truth and guess as they were given.
func (p *Pair) asGiven() *Pair {
	if p.reversed {
		return p.reverse()
	}
	return p
}

// reversible returns an error for a metric whose reverse direction is not defined or the same.
func (p *Pair) reversible(m *distance.Metric) error {
	if m.Symmetric {
		return fmt.Errorf("%s is the same in both directions: there is no reverse one", m.Name)
	}
	if m.Defined(p.guess.Kind(), p.truth.Kind()) != nil {
		return fmt.Errorf("%s in reverse takes the claims of the truth, and is not defined for them: the truth is %s, the guess %s", m.Name, p.truth.Kind().Title(), p.guess.Kind().Title())
	}
	return nil
}

// given returns truth and guess as they were given.
func (w *explainer) given() (truth, guess *model.Model) {
	if w.reversed {
		return w.guess, w.truth
	}
	return w.truth, w.guess
}

// kind returns the kind of a mistake in terms of truth and guess as they were given.
func (w *explainer) kind(k string) string {
	switch {
	case !w.reversed:
		return k
	case k == claim.ConnectedInTruth:
		return claim.SeparatedInTruth
	case k == claim.SeparatedInTruth:
		return claim.ConnectedInTruth
	case k == claim.AmenableInTruth:
		return claim.AmenableInGuess
	case k == claim.AmenableInGuess:
		return claim.AmenableInTruth
	}
	return k
}
