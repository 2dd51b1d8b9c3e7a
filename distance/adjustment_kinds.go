package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// How adjustment sets are chosen. An optimal set depends on the outcome too: a few
// treatments have pairs enough to fill many blocks.
var (
	byParents = judgeKind{"parent", msep.Width, func() effectJudge { return new(adjuster) },
		msep.MaxSmall, (*smallEffects).smallByParents, false, (*effectReader).parents}
	byAncestors = judgeKind{"ancestor", msep.Width, func() effectJudge { return &adjuster{byAncestors: true} },
		msep.MaxSmall, (*smallEffects).smallByAncestors, false, (*effectReader).ancestors}
	byOptimalSets = judgeKind{"oset", 32, func() effectJudge { return new(optimalAdjuster) },
		32, (*smallEffects).smallByOptimalSets, false, (*effectReader).optimal}
	byCanonicalSets = judgeKind{name: "canonical", unidentified: true, choose: (*effectReader).canonical}
)

// walkable holds the classes of Henckel et al. 2024, for which lanes walk the graph as drawn.
var walkable = class.KindsOf(class.DAG, class.CPDAG)

// The engines of the adjustment identification distances, and of sid.
var (
	parentEngine    = engine{measure: byParents.measure, claims: effectClaims(byParents), splits: always}
	ancestorEngine  = engine{measure: byAncestors.measure, claims: effectClaims(byAncestors), splits: always}
	optimalEngine   = engine{measure: byOptimalSets.measure, claims: effectClaims(byOptimalSets), splits: always, seconds: optimalSeconds}
	canonicalEngine = engine{measure: byCanonicalSets.measure, claims: canonicalClaims, splits: always, seconds: canonicalSeconds}
	sidEngine       = engine{measure: structuralIntervention, claims: sidClaims, splits: hasOneSID}
)

func always(*model.Model) bool { return true }
