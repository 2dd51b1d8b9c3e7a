//go:build !lean

package option

import (
	"strings"

	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/limit"
)

// FalsifyOptions are the values of [Falsification].
type FalsifyOptions struct {
	falsify.Options
	Columns independence.Options
	Missing string
	Rows    int // of the data whose covariance matrix is given
}

// Falsification lists the options of a test of graphs against data.
var Falsification = List{
	{
		Name: "strategy", Doc: "which separators are tested: " + strings.Join(falsify.StrategyNames(), ", "), Default: "zl",
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Strategy }),
	},
	{
		Name: "test", Doc: "test of independence: " + strings.Join(independence.MethodNames(), ", "), Default: independence.Auto, Values: independence.MethodNames(),
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Columns.Method }),
	},
	{
		Name: "alpha", Doc: "level at which claims are rejected", Default: "0.05", Most: 1, free: true,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Alpha }),
	},
	{
		Name: "correction", Doc: "correction for the number of tests: " + strings.Join(independence.Corrections, ", "), Default: "bh", Values: independence.Corrections,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Correction }),
	},
	{
		Name: "permutations", Doc: "compare with K random relabelings of the nodes", Hint: "K", Most: limit.Baseline,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Permutations }),
	},
	{
		Name: "seed", Doc: "seed of the relabelings", Default: "1",
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Seed }),
	},
	{
		Name: "suggest", Doc: "suggest edges that would leave fewer rejected claims",
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Suggest }),
	},
	{
		Name: "categorical", Doc: "columns of codes",
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Columns.Categorical }),
	},
	{
		Name: "continuous", Doc: "columns of measurements",
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Columns.Continuous }),
	},
	{
		Name: "missing", Doc: "rows with missing values: error, or drop to leave them out", Default: "error", Values: []string{"error", "drop"},
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Missing }),
	},
	{
		Name: "covariance", Doc: "DATA is a covariance matrix of N rows, for fisher-z", Hint: "N", Least: 1,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Rows }),
	},
	{
		Name: "max-lag", Doc: "largest lag of the claims of a time series (default: that of its links)", Most: limit.Lag,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.MaxLag }),
	},
	{
		Name: "workers", Doc: "number of parallel workers (default: one per processor)", Most: limit.Workers,
		Ops: Falsify, field: into(func(o *FalsifyOptions) any { return &o.Workers }),
	},
}
