package distance

import (
	"maps"

	"github.com/sepdist/sepdist/internal/separation/separator"
)

// engines computes each metric, by name.
var engines = func() map[string]engine {
	all := map[string]engine{
		"parent-sd":       separationEngine(separator.Parent),
		"ancestor-sd":     separationEngine(separator.Ancestor),
		"pparent-sd":      separationEngine(separator.PossibleParent),
		"pancestor-sd":    separationEngine(separator.PossibleAncestor),
		"zl-sd":           separationEngine(separator.Nearest),
		"mb-parent-sd":    blanketEngine(separator.Parent),
		"mb-ancestor-sd":  blanketEngine(separator.Ancestor),
		"mb-pparent-sd":   blanketEngine(separator.PossibleParent),
		"mb-pancestor-sd": blanketEngine(separator.PossibleAncestor),
		"mb-zl-sd":        blanketEngine(separator.Nearest),

		"sc-metric": statementsEngine("sc-metric"),
		"c-metric":  statementsEngine("c-metric"),
		"s-metric":  statementsEngine("s-metric"),

		"parent-aid":    parentEngine,
		"ancestor-aid":  ancestorEngine,
		"oset-aid":      optimalEngine,
		"canonical-aid": canonicalEngine,
		"sid":           sidEngine,

		"shd":           shdEngine,
		"shd-reversal2": reversalEngine,
		"skeleton-shd":  skeletonEngine,
		"mark-distance": markEngine,
	}
	maps.Copy(all, confusionEngines()) // adjacency-precision and so on
	return all
}()
