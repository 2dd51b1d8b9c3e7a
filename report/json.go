package report

import (
	"io"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/numeral"
)

// jsonResult is a [distance.Result] as it is written. Fields that do not apply are left
// out; an undefined value is null.
type jsonResult struct {
	Metric string `json:"metric,omitempty"`

	Wrong any      `json:"wrong,omitempty"`
	Of    any      `json:"of,omitempty"`
	Value *float64 `json:"value"`
	Why   string   `json:"why,omitempty"`

	Claims       any      `json:"claims,omitempty"`
	Rate         *float64 `json:"rate,omitempty"`
	NoSeparator  any      `json:"no_separator,omitempty"`
	Unidentified any      `json:"unidentified,omitempty"`
	Recorded     *int     `json:"recorded,omitempty"`
	Incoherent   *int     `json:"incoherent,omitempty"`

	Exact    *bool       `json:"exact,omitempty"`
	Samples  int64       `json:"samples,omitempty"`
	Stderr   *float64    `json:"stderr,omitempty"`
	Interval *[2]float64 `json:"interval,omitempty"`
	Seed     any         `json:"seed,omitempty"`

	TP *int64 `json:"tp,omitempty"`
	FP *int64 `json:"fp,omitempty"`
	FN *int64 `json:"fn,omitempty"`
	TN *int64 `json:"tn,omitempty"`

	Lower *jsonResult `json:"lower,omitempty"`
	Upper *jsonResult `json:"upper,omitempty"`

	Readings any      `json:"readings,omitempty"`
	Min      *float64 `json:"min,omitempty"`
	Mean     *float64 `json:"mean,omitempty"`
	Max      *float64 `json:"max,omitempty"`
	Partial  *bool    `json:"partial,omitempty"`

	Forward *jsonResult `json:"forward,omitempty"`
	Reverse *jsonResult `json:"reverse,omitempty"`

	ClassOfTruth *jsonResult `json:"class_of_truth,omitempty"`
	Baseline     *Baseline   `json:"baseline,omitempty"`

	Seconds *float64    `json:"seconds,omitempty"`
	Notes   []string    `json:"notes,omitempty"`
	Orders  []jsonOrder `json:"orders,omitempty"`
}

// jsonOrder is a [distance.Order] as it is written.
type jsonOrder struct {
	Order          int         `json:"order"`
	Statements     any         `json:"statements"`
	ConnectedTruth any         `json:"connected_truth"`
	ConnectedGuess any         `json:"connected_guess"`
	ConnectedBoth  any         `json:"connected_both"`
	Value          float64     `json:"value"`
	Void           bool        `json:"void,omitempty"`
	Samples        int64       `json:"samples,omitempty"`
	Stderr         *float64    `json:"stderr,omitempty"`
	Interval       *[2]float64 `json:"interval,omitempty"`
}

// JSON writes the comparison as JSON, with a line break at its end.
func (c *Comparison) JSON(w io.Writer) error { return indented(w, c.document()) }

// document returns what is written as JSON.
func (c *Comparison) document() any {
	doc := struct {
		Truth        Graph        `json:"truth"`
		Guess        Graph        `json:"guess"`
		Results      []jsonResult `json:"results"`
		Skipped      []jsonSkip   `json:"skipped"`
		ClassOfTruth string       `json:"class_of_truth,omitempty"`
		Equivalence  *Equivalence `json:"markov_equivalence,omitempty"`
		Notes        []string     `json:"notes,omitempty"`
	}{c.Truth, c.Guess, make([]jsonResult, len(c.Results)), jsonSkips(c.Skipped), c.ClassOfTruth, c.Equivalence, c.Notes}
	for i, e := range c.Results {
		doc.Results[i] = resultOf(&e.Result)
		doc.Results[i].Metric = e.Metric.Name
		doc.Results[i].ClassOfTruth = part(e.ClassOfTruth)
		doc.Results[i].Baseline = e.Baseline
		doc.Results[i].Seconds = &e.Seconds
	}
	return doc
}

// jsonSkip is a [distance.Skipped] as it is written.
type jsonSkip struct {
	Metric string `json:"metric"`
	Why    string `json:"why"`
}

func jsonSkips(list []distance.Skipped) []jsonSkip {
	skips := make([]jsonSkip, len(list))
	for i, s := range list {
		skips[i] = jsonSkip{s.Metric.Name, s.Why.Error()}
	}
	return skips
}

func resultOf(r *distance.Result) jsonResult {
	j := jsonResult{Why: r.Why, Notes: r.Notes}
	if r.Defined() {
		j.Value = &r.Value
	}
	if r.Counted {
		j.Wrong, j.Of = numeral.JSON(r.Count.Wrong), numeral.JSON(r.Count.Of)
	}
	if r.Unidentified > 0 {
		j.Unidentified = numeral.JSON(r.Unidentified)
	}
	if r.Recorded > 0 {
		j.Recorded, j.Incoherent = &r.Recorded, &r.Incoherent
	}
	if r.HasClaims {
		j.Claims, j.NoSeparator = numeral.JSON(r.Claims), numeral.JSON(r.NoSeparator)
		if rate, ok := rateOf(r); ok {
			j.Rate = &rate
		}
	}
	if c := r.Confusion; c != nil {
		j.TP, j.FP, j.FN, j.TN = &c.TP, &c.FP, &c.FN, &c.TN
	}
	j.Lower, j.Upper = countOf(r.Lower), countOf(r.Upper)
	j.Forward, j.Reverse = part(r.Forward), part(r.Reverse)
	if rd := r.Readings; rd != nil {
		j.Readings, j.Min, j.Mean, j.Max = rd.Count, &rd.Min, &rd.Mean, &rd.Max
		if rd.Count == 0 {
			j.Min, j.Mean, j.Max = j.Value, j.Value, j.Value
		}
	}
	if r.Partial || r.Lower != nil || r.Readings != nil {
		j.Partial = &r.Partial
	}
	exact := r.Sample == nil
	if r.Orders != nil || !exact {
		j.Exact = &exact
	}
	if s := r.Sample; s != nil {
		j.Samples, j.Stderr, j.Interval = s.Samples, &s.Stderr, &[2]float64{s.Lo, s.Hi}
		j.Seed = numeral.JSONUint(s.Seed)
	}
	for _, o := range r.Orders {
		j.Orders = append(j.Orders, orderOf(o))
	}
	return j
}

func part(r *distance.Result) *jsonResult {
	if r == nil {
		return nil
	}
	j := resultOf(r)
	return &j
}

func countOf(c *distance.Count) *jsonResult {
	if c == nil {
		return nil
	}
	value := c.Value()
	return &jsonResult{Wrong: numeral.JSON(c.Wrong), Of: numeral.JSON(c.Of), Value: &value}
}

func orderOf(o distance.Order) jsonOrder {
	j := jsonOrder{
		Order:          o.Order,
		Statements:     numeral.JSONInt(o.Statements),
		ConnectedTruth: numeral.JSONInt(o.ConnectedTruth),
		ConnectedGuess: numeral.JSONInt(o.ConnectedGuess),
		ConnectedBoth:  numeral.JSONInt(o.ConnectedBoth),
		Value:          o.Value,
		Void:           o.Void,
	}
	if s := o.Sample; s != nil {
		j.Samples, j.Stderr, j.Interval = s.Samples, &s.Stderr, &[2]float64{s.Lo, s.Hi}
	}
	return j
}
