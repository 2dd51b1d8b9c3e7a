package structure

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// Scores returns the engines of every score of every feature.
func Scores() map[string]task.Engine {
	all := make(map[string]task.Engine)
	for _, f := range features {
		for _, s := range scores {
			all[f.name+"-"+s.name] = task.Engine{Measure: confusion(f, s), Series: confusion(f, s)}
		}
	}
	return all
}

// A feature is something that a graph may contain, and that can be counted.
type feature struct {
	name, plural string
	count        func(truth, guess *graph.Graph, q *pairing) distance.Confusion
	ofTriples    bool // of nodes, not of pairs
}

var features = []feature{
	{name: "adjacency", plural: "adjacencies", count: countAdjacencies},
	{name: "arrowhead", plural: "arrowheads", count: countMarks(graph.Arrow, false)},
	{name: "arrowhead-shared", plural: "arrowheads on shared adjacencies", count: countMarks(graph.Arrow, true)},
	{name: "tail", plural: "tails", count: countMarks(graph.Tail, false)},
	{name: "tail-shared", plural: "tails on shared adjacencies", count: countMarks(graph.Tail, true)},
	{name: "collider", plural: "unshielded colliders", count: countColliders, ofTriples: true},
}

// A score is a number computed from the counts of a feature.
type score struct {
	name   string
	errors bool // smaller is better
	of     func(tp, fp, fn, tn float64) (over, under float64)
	void   string // why there is no value if under is 0
}

var scores = []score{
	{name: "precision", void: "the guess has no %s",
		of: func(tp, fp, _, _ float64) (float64, float64) { return tp, tp + fp }},
	{name: "recall", void: "the truth has no %s",
		of: func(tp, _, fn, _ float64) (float64, float64) { return tp, tp + fn }},
	{name: "f1", void: "neither graph has %s",
		of: func(tp, fp, fn, _ float64) (float64, float64) { return 2 * tp, 2*tp + fp + fn }},
	{name: "mcc", void: "one of the graphs has none or all of the possible %s",
		of: func(tp, fp, fn, tn float64) (float64, float64) {
			// In this order the root of a square is exact, and of equal graphs it is exactly 1.
			return tp*tn - fp*fn, math.Sqrt((tp+fp)*(tp+fn)) * math.Sqrt((tn+fp)*(tn+fn))
		}},
	{name: "fpr", void: "the truth has all of the possible %s", errors: true,
		of: func(_, fp, _, tn float64) (float64, float64) { return fp, fp + tn }},
}

// confusion returns the metric that scores a feature.
func confusion(f feature, s score) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		if why := cmp.Or(f.pairwise(p), noLinks(truth, guess)); why != "" {
			return task.Undefined(why), nil
		}
		t, g, q, err := graphsDrawn(truth, guess, p)
		if err != nil {
			return distance.Result{}, err
		}
		var c distance.Confusion
		if f.ofTriples && q.moments != nil {
			c = countLinkColliders(truth.Series().Drawn(), guess.Series().Drawn(), q.moments.MaxLag)
		} else {
			c = f.count(t, g, q)
		}
		r := s.result(f, c, truth.N())
		r.Notes = q.notes
		return r, task.Stopped(ctx)
	}
}

// pairwise returns the reason why the feature cannot be counted over some pairs only, if that is
// requested.
func (f *feature) pairwise(p task.Params) string {
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
func (s *score) result(f feature, c distance.Confusion, n int) distance.Result {
	over, under := s.of(float64(c.TP), float64(c.FP), float64(c.FN), float64(c.TN))
	r := task.Undefined(fmt.Sprintf(s.void, f.plural))
	switch {
	case under != 0:
		r = distance.Result{Value: over / under}
	case s.errors && n < 2: // as every distance
		r = distance.Result{}
	}
	r.Confusion = &c
	return r
}

// countIn counts one item that may be in the truth and in the guess.
func countIn(c *distance.Confusion, truth, guess bool) {
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
func countAdjacencies(truth, guess *graph.Graph, q *pairing) (c distance.Confusion) {
	eachDifference(truth, guess, func(x, y graph.Node, d difference) {
		if q.weight(x, y) > 0 {
			countIn(&c, d.truth != 0, d.guess != 0)
		}
	})
	c.TN = int64(q.of) - c.TP - c.FP - c.FN
	return c
}

// countMarks counts the ends of pairs: the end at y belongs to the ordered pair x, y. If a pair has
// several edges, an end has the marks of all of them.
func countMarks(m graph.Mark, shared bool) func(truth, guess *graph.Graph, q *pairing) distance.Confusion {
	atX, atY := withMark(m)
	return func(truth, guess *graph.Graph, q *pairing) (c distance.Confusion) {
		eachDifference(truth, guess, func(x, y graph.Node, d difference) {
			if shared && (d.truth == 0 || d.guess == 0) {
				return
			}
			if q.order(x, y) {
				countIn(&c, d.truth&atY != 0, d.guess&atY != 0)
			}
			if q.order(y, x) {
				countIn(&c, d.truth&atX != 0, d.guess&atX != 0)
			}
		})
		if !shared {
			c.TN = int64(q.ordered) - c.TP - c.FP - c.FN
		}
		return c
	}
}
