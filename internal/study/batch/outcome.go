package batch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An Outcome says how many pairs could be compared.
type Outcome struct {
	Pairs, Failed int
	Reasons       []ReasonCount // of the pairs that failed, most first
	First         string        // the reason of the first of these
}

// Count adds a pair whose reason is empty where it was compared.
func (o *Outcome) Count(reason string) {
	if o.Pairs++; reason == "" {
		return
	}
	if o.Failed++; o.First == "" {
		o.First = reason
	}
	o.Reasons = CountReason(o.Reasons, reason)
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
