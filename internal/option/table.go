package option

import (
	"math"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/limit"
)

const positive = math.SmallestNonzeroFloat64

// Table lists all options of a comparison, in the order of the help.
var Table = List{
	{
		Name: "as", Doc: "convert both graphs to this class first: cpdag or pag to compare equivalence classes (mag, dag)",
		Values: (kind.Any | kind.SeparatingSeries).Names(), Ops: All,
		field: into(func(o *Options) any { return (*toClass)(&o.As) }),
	},
	{
		Name: "latent", Doc: "unobserved nodes of the truth, which the guess does not have",
		Ops: All, field: into(func(o *Options) any { return &o.Latent }),
	},
	{
		Name: "selected", Doc: "nodes of the truth that are always conditioned on (selection)",
		Ops: All, field: into(func(o *Options) any { return &o.Selected }),
	},
	{
		Name: "project", Doc: "treat all nodes missing from the guess as latent",
		Label: "“Nodes that the guess does not have are latent”",
		Ops:   All, field: into(func(o *Options) any { return &o.Project }),
	},
	{
		Name: "rename", Doc: "new names for nodes of the guess",
		Label: "“Rename”", Hint: "OLD=NEW,...",
		Ops: All, field: into(func(o *Options) any { return (*renaming)(&o.Rename) }),
	},
	{
		Name: "by-position", Doc: "match nodes by their position, not by their names",
		Label: "“Match by position”",
		Ops:   All, field: into(func(o *Options) any { return &o.ByPosition }),
	},
	{
		Name: "invalid", Doc: "what to do with a guess that violates its class: " + strings.Join(policyNames(), ", "),
		Values: policyNames(), Label: "“A guess that is not of its class”",
		Ops: Measuring, DrawWith: []string{"heatmap", "bars"}, field: into(func(o *Options) any { return (*policy)(&o.Invalid) }),
	},
	{
		Name: "ambiguous", Doc: "value for a guess with ambiguous triples: min, mean or max over its readings, or all three with the mean as value",
		Values: []string{"all", "min", "mean", "max"}, Default: "all",
		Ops: Measuring, field: into(func(o *Options) any { return (*string)(&o.Ambiguous) }),
	},
	{
		Name: "unreadable-as-1", Doc: "set the distance of a guess without a valid reading to 1",
		Ops: Measuring, field: into(func(o *Options) any { return &o.UnreadableAsOne }),
	},
	{
		Name: "max-readings", Doc: "maximum number of readings of a guess to examine",
		Least: 1, Most: limit.Readings, Default: strconv.Itoa(limit.UsualReadings),
		Ops: Measuring, field: into(func(o *Options) any { return &o.Limits.Readings }),
	},
	{
		Name: "max-seconds", Doc: "stop searching for readings after this time and mark the result as partial",
		Least: positive, Most: maxSeconds,
		Ops: Measuring, field: into(func(o *Options) any { return &seconds{o} }),
	},
	{
		Name: "symmetric", Doc: "combine both directions: mean, geometric, harmonic, or a weight for the forward one",
		Values: []string{"mean", "geometric", "harmonic"}, Bare: "mean",
		Ops: Measuring, field: into(func(o *Options) any { return (*symmetry)(&o.Symmetric) }),
	},
	{
		Name: "sources", Doc: "count only pairs (x, y) with x among these nodes (treatments)",
		Ops: Measuring, field: into(func(o *Options) any { return &o.Sources }),
	},
	{
		Name: "targets", Doc: "count only pairs (x, y) with y among these nodes (outcomes)",
		Ops: Measuring, field: into(func(o *Options) any { return &o.Targets }),
	},
	{
		Name: "weights", Doc: "weights of ordered pairs: x, y, weight",
		Ops: Measuring, field: into(func(o *Options) any { return (*weights)(&o.Weights) }),
	},
	{
		Name: "pairs", Doc: "sample this many ordered pairs instead of counting all, and give an interval",
		Least: 1, Most: limit.Pairs,
		Ops: Measuring, field: into(func(o *Options) any { return &o.Pairs }),
	},
	{
		Name: "max-order", Doc: "highest order of s/c-metrics (default: all)",
		Ops: Measuring, field: into(func(o *Options) any { return &maxOrder{&o.MaxOrder} }),
	},
	{
		Name: "order-weights", Doc: "weights of the orders 0, 1, ... of s/c-metrics",
		Ops: Measuring, field: into(func(o *Options) any { return &o.OrderWeights }),
	},
	{
		Name: "ungraded", Doc: "weight all statements of s/c-metrics equally, whatever their order",
		Ops: Measuring, field: into(func(o *Options) any { return &o.Ungraded }),
	},
	{
		Name: "statements", Doc: "statements that s/c-metrics count instead of all: x, y and then the nodes of the set",
		Ops: Measuring, field: into(func(o *Options) any { return (*statements)(&o.Statements) }),
	},
	{
		Name: "separators", Doc: "sets that a method recorded, for given-sd: x, y and then the nodes of the set",
		Ops: Compare | Explain | Report, field: into(func(o *Options) any { return (*statements)(&o.Separators) }),
	},
	{
		Name: "samples", Doc: "sample this many statements of each order of s/c-metrics",
		Least: 1, Ops: Measuring, field: into(func(o *Options) any { return &o.Samples }),
	},
	{
		Name: "precision", Doc: "sample statements of s/c-metrics until the interval has this half-width",
		Least: positive, Ops: Measuring, field: into(func(o *Options) any { return &o.Precision }),
	},
	{
		Name: "exact-limit", Doc: "compute s/c-metrics exactly up to this many nodes, however long it takes",
		Least: 1, Ops: Measuring, field: into(func(o *Options) any { return &o.Exact }),
	},
	{
		Name: "max-lag", Doc: "time series: count pairs of moments at most this far apart (default: the largest lag of both graphs)",
		Least: 1, Ops: Measuring, field: into(func(o *Options) any { return &o.MaxLag }),
	},
	{
		Name: "window", Doc: "time series: number of slices of the s/c-metrics, and of the claims of a guess with circles (default: one more than the largest lag that is counted)",
		Least: 1, Ops: Measuring, field: into(func(o *Options) any { return &o.Window }),
	},
	{
		Name: "links", Doc: "time series: count only these KINDS of pairs: contemporaneous, lagged, auto, cross",
		Values: []string{"contemporaneous", "lagged", "auto", "cross"}, Hint: "KINDS",
		Ops: Measuring, field: into(func(o *Options) any { return (*links)(&o.Links) }),
	},
	{
		Name: "seed", Doc: "seed of the random numbers", Default: "1",
		Ops: Measuring, field: into(func(o *Options) any { return &o.Seed }),
	},
	{
		Name: "baseline", Doc: "compare with this many random guesses of the same class and number of adjacent pairs",
		Most: limit.Baseline,
		Ops:  Compare | Report, field: into(func(o *Options) any { return &o.Baseline }),
	},
	{
		Name: "workers", Doc: "number of parallel workers (default: one per processor)",
		Most: limit.Workers, Ops: Measuring, field: into(func(o *Options) any { return &o.Workers }),
	},
}
