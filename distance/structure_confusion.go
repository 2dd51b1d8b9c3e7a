package distance

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// confusionMetrics are precision, recall, F1, Matthews' coefficient and the false positive rate
// for each thing that can be there in the truth and in the guess.
var confusionMetrics = func() []Metric {
	var rows []Metric
	for _, f := range features {
		for _, s := range scores {
			rows = append(rows, Metric{
				Name:      f.name + "-" + s.name,
				Doc:       fmt.Sprintf(s.doc, f.plural),
				Meaning:   fmt.Sprintf(s.meaning, f.plural),
				Group:     "structure",
				Paper:     "powers2011",
				Symmetric: s.symmetric,
				Score:     !s.errors,
				Truth:     class.Any,
				Guess:     class.Any,
				Series:    everySeries,
				Definition: best[s.errors] + " TP counts the " + f.plural + " in both graphs, FP those only in the guess, FN those only in the truth, TN those in neither. " +
					f.definition + " If the formula is 0/0 there is no value.",
				Formula: s.formula,
				Range:   s.interval,
				measure: confusion(f, s),
				series:  confusion(f, s),
			})
		}
	}
	return rows
}()

// best says what a good value is, by whether errors are counted.
var best = map[bool]string{false: "Not a distance: 1 is best.", true: "A rate of errors: 0 is best."}

// A feature is something that can be there in a graph, and be counted.
type feature struct {
	name, plural, definition string
	count                    func(truth, guess *graph.Graph, q *pairing) Confusion
	ofTriples                bool // it is no matter of pairs of nodes
}

var features = []feature{
	{name: "adjacency", plural: "adjacencies",
		definition: "Counted over unordered node pairs; a pair is adjacent if it has an edge of any kind.",
		count:      countAdjacencies},
	{name: "arrowhead", plural: "arrowheads",
		definition: "Counted over the two ends of each node pair; an arrowhead on an edge that the other graph does not have counts as wrong.",
		count:      countMarks(graph.Arrow, false)},
	{name: "arrowhead-shared", plural: "arrowheads on shared adjacencies",
		definition: "Counted over the two ends of each node pair that is adjacent in both graphs: how well edges are oriented, given that they were found.",
		count:      countMarks(graph.Arrow, true)},
	{name: "tail", plural: "tails",
		definition: "Counted over the two ends of each node pair; a tail on an edge that the other graph does not have counts as wrong.",
		count:      countMarks(graph.Tail, false)},
	{name: "tail-shared", plural: "tails on shared adjacencies",
		definition: "Counted over the two ends of each node pair that is adjacent in both graphs.",
		count:      countMarks(graph.Tail, true)},
	{name: "collider", plural: "unshielded colliders",
		definition: "Counted over triples of nodes with a middle node; a, b, c is an unshielded collider if a and c are not adjacent and the edges between a and b and between b and c have arrowheads at b.",
		count:      countColliders, ofTriples: true},
}

// A score makes a number of counts.
type score struct {
	name, doc, meaning, formula, interval string
	symmetric                             bool
	errors                                bool // the smaller, the better
	of                                    func(tp, fp, fn, tn float64) (over, under float64)
	void                                  string // why there is no value
}

var scores = []score{
	{name: "precision", doc: "share of the %s of the guess that are also in the truth",
		meaning: "%s of the guess that are correct",
		formula: "TP / (TP + FP)", interval: "0 to 1; 1 is best",
		of:   func(tp, fp, _, _ float64) (float64, float64) { return tp, tp + fp },
		void: "the guess has no %s"},
	{name: "recall", doc: "share of the %s of the truth that are also in the guess",
		meaning: "%s of the truth that were found",
		formula: "TP / (TP + FN)", interval: "0 to 1; 1 is best",
		of:   func(tp, _, fn, _ float64) (float64, float64) { return tp, tp + fn },
		void: "the truth has no %s"},
	{name: "f1", doc: "harmonic mean of precision and recall of %s", symmetric: true,
		meaning: "%s, harmonic mean of precision and recall",
		formula: "2 TP / (2 TP + FP + FN)", interval: "0 to 1; 1 is best",
		of:   func(tp, fp, fn, _ float64) (float64, float64) { return 2 * tp, 2*tp + fp + fn },
		void: "neither graph has %s"},
	{name: "mcc", doc: "Matthews' correlation between the %s of the two graphs", symmetric: true,
		meaning: "%s, correlation with those of the truth",
		formula: "(TP TN − FP FN) / √((TP + FP) (TP + FN) (TN + FP) (TN + FN))", interval: "−1 to 1; 1 is best, 0 is chance",
		of: func(tp, fp, fn, tn float64) (float64, float64) {
			// In this order the root of a square is exact, and of equal graphs it is exactly 1.
			return tp*tn - fp*fn, math.Sqrt((tp+fp)*(tp+fn)) * math.Sqrt((tn+fp)*(tn+fn))
		},
		void: "one of the graphs has none or all of the possible %s"},
	{name: "fpr", doc: "false positive rate of %s: share of those not in the truth that are in the guess", errors: true,
		meaning: "%s that are not in the truth, but in the guess",
		formula: "FP / (FP + TN)", interval: "0 to 1; 0 is best",
		of:   func(_, fp, _, tn float64) (float64, float64) { return fp, fp + tn },
		void: "the truth has all of the possible %s"},
}

// confusion returns the metric that scores a feature.
func confusion(f feature, s score) measurement {
	return func(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
		if why := cmp.Or(f.pairwise(p), noLinks(truth, guess)); why != "" {
			return undefined(why), nil
		}
		t, g, q, err := graphsDrawn(truth, guess, p)
		if err != nil {
			return Result{}, err
		}
		var c Confusion
		if f.ofTriples && q.moments != nil {
			c = countLinkColliders(truth.Series().Drawn(), guess.Series().Drawn(), q.moments.MaxLag)
		} else {
			c = f.count(t, g, q)
		}
		r := s.result(f, c, truth.N())
		r.Notes = q.notes
		return r, stopped(ctx)
	}
}

// pairwise says why the feature cannot be counted over some pairs only, if that is asked for.
func (f *feature) pairwise(p Params) string {
	switch {
	case p.Weights != nil:
		return "pair weights do not apply to " + f.plural
	case f.ofTriples && (p.Sources != nil || p.Targets != nil):
		return f.plural + " are triples of nodes, not pairs of a source and a target"
	case f.ofTriples && p.Series.Links != "":
		return f.plural + " are triples of moments, not links of some kind"
	}
	return ""
}

// result returns the score of the counts in graphs with n nodes.
func (s *score) result(f feature, c Confusion, n int) Result {
	over, under := s.of(float64(c.TP), float64(c.FP), float64(c.FN), float64(c.TN))
	r := undefined(fmt.Sprintf(s.void, f.plural))
	switch {
	case under != 0:
		r = Result{Value: over / under}
	case s.errors && n < 2: // as every distance
		r = Result{}
	}
	r.Confusion = &c
	return r
}

// add counts one thing that may be there in the truth and in the guess.
func (c *Confusion) add(truth, guess bool) {
	switch {
	case truth && guess:
		c.TP++
	case guess:
		c.FP++
	case truth:
		c.FN++
	default:
		c.TN++
	}
}

// countAdjacencies counts unordered pairs.
func countAdjacencies(truth, guess *graph.Graph, q *pairing) (c Confusion) {
	eachDifference(truth, guess, func(x, y graph.Node, d difference) {
		if q.weight(x, y) > 0 {
			c.add(d.truth != 0, d.guess != 0)
		}
	})
	c.TN = int64(q.of) - c.TP - c.FP - c.FN
	return c
}

// countMarks counts the ends of pairs: that at y belongs to the ordered pair x, y. Where
// a pair has several edges, an end has the marks of all of them.
func countMarks(m graph.Mark, shared bool) func(truth, guess *graph.Graph, q *pairing) Confusion {
	atX, atY := withMark(m)
	return func(truth, guess *graph.Graph, q *pairing) (c Confusion) {
		eachDifference(truth, guess, func(x, y graph.Node, d difference) {
			if shared && (d.truth == 0 || d.guess == 0) {
				return
			}
			if q.order(x, y) {
				c.add(d.truth&atY != 0, d.guess&atY != 0)
			}
			if q.order(y, x) {
				c.add(d.truth&atX != 0, d.guess&atX != 0)
			}
		})
		if !shared {
			c.TN = int64(q.ordered) - c.TP - c.FP - c.FN
		}
		return c
	}
}
