package measure

import (
	"maps"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/adjustment"
	"github.com/sepdist/sepdist/internal/measure/separation"
	"github.com/sepdist/sepdist/internal/measure/statements"
	"github.com/sepdist/sepdist/internal/measure/structure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// engineOf has the engine of each row of [distance.Metrics], and of given-sd.
var engineOf = func() map[*distance.Metric]*task.Engine {
	named := engines()
	all := map[*distance.Metric]*task.Engine{&distance.Recorded: new(named[distance.Recorded.Name])}
	for i := range distance.Metrics {
		if e, ok := named[distance.Metrics[i].Name]; ok {
			all[&distance.Metrics[i]] = &e
		}
	}
	return all
}()

// engines returns the engine of each metric, by name.
func engines() map[string]task.Engine {
	all := map[string]task.Engine{
		"parent-sd":       separation.Distance(separator.Parent),
		"ancestor-sd":     separation.Distance(separator.Ancestor),
		"pparent-sd":      separation.Distance(separator.PossibleParent),
		"pancestor-sd":    separation.Distance(separator.PossibleAncestor),
		"zl-sd":           separation.Distance(separator.Nearest),
		"mb-parent-sd":    separation.BlanketDistance(separator.Parent),
		"mb-ancestor-sd":  separation.BlanketDistance(separator.Ancestor),
		"mb-pparent-sd":   separation.BlanketDistance(separator.PossibleParent),
		"mb-pancestor-sd": separation.BlanketDistance(separator.PossibleAncestor),
		"mb-zl-sd":        separation.BlanketDistance(separator.Nearest),

		"given-sd": separation.Recorded,

		"sc-metric": statements.Metric("sc-metric"),
		"c-metric":  statements.Metric("c-metric"),
		"s-metric":  statements.Metric("s-metric"),

		"parent-aid":    adjustment.Parent,
		"ancestor-aid":  adjustment.Ancestor,
		"oset-aid":      adjustment.Optimal,
		"canonical-aid": adjustment.Canonical,
		"sid":           adjustment.SID,

		"shd":           structure.SHD,
		"shd-reversal2": structure.SHDReversal2,
		"skeleton-shd":  structure.SkeletonSHD,
		"mark-distance": structure.MarkDistance,
	}
	maps.Copy(all, structure.Scores()) // adjacency-precision and so on
	return all
}
