package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/numeral"
)

// An Outcome counts the pairs that could be compared.
type Outcome struct {
	Pairs, Failed int
	Reasons       Reasons // of the pairs that failed
	First         Reason  // the reason of the first of them
	Ask           error   // the questions of the first of them, if it asks any
	Invalid       Reasons // of the pairs whose guess violates its class
	Drop          bool    // whether these are not counted as failed
	NoValue       Reasons // metrics without a value, in pairs that were compared

	// Apart is the number of pairs whose distances may be above 0 even if the guess is the
	// equivalence class of the truth, because the graphs are of different classes. As is the class
	// to compare the first of them as, and Classes are those of all graphs that were compared.
	Apart   int
	As      class.Kind
	Classes graph.Kinds
}

// A PairOutcome is the outcome of one pair.
type PairOutcome struct {
	Reason Reason     // why it could not be compared, none if it was
	As     class.Kind // the class to compare it as instead, see [Outcome]

	Classes graph.Kinds // those of its graphs, if it was compared

	InvalidGuess bool // the guess violates its class

	NoValue []string // metrics without a value, if it was compared

	Ask error // if it could not be compared because of open questions
}

// OutcomeOf returns the outcome of a pair with these rows.
func OutcomeOf(pair []Row) (o PairOutcome) {
	if bad := Failure(pair); bad != nil {
		o.Reason = bad.Reason
		o.InvalidGuess = bad.TruthClass != "" && bad.GuessClass == "" && !slices.Contains(otherCodes, bad.Reason.Code)
		return o
	}
	for i := range pair {
		if math.IsNaN(pair[i].Value) {
			o.NoValue = append(o.NoValue, pair[i].Metric)
		}
	}
	if len(pair) == 0 {
		return o
	}
	truth, _ := class.Parse(pair[0].TruthClass) // unstated if it is not a class
	guess, _ := class.Parse(pair[0].GuessClass)
	o.Classes = kind.Of(truth, guess)
	if truth == guess {
		return o
	}
	for i := range pair {
		m, err := distance.Find(pair[i].Metric)
		if pair[i].Status != OK || err != nil || m.Claims == distance.AboutSeparation || m.Claims == distance.AboutStatements {
			continue // members of a class have the same separations
		}
		o.As = kind.CompareAs(truth, guess)
		break
	}
	return o
}

// Count adds a pair.
func (o *Outcome) Count(p PairOutcome) {
	o.Pairs++
	o.Classes |= p.Classes
	if p.As != class.Unstated {
		if o.Apart++; o.Apart == 1 {
			o.As = p.As
		}
	}
	for _, metric := range p.NoValue {
		o.NoValue.Count(metric)
	}
	if p.Reason == (Reason{}) {
		return
	}
	if p.InvalidGuess {
		if o.Invalid.Count(p.Reason.Code); o.Drop {
			return
		}
	}
	if o.Failed++; o.First == (Reason{}) {
		o.First, o.Ask = p.Reason, p.Ask
	}
	o.Reasons.Count(p.Reason.Code)
}

// Outcome returns the outcome of all rows.
func (t Table) Outcome(drop bool) (o Outcome, err error) {
	o.Drop = drop
	for pair, err := range t {
		if err != nil {
			return o, err
		}
		o.Count(OutcomeOf(pair.Rows))
	}
	return o, nil
}

// Note returns what a reader of the numbers should know, or nothing.
func (o *Outcome) Note() string {
	if o.Apart == 0 {
		return ""
	}
	return fmt.Sprintf("in %d of %d pairs %s", o.Apart, o.Pairs, kind.DifferNote(kind.CompareAllAs(o.As, o.Classes)))
}

// NotCompared returns the number of pairs that were not compared.
func (o *Outcome) NotCompared() int {
	if o.Drop {
		return o.Failed + o.Invalid.Pairs("")
	}
	return o.Failed
}

// Compared counts the pairs that were compared, and those that have no value of some metric.
func (o *Outcome) Compared() string {
	text := numeral.Count(o.Pairs, "pair") + " compared"
	if n := o.NotCompared(); n > 0 {
		text = fmt.Sprintf("%d of %d pairs compared", o.Pairs-n, o.Pairs)
	}
	separator := "; "
	for _, m := range o.NoValue {
		text += fmt.Sprintf("%s%d without a value of %s", separator, m.Pairs, m.Code)
		separator = ", "
	}
	return text
}

// Err returns an error that counts the pairs that could not be compared, or nil if all were.
func (o *Outcome) Err() error {
	if o.Failed == 0 {
		return nil
	}
	o.Reasons.Sort()
	some := fmt.Sprintf("%d of %d pairs could not be compared", o.Failed, o.Pairs)
	if o.Failed == o.Pairs {
		some = fmt.Sprintf("no pair of %d could be compared", o.Pairs)
	}
	if o.Ask != nil {
		return advice.Errorf("%s (%s); the first: %s: %w", some, o.Reasons, Ask, o.Ask)
	}
	if len(o.Invalid) > 0 && !o.Drop {
		return advice.Errorf("%s (%s); the first: %s; use %v to count guesses that violate their class", some, o.Reasons, o.First, advice.Option("invalid", string(class.Drop)))
	}
	return fmt.Errorf("%s (%s); the first: %s", some, o.Reasons, o.First)
}

// Reasons count pairs by the codes of their reasons.
type Reasons []ReasonCount

// A ReasonCount is the number of pairs with a code.
type ReasonCount struct {
	Code  string `json:"code"`
	Pairs int    `json:"pairs"`
}

// Count counts one more pair with a code.
func (r *Reasons) Count(code string) { r.Add(ReasonCount{code, 1}) }

// Add adds pairs with a code.
func (r *Reasons) Add(more ReasonCount) {
	i := slices.IndexFunc(*r, func(c ReasonCount) bool { return c.Code == more.Code })
	if i < 0 {
		*r = append(*r, more)
	} else {
		(*r)[i].Pairs += more.Pairs
	}
}

// Pairs returns the number of pairs with a code, or of all if the code is empty.
func (r Reasons) Pairs(code string) (n int) {
	for _, c := range r {
		if code == "" || c.Code == code {
			n += c.Pairs
		}
	}
	return n
}

// Sort sorts the codes by frequency, the most frequent first.
func (r Reasons) Sort() {
	slices.SortFunc(r, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), strings.Compare(a.Code, b.Code))
	})
}

func (r Reasons) String() string { return r.Join(", ") }

// Join lists the codes with their numbers, separated by sep.
func (r Reasons) Join(sep string) string {
	var parts []string
	for _, c := range r {
		parts = append(parts, fmt.Sprintf("%d %s", c.Pairs, c.Code))
	}
	return strings.Join(parts, sep)
}
