package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/try"
)

func newExplain() *cobra.Command {
	var c compareFlags
	var metric metricFlag
	var limit int
	var repairs, reverse bool
	var form forms
	cmd := newCommand("explain", func(cmd *cobra.Command, args []string) error {
		if len(args) == 3 {
			return misused("expected TRUTH GUESS X Y, got one node only: name the second one")
		}
		return takes(2, 4, "two graphs and optionally two nodes (TRUTH GUESS [X Y])")(cmd, args)
	}, func(cmd *cobra.Command, args []string) {
		c.finish(cmd)
		for i, name := range args[2:] {
			if name == "" {
				misuse("%s is empty: name two nodes, or none to see all claims", []string{"X", "Y"}[i])
			}
		}
		if !repairs && cmd.Flags().Changed("metrics") {
			misuse("--metrics needs --repairs: --metric names the metric whose claims are shown")
		}
		checkLimit(limit)
		truth, guess := c.read(cmd, args[0], args[1])
		bar := c.watch(cmd, "explaining")
		defer bar.end()
		if repairs {
			if reverse {
				misuse("--repairs is about the claims of the guess: omit --reverse")
			}
			if len(args) > 2 {
				misuse("--repairs is about all edges that differ: omit X and Y")
			}
			o := c.options
			o.Metrics = append([]string{metric.Name}, o.Metrics...)
			r := try.Get(compare.Repairs(cmd.Context(), truth, guess, compare.RepairOptions{Options: o, Plan: true}))
			bar.end()
			form.print(cmd, r)
			return
		}
		args = append(args, "", "")
		how := compare.ExplainOptions{Options: c.options, Limit: limit, Reverse: reverse, X: args[2], Y: args[3]}
		e := try.Get(compare.Explain(cmd.Context(), metric.Metric, truth, guess, how))
		bar.end()
		form.print(cmd, e)
	})
	f := cmd.Flags()
	metric.addMetric(cmd, "zl-sd", "the metric whose claims are shown")
	f.IntVar(&limit, "limit", 20, "number of claims to show")
	f.BoolVar(&reverse, "reverse", false, "show claims of the truth that are wrong in the guess")
	f.BoolVar(&repairs, "repairs", false, "show how much each single repair of an edge would help, and a list of repairs")
	f.StringSliceVar(&c.options.Metrics, "metrics", []string{"shd"}, "with --repairs: metrics shown beside --metric")
	form.addFlags(cmd, "print CSV")
	c.addFlags(cmd, option.Explain)
	c.addYes(cmd)
	return cmd
}
