package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

const wrongEffects = "causal effects are misidentified by the guess"

// adjustmentMetrics are the adjustment identification distances, and sid.
var adjustmentMetrics = func() []Metric {
	var rows []Metric
	for _, row := range []struct {
		kind         judgeKind
		sets, claims string
		adjusting    string // for what, in one phrase
	}{
		{byParents, "the parents of t", "an effect on every y that is not a parent of t", "parents"},
		{byAncestors, "the ancestors of t", "an effect on every y that may be a descendant of t", "ancestors"},
		{byOptimalSets, "the optimal set (the parents of the causal nodes of t and y that are not descendants of t)", "an effect on every y that may be a descendant of t", "optimal set"},
	} {
		rows = append(rows, Metric{
			Name:    row.kind.name + "-aid",
			Doc:     "share of ordered pairs (t, y) whose causal effect is misidentified with the guess, adjusting for " + row.sets,
			Meaning: "causal effects misidentified by adjusting for the " + row.adjusting + " in the guess",
			Wrong:   wrongEffects, Claims: AboutEffects,
			Group: "aid",
			Paper: "henckel2024",
			Truth: model.Adjustable, Guess: class.KindsOf(class.DAG, class.CPDAG, class.MPDAG),
			Instead: "use canonical-aid, which also takes MAGs, PAGs and ADMGs, or zl-sd, which takes graphs of any class",
			Definition: "For each ordered pair of a treatment t and an outcome y the guess makes one of three claims: t has no effect on y; the effect cannot be identified by adjustment (not amenable, in a CPDAG or MPDAG only); or it is identified by adjusting for a set Z. " +
				"Here Z is " + row.sets + " along directed edges of the guess, and the guess claims " + row.claims + ". " +
				"The claim is wrong if the guess denies an effect and y may be a descendant of t in the truth; if the effect is amenable in only one of the two graphs; or if Z is not a valid adjustment set in the truth. " +
				"A CPDAG represents all DAGs of its class. The numbers agree with gadjid 0.1.0, which compares DAGs and CPDAGs. In truths of other classes a set is judged by the adjustment criterion of the class (see canonical-aid), and an effect without a valid set counts as not amenable.",
			Formula: "#{(t, y) : the claim of the guess on the effect of t on y is wrong in the truth} / (n (n − 1))",
			Range:   "0 to 1; 0 from a graph to itself and to some others",
			measure: row.kind.measure,
			claims:  effectClaims(row.kind),
		})
	}
	rows[2].estimate = optimalSeconds
	rows[0].Definition += " Between two DAGs it is the structural intervention distance, sid."
	return append(rows, canonicalMetric, sidMetric)
}()

var canonicalMetric = Metric{
	Name:    "canonical-aid",
	Doc:     "share of ordered pairs (t, y) whose causal effect is misidentified with the guess, adjusting for the canonical set, in graphs with latent confounders too",
	Meaning: "causal effects misidentified by adjusting for the canonical set in the guess",
	Wrong:   wrongEffects, Claims: AboutEffects,
	Group: "aid",
	Paper: "perkovic2018",
	Truth: model.Adjustable, Guess: model.Adjustable,
	Instead: "use zl-sd, which takes graphs of any class",
	Definition: "For each ordered pair of a treatment t and an outcome y the guess makes one of three claims: t has no effect on y (no possibly directed path leads from t to y); the effect is not identifiable by adjustment (no set satisfies the adjustment criterion of the class); or it is identified by adjusting for the canonical set, the possible ancestors of t and y without forbidden nodes, which is valid if any set is. " +
		"The claim is wrong if the guess denies an effect and y is a possible descendant of t in the truth (effect missed); if the effect is identifiable in only one of the two graphs; or if the set does not satisfy the criterion in the truth (invalid set). " +
		"A set satisfies the criterion if every possibly directed path from t to y starts with a visible edge, no forbidden node is in the set, and the set blocks every non-causal path. Forbidden are the possible descendants of all nodes except t on possibly directed paths from t to y. " +
		"In a DAG or ADMG every directed edge is visible, in a CPDAG or MPDAG every edge that is not undirected, in a MAG or PAG every directed edge that no latent confounder can accompany. " +
		"The graphs may be of different classes. A correct guess of a class that says less, such as the PAG of a true MAG, is usually not at 0, since it leaves effects unidentified: the count column shows how many wrong claims are about effects that are identifiable in one graph only. " +
		"The distance is not defined for MAGs and PAGs with undirected edges, which mean selection.",
	Formula:  "#{(t, y) : the claim of the guess on the effect of t on y is wrong in the truth} / (n (n − 1))",
	Range:    "0 to 1; 0 from a graph to itself and to some others",
	measure:  byCanonicalSets.measure,
	claims:   canonicalClaims,
	estimate: canonicalSeconds,
}

// How adjustment sets are chosen. An optimal set depends on the outcome too: a few
// treatments have pairs enough to fill many blocks.
var (
	byParents = judgeKind{"parent", msep.Width, func() effectJudge { return new(adjuster) },
		msep.MaxSmall, (*smallWorker).smallByParents, false, (*effectReader).parents}
	byAncestors = judgeKind{"ancestor", msep.Width, func() effectJudge { return &adjuster{byAncestors: true} },
		msep.MaxSmall, (*smallWorker).smallByAncestors, false, (*effectReader).ancestors}
	byOptimalSets = judgeKind{"oset", 32, func() effectJudge { return new(optimalAdjuster) },
		32, (*smallWorker).smallByOptimalSets, false, (*effectReader).optimal}
	byCanonicalSets = judgeKind{name: "canonical", unidentified: true, choose: (*effectReader).canonical}
)

// adjustable holds the classes of Henckel et al. 2024, for which lanes walk the graph as drawn.
var adjustable = class.KindsOf(class.DAG, class.CPDAG)

// What kind of mistake a claim on an effect is.
const (
	MissedEffect     = "effect missed"                                                 // said to be absent, may be there in the truth
	AmenableInTruth  = "identifiable by adjustment in the truth, but not in the guess" // identified by adjustment in the truth
	AmenableInGuess  = "identifiable by adjustment in the guess, but not in the truth" // identified by adjustment in the guess
	InvalidAdjusting = "invalid adjustment set"                                        // in the truth
)
