package reproduce

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/study/stats"
)

// A Verdict is the judgement of a statement by our numbers.
type Verdict string

// The verdicts. A statement whose rule holds or fails by less than two standard errors is not
// decided, so that fewer runs decide less and never more.
const (
	Seen       Verdict = "seen"
	NotSeen    Verdict = "not seen"
	NotDecided Verdict = "not decided"
)

// A Statement is a statement of the paper, or of ours, about a figure, and its verdict.
type Statement struct {
	Text    string // in our words
	Ours    bool   // it is not in the paper
	Rule    string // by which it is judged, with its bound, which is ours
	Verdict Verdict
	Detail  string // the numbers that decide
}

// An interval is a number with two standard errors on either side.
type interval struct{ mid, lo, hi float64 }

// exactly is a number without error.
func exactly(x float64) interval { return interval{x, x, x} }

func within(mid, stderr float64) interval { return interval{mid, mid - 2*stderr, mid + 2*stderr} }

// stderr returns one standard error.
func (i interval) stderr() float64 { return (i.hi - i.lo) / 4 }

// minus returns the difference of two independent numbers.
func (i interval) minus(j interval) interval {
	return within(i.mid-j.mid, math.Hypot(i.stderr(), j.stderr()))
}

// above reports whether the number is above a bound, below whether it is below one. NaN is not
// decided.
func (i interval) above(bound float64) Verdict {
	switch {
	case i.lo > bound:
		return Seen
	case i.hi < bound:
		return NotSeen
	}
	return NotDecided
}

func (i interval) below(bound float64) Verdict {
	return interval{-i.mid, -i.hi, -i.lo}.above(-bound)
}

// all is the verdict on several statements that must all hold.
func all(verdicts ...Verdict) Verdict {
	sum := Seen
	for _, v := range verdicts {
		if v == NotSeen {
			return NotSeen
		}
		if v == NotDecided {
			sum = NotDecided
		}
	}
	return sum
}

// sure is the verdict on a result without sampling error.
func sure(holds bool) Verdict {
	if holds {
		return Seen
	}
	return NotSeen
}

// meanOf returns the mean of independent numbers.
func meanOf(x []float64) interval {
	x, _ = stats.Both(x, x)
	if len(x) < 2 {
		return interval{stats.Mean(x), math.Inf(-1), math.Inf(1)}
	}
	return within(stats.Mean(x), stats.Stderr(x))
}

// average returns the mean of independent intervals.
func average(list []interval) interval {
	sum, square := 0.0, 0.0
	for _, i := range list {
		sum += i.mid
		square += float64(i.stderr() * i.stderr())
	}
	n := float64(len(list))
	return within(sum/n, math.Sqrt(square)/n)
}

// correlationOf returns a correlation of n pairs of numbers, by Fisher's transformation.
func correlationOf(r float64, n int) interval {
	if n < 5 || math.IsNaN(r) {
		return interval{r, -1, 1}
	}
	z, e := math.Atanh(min(max(r, -0.999999), 0.999999)), 2/math.Sqrt(float64(n-3))
	return interval{r, math.Tanh(z - e), math.Tanh(z + e)}
}

// state adds a statement of the paper, judged by a rule.
func (r *Result) state(v Verdict, text, rule, detail string, args ...any) {
	r.Statements = append(r.Statements, Statement{Text: text, Rule: rule, Verdict: v, Detail: fmt.Sprintf(detail, args...)})
}

// ours adds a statement that is not in the paper.
func (r *Result) ours(v Verdict, text, rule, detail string, args ...any) {
	r.state(v, text, rule, detail, args...)
	r.Statements[len(r.Statements)-1].Ours = true
}
