package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/kind"
)

// adjustmentMetrics are the adjustment identification distances, and sid.
var adjustmentMetrics = func() []Metric {
	var rows []Metric
	for _, row := range []struct {
		name         string
		sets, claims string
		adjusting    string // for what, in one phrase
	}{
		{"parent", "the parents of t", "an effect on every y that is not a parent of t", "parents"},
		{"ancestor", "the ancestors of t", "an effect on every y that may be a descendant of t", "ancestors"},
		{"oset", "the optimal set (the parents of the causal nodes of t and y that are not descendants of t)", "an effect on every y that may be a descendant of t", "optimal set"},
	} {
		rows = append(rows, Metric{
			Name:    row.name + "-aid",
			Doc:     "share of ordered pairs (t, y) whose causal effect is misidentified with the guess, adjusting for " + row.sets,
			Meaning: "causal effects misidentified by adjusting for the " + row.adjusting + " in the guess",
			Unit:    "effects", Claims: AboutEffects,
			Group: "aid",
			Paper: "henckel2024",
			Truth: adjustable, Guess: kind.Of(class.DAG, class.CPDAG, class.MPDAG),
			Instead: "use canonical-aid, which also takes MAGs, PAGs and ADMGs, or zl-sd, which takes graphs of any class",
			Definition: "For each ordered pair of a treatment t and an outcome y the guess makes one of three claims: t has no effect on y; the effect cannot be identified by adjustment (not amenable, in a CPDAG or MPDAG only); or it is identified by adjusting for a set Z. " +
				"Here Z is " + row.sets + " along directed edges of the guess, and the guess claims " + row.claims + ". " +
				"The claim is wrong if the guess denies an effect and y may be a descendant of t in the truth; if the effect is amenable in only one of the two graphs; or if Z is not a valid adjustment set in the truth. " +
				"A CPDAG represents all DAGs of its class. The numbers agree with gadjid 0.1.0, which compares DAGs and CPDAGs. In truths of other classes a set is judged by the adjustment criterion of the class (see canonical-aid), and an effect without a valid set counts as not amenable.",
			Formula: "#{(t, y) : the claim of the guess on the effect of t on y is wrong in the truth} / (n (n − 1))",
			Range:   "0 to 1; 0 from a graph to itself and to some others",
		})
	}
	rows[0].Definition += " Between two DAGs it is the structural intervention distance, sid."
	return append(rows, canonicalMetric, sidMetric)
}()

var canonicalMetric = Metric{
	Name:    "canonical-aid",
	Doc:     "share of ordered pairs (t, y) whose causal effect is misidentified with the guess, adjusting for the canonical set, in graphs with latent confounders too",
	Meaning: "causal effects misidentified by adjusting for the canonical set in the guess",
	Unit:    "effects", Claims: AboutEffects,
	Group: "aid",
	Paper: "perkovic2018",
	Truth: adjustable, Guess: adjustable,
	Instead: "use zl-sd, which takes graphs of any class",
	Definition: "For each ordered pair of a treatment t and an outcome y the guess makes one of three claims: t has no effect on y (no possibly directed path leads from t to y); the effect is not identifiable by adjustment (no set satisfies the adjustment criterion of the class); or it is identified by adjusting for the canonical set, the possible ancestors of t and y without forbidden nodes, which is valid if any set is. " +
		"The claim is wrong if the guess denies an effect and y is a possible descendant of t in the truth (effect missed); if the effect is identifiable in only one of the two graphs; or if the set does not satisfy the criterion in the truth (invalid set). " +
		"A set satisfies the criterion if every possibly directed path from t to y starts with a visible edge, no forbidden node is in the set, and the set blocks every non-causal path. Forbidden are the possible descendants of all nodes except t on possibly directed paths from t to y. " +
		"In a DAG or ADMG every directed edge is visible, in a CPDAG or MPDAG every edge that is not undirected, in a MAG or PAG every directed edge that no latent confounder can accompany. " +
		"The graphs may be of different classes. A correct guess of a class that says less, such as the PAG of a true MAG, is usually not at 0, since it leaves effects unidentified: the count column shows how many wrong claims are about effects that are identifiable in one graph only. " +
		"The distance is not defined for MAGs and PAGs with undirected edges, which mean selection.",
	Formula: "#{(t, y) : the claim of the guess on the effect of t on y is wrong in the truth} / (n (n − 1))",
	Range:   "0 to 1; 0 from a graph to itself and to some others",
}

var sidMetric = Metric{
	Name:    "sid",
	Doc:     "share of ordered pairs (t, y) for which adjustment for the parents of t in the guess gives a wrong effect in the truth",
	Meaning: "intervention distributions misidentified by adjusting for the parents in the guess",
	Unit:    "effects", Claims: AboutEffects,
	Group: "aid",
	Paper: "peters2015",
	Truth: kind.Of(class.DAG), Guess: kind.Of(class.DAG, class.CPDAG),
	Instead: "use parent-aid, which takes a CPDAG on either side, or zl-sd, which takes graphs of any class",
	Definition: "For each ordered pair of a treatment t and an outcome y the guess determines the effect of an intervention on t: none if y is a parent of t, else by adjusting for the parents of t. " +
		"The pair is wrong if this is not the effect in every distribution that is Markov to the truth. Between two DAGs sid equals parent-aid. " +
		"A CPDAG as guess represents several DAGs, so there are two numbers, the smallest and the largest sid of these DAGs, and no symmetrised form, since the truth must be a DAG. " +
		"Both are attained; if a chain component of the CPDAG has too many orientations the bounds are valid but may not be attained, and the result is marked as partial.",
	Formula: "#{(t, y) : the effect of t on y by parents in the guess is wrong in the truth} / (n (n − 1))",
	Range:   "0 to 1; for a DAG guess 0 if and only if the truth is a subgraph of the guess",
}

// adjustable holds the classes for which the adjustment criterion is stated.
var adjustable = kind.Of(class.DAG, class.CPDAG, class.MPDAG, class.MAG, class.PAG, class.ADMG)
