package adjustment

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// The kinds of adjustment sets. An optimal set also depends on the outcome: the pairs of a few
// treatments fill many blocks.
var (
	byParents = setKind{"parent", msep.Width, func() effectVerifier { return new(adjuster) },
		msep.MaxSmall, (*smallEffects).smallByParents, false, (*effectReader).parents}
	byAncestors = setKind{"ancestor", msep.Width, func() effectVerifier { return &adjuster{byAncestors: true} },
		msep.MaxSmall, (*smallEffects).smallByAncestors, false, (*effectReader).ancestors}
	byOptimalSets = setKind{"oset", 32, func() effectVerifier { return new(optimalAdjuster) },
		32, (*smallEffects).smallByOptimalSets, false, (*effectReader).optimal}
	byCanonicalSets = setKind{name: "canonical", unidentified: true, choose: (*effectReader).canonical}
)

// walkable are the classes of Henckel et al. 2024, for which lanes walk the given graph.
var walkable = kind.Of(class.DAG, class.CPDAG)

// The engines of the adjustment identification distances, and of sid.
var (
	Parent    = task.Engine{Measure: byParents.measure, Claims: effectClaims(byParents), Splits: always}
	Ancestor  = task.Engine{Measure: byAncestors.measure, Claims: effectClaims(byAncestors), Splits: always}
	Optimal   = task.Engine{Measure: byOptimalSets.measure, Claims: effectClaims(byOptimalSets), Splits: always, Seconds: optimalSeconds}
	Canonical = task.Engine{Measure: byCanonicalSets.measure, Claims: canonicalClaims, Splits: always, Seconds: canonicalSeconds}
	SID       = task.Engine{Measure: structuralIntervention, Claims: sidClaims, Splits: hasOneSID}
)

func always(*model.Model) bool { return true }
