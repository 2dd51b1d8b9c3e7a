package distance

import (
	"fmt"
	"math"
	"strconv"
)

// A Symmetry combines d(truth, guess) and d(guess, truth) into one number. With the zero value, the result
// is d(truth, guess).
type Symmetry struct {
	kind   symmetry
	weight float64
}

type symmetry uint8

const (
	oneWay symmetry = iota
	weighted
	geometric
	harmonic
)

// The ways to symmetrise. Only the mean, and weights strictly between 0 and 1, are 0 if and only if both
// directions are 0.
var (
	Mean      = Symmetry{weighted, 0.5} // the formula of Wahl and Runge, remark on symmetry
	Geometric = Symmetry{kind: geometric}
	Harmonic  = Symmetry{kind: harmonic}
)

// Set parses "mean", "geometric", "harmonic", "none" or a weight w from 0 to 1, which means
// w d(truth, guess) + (1-w) d(guess, truth). With String it makes a [flag.Value]. Empty means none.
func (s *Symmetry) Set(text string) error {
	switch text {
	case "", "none":
		*s = Symmetry{}
	case "mean":
		*s = Mean
	case "geometric":
		*s = Geometric
	case "harmonic":
		*s = Harmonic
	default:
		w, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("unknown symmetrisation %q: use mean, geometric, harmonic, or a weight from 0 to 1 for the forward direction", text)
		}
		if !(w >= 0 && w <= 1) {
			return fmt.Errorf("a weight of %v: it must be from 0 to 1", w)
		}
		*s = Symmetry{weighted, w}
	}
	return nil
}

// String returns the text that [Symmetry.Set] parses.
func (s Symmetry) String() string {
	switch {
	case s.kind == oneWay:
		return "none"
	case s == Mean:
		return "mean"
	case s.kind == geometric:
		return "geometric"
	case s.kind == harmonic:
		return "harmonic"
	}
	return strconv.FormatFloat(s.weight, 'g', -1, 64)
}

// Combine returns the number for two directions.
func (s Symmetry) Combine(forward, reverse float64) float64 {
	switch s.kind {
	case geometric:
		return math.Sqrt(forward * reverse)
	case harmonic:
		if forward == 0 || reverse == 0 {
			return 0 // the limit
		}
		return 2 * forward * reverse / (forward + reverse)
	}
	return s.weight*forward + (1-s.weight)*reverse
}
