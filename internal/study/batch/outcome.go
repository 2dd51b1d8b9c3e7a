package batch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
)

// An Outcome says how many pairs could be compared.
type Outcome struct {
	Pairs, Failed int
	Reasons       []ReasonCount // of the pairs that failed, most first
	First         string        // the reason of the first of these

	// Apart is the number of pairs with numbers that even the equivalence class of the truth may not
	// bring to 0, since the graphs are of different classes; As is the class to compare them as, of the first.
	Apart int
	As    class.Kind
}

// A PairOutcome says what came of a pair.
type PairOutcome struct {
	Reason string     // why it could not be compared; empty where it was
	As     class.Kind // the class to compare it as instead, see [Outcome]
}

// OutcomeOf returns what came of a pair with these rows.
func OutcomeOf(pair []Row) (o PairOutcome) {
	if bad := Failure(pair); bad != nil {
		o.Reason = bad.Reason
		return o
	}
	if len(pair) == 0 || pair[0].TruthClass == pair[0].GuessClass {
		return o
	}
	for i := range pair {
		m, err := distance.Find(pair[i].Metric)
		if pair[i].Status != OK || err != nil || m.Claims == distance.AboutSeparation || m.Claims == distance.AboutStatements {
			continue // separations are those of the class
		}
		truth, _ := class.Parse(pair[i].TruthClass) // which we wrote; what is not a class is unstated
		guess, _ := class.Parse(pair[i].GuessClass)
		o.As = compare.EquivalenceOf(truth, guess)
		break
	}
	return o
}

// Count adds a pair.
func (o *Outcome) Count(p PairOutcome) {
	o.Pairs++
	if p.As != class.Unstated {
		if o.Apart++; o.Apart == 1 {
			o.As = p.As
		}
	}
	if p.Reason == "" {
		return
	}
	if o.Failed++; o.First == "" {
		o.First = p.Reason
	}
	o.Reasons = CountReason(o.Reasons, p.Reason)
}

// Note returns what a reader of the numbers should know, or nothing.
func (o *Outcome) Note() string {
	if o.Apart == 0 {
		return ""
	}
	return fmt.Sprintf("in %d of %d pairs %s", o.Apart, o.Pairs, compare.ClassesDiffer(o.As))
}

// CountReason counts one more pair with the code of a reason.
func CountReason(list []ReasonCount, reason string) []ReasonCount {
	code, _, _ := strings.Cut(reason, ":")
	i := slices.IndexFunc(list, func(r ReasonCount) bool { return r.Code == code })
	if i < 0 {
		i = len(list)
		list = append(list, ReasonCount{Code: code})
	}
	list[i].Pairs++
	return list
}

// SortReasons brings the most frequent one to the front.
func SortReasons(list []ReasonCount) {
	slices.SortStableFunc(list, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), strings.Compare(a.Code, b.Code))
	})
}

// Err returns what a user should know of pairs that could not be compared, or nil where all were.
func (o *Outcome) Err() error {
	if o.Failed == 0 {
		return nil
	}
	SortReasons(o.Reasons)
	var codes []string
	for _, r := range o.Reasons {
		codes = append(codes, fmt.Sprintf("%d %s", r.Pairs, r.Code))
	}
	some := fmt.Sprintf("%d of %d pairs could not be compared", o.Failed, o.Pairs)
	if o.Failed == o.Pairs {
		some = fmt.Sprintf("no pair of %d could be compared", o.Pairs)
	}
	return fmt.Errorf("%s (%s); the first: %s", some, strings.Join(codes, ", "), o.First)
}
