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

// engines has the engine of each row of [distance.Metrics], and of given-sd, by name.
var engines = func() map[string]*task.Engine {
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
	list := make(map[string]*task.Engine, len(all))
	for name, e := range all {
		list[name] = &e
	}
	return list
}()

// noEngine serves metrics that are not in the table.
var noEngine task.Engine

// engineOf returns the engine of a metric, or [noEngine].
func engineOf(m *distance.Metric) *task.Engine {
	if e := engines[m.Name]; e != nil {
		return e
	}
	return &noEngine
}
