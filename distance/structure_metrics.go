package distance

import (
	"cmp"
	"fmt"

	"github.com/sepdist/sepdist/internal/kind"
)

// structureMetrics compare the graphs as drawn, edge by edge.
var structureMetrics = func() []Metric {
	rows := []Metric{
		{
			Name:       "shd",
			Doc:        "share of node pairs whose edges differ in any way",
			Meaning:    "node pairs whose edge differs",
			Paper:      "tsamardinos2006",
			Definition: "The structural Hamming distance: the number of unordered pairs of nodes whose edges are not the same in both graphs, including their marks. An extra edge, a missing one, a reversed one and one with other marks count 1 each. If a pair has several edges, they are compared as a set.",
			Formula:    "#{{x, y} : the edges between x and y differ} / (n (n − 1) / 2)",
			Range:      "0 to 1; 0 only between equal graphs",
		},
		{
			Name:       "shd-reversal2",
			Doc:        "as shd, with a reversed edge counted twice",
			Meaning:    "node pairs whose edge differs, reversed edges counted twice",
			Paper:      "tsamardinos2006",
			Definition: "As shd, but a --> b against a <-- b counts 2, one extra and one missing edge, as in a comparison of adjacency matrices. As in the code of Wahl and Runge it is still divided by the number of pairs.",
			Formula:    "(#{{x, y} : the edges between x and y differ} + #{{x, y} : one directed edge, reversed}) / (n (n − 1) / 2)",
			Range:      "0 to 2; 0 only between equal graphs",
		},
		{
			Name:       "skeleton-shd",
			Doc:        "share of node pairs that are adjacent in only one of the two graphs",
			Meaning:    "node pairs adjacent in only one of the graphs",
			Paper:      "tsamardinos2006",
			Definition: "The structural Hamming distance of the skeletons, whatever the marks.",
			Formula:    "#{{x, y} : adjacent in one graph only} / (n (n − 1) / 2)",
			Range:      "0 to 1; 0 if and only if the skeletons are equal",
		},
		{
			Name:       "mark-distance",
			Doc:        "share of edge ends whose marks differ",
			Meaning:    "edge ends whose mark differs",
			Unit:       "edge ends",
			Paper:      "sepdist",
			Definition: "Every pair of nodes has two ends, each with a tail, an arrowhead, a circle, or nothing where there is no edge. Each end that differs counts 1: o-> against --> counts 1, <-> against --- counts 2, and so does an extra or missing edge. If a pair has several edges, they are matched with those of the other graph in the best way. This metric is ours.",
			Formula:    "#{ends whose marks differ} / (n (n − 1))",
			Range:      "0 to 1 if no pair has two edges; 0 only between equal graphs",
		},
	}
	for i := range rows {
		m := &rows[i]
		m.Group, m.Symmetric, m.Unit, m.Claims = "structure", true, cmp.Or(m.Unit, "node pairs"), AboutEdges
		m.Truth, m.Guess, m.Series = kind.Any, kind.Any, everySeries
	}
	return append(rows, confusionMetrics...)
}()

// confusionMetrics are precision, recall, F1, Matthews' coefficient and the false positive rate
// for each thing that can be there in the truth and in the guess.
var confusionMetrics = func() []Metric {
	var rows []Metric
	for _, f := range featureRows {
		for _, s := range scoreRows {
			rows = append(rows, Metric{
				Name:      f.name + "-" + s.name,
				Doc:       fmt.Sprintf(s.doc, f.plural),
				Meaning:   fmt.Sprintf(s.meaning, f.plural),
				Group:     "structure",
				Paper:     "powers2011",
				Symmetric: s.symmetric,
				Score:     !s.errors,
				Truth:     kind.Any,
				Guess:     kind.Any,
				Series:    everySeries,
				Definition: best[s.errors] + " TP counts the " + f.plural + " in both graphs, FP those only in the guess, FN those only in the truth, TN those in neither. " +
					f.definition + " If the formula is 0/0 there is no value.",
				Formula: s.formula,
				Range:   s.interval,
			})
		}
	}
	return rows
}()

// best describes the best value, by whether errors are counted.
var best = map[bool]string{false: "Not a distance: 1 is best.", true: "A rate of errors: 0 is best."}

// A featureRow describes something that a graph may contain, and that is counted.
type featureRow struct {
	name, plural, definition string
}

var featureRows = []featureRow{
	{name: "adjacency", plural: "adjacencies",
		definition: "Counted over unordered node pairs; a pair is adjacent if it has an edge of any kind."},
	{name: "arrowhead", plural: "arrowheads",
		definition: "Counted over the two ends of each node pair; an arrowhead on an edge that the other graph does not have counts as wrong."},
	{name: "arrowhead-shared", plural: "arrowheads on shared adjacencies",
		definition: "Counted over the two ends of each node pair that is adjacent in both graphs: how well edges are oriented, given that they were found."},
	{name: "tail", plural: "tails",
		definition: "Counted over the two ends of each node pair; a tail on an edge that the other graph does not have counts as wrong."},
	{name: "tail-shared", plural: "tails on shared adjacencies",
		definition: "Counted over the two ends of each node pair that is adjacent in both graphs."},
	{name: "collider", plural: "unshielded colliders",
		definition: "Counted over triples of nodes with a middle node; a, b, c is an unshielded collider if a and c are not adjacent and the edges between a and b and between b and c have arrowheads at b."},
}

// A scoreRow describes a number computed from the counts of a feature.
type scoreRow struct {
	name, doc, meaning, formula, interval string
	symmetric                             bool
	errors                                bool // the smaller, the better
}

var scoreRows = []scoreRow{
	{name: "precision", doc: "share of the %s of the guess that are also in the truth",
		meaning: "%s of the guess that are correct",
		formula: "TP / (TP + FP)", interval: "0 to 1; 1 is best"},
	{name: "recall", doc: "share of the %s of the truth that are also in the guess",
		meaning: "%s of the truth that were found",
		formula: "TP / (TP + FN)", interval: "0 to 1; 1 is best"},
	{name: "f1", doc: "harmonic mean of precision and recall of %s", symmetric: true,
		meaning: "%s, harmonic mean of precision and recall",
		formula: "2 TP / (2 TP + FP + FN)", interval: "0 to 1; 1 is best"},
	{name: "mcc", doc: "Matthews' correlation between the %s of the two graphs", symmetric: true,
		meaning: "%s, correlation with those of the truth",
		formula: "(TP TN − FP FN) / √((TP + FP) (TP + FN) (TN + FP) (TN + FN))", interval: "−1 to 1; 1 is best, 0 is chance"},
	{name: "fpr", doc: "false positive rate of %s: share of those not in the truth that are in the guess", errors: true,
		meaning: "%s that are not in the truth, but in the guess",
		formula: "FP / (FP + TN)", interval: "0 to 1; 0 is best"},
}
