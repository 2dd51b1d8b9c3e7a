package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/option"
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
	}, func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		for i, name := range args[2:] {
			if name == "" {
				return misused("%s is empty: name two nodes, or none to see all claims", []string{"X", "Y"}[i])
			}
		}
		if !repairs && len(c.options.Metrics) == 1 && cmd.Flags().Changed("metrics") && !cmd.Flags().Changed("metric") {
			if err := metric.Set(c.options.Metrics[0]); err != nil {
				return fmt.Errorf("--metrics: %w", err)
			}
		} else if !repairs && cmd.Flags().Changed("metrics") {
			return misused("--metrics needs --repairs: --metric names the metric whose claims are shown")
		}
		if err := checkLimit(limit); err != nil {
			return err
		}
		truth, guess, err := c.read(cmd, args[0], args[1])
		if err != nil {
			return err
		}
		bar := c.watch(cmd, "explaining")
		defer bar.end()
		if repairs {
			if reverse {
				return misused("--repairs is about the claims of the guess: omit --reverse")
			}
			if len(args) > 2 {
				return misused("--repairs is about all edges that differ: omit X and Y")
			}
			o := c.options
			o.Metrics = append([]string{metric.Name}, o.Metrics...)
			r, err := sepdist.Repairs(cmd.Context(), truth, guess, sepdist.RepairOptions{Options: o, Plan: true})
			if err != nil {
				return ofMetrics(err)
			}
			bar.end()
			return form.print(cmd, r)
		}
		args = append(args, "", "")
		if c.options.Separators != nil && !cmd.Flags().Changed("metric") {
			metric.Metric = &distance.Recorded
		}
		how := sepdist.ExplainOptions{Options: c.options, Metric: metric.Name, Limit: limit, Reverse: reverse, X: args[2], Y: args[3]}
		e, err := sepdist.Explain(cmd.Context(), truth, guess, how)
		if err != nil {
			return err
		}
		bar.end()
		return form.print(cmd, e)
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
