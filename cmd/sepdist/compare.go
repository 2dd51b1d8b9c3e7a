package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/report"
)

func newCompare() *cobra.Command {
	var c compareFlags
	cmd := newCommand("compare", takes(2, maxArgs, "a truth and at least one guess (TRUTH GUESS...)"), func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		if len(args) > 2 {
			if err := noSymmetry(cmd, args); err != nil {
				return err
			}
		}
		truth, guesses, err := c.readAll(cmd, args[0], args[1:])
		if err != nil {
			return err
		}
		bar := c.watch(cmd, "comparing")
		defer bar.end()
		var list report.Comparisons
		var invalid []string // guesses
		for i, guess := range guesses {
			c.options.Progress = func(share float64) { bar.tell((float64(i) + share) / float64(len(guesses))) }
			result, err := sepdist.Compare(cmd.Context(), truth, guess, c.options)
			if bad := (*class.Error)(nil); len(guesses) > 1 && errors.As(err, &bad) && advice.FieldsOf(err).Role == "guess" {
				invalid = append(invalid, guess.Name)
				others := c.options
				others.Invalid = class.Drop
				result, err = sepdist.Compare(cmd.Context(), truth, guess, others)
			}
			if err != nil {
				return ofMetrics(err)
			}
			list = append(list, result)
		}
		bar.end()
		show := chosen(cmd, list.Text, map[string]writer{
			"json": list.JSON, "csv": list.CSV, "markdown": list.Markdown, "latex": list.LaTeX,
		})
		if err := show(cmd.OutOrStdout()); err != nil || len(invalid) == 0 {
			return err
		}
		return exitWith(len(invalid), len(guesses), advice.Errorf("not valid: %s (%d of %d guesses); use %v if that is meant, and sepdist check to see how to compare them",
			strings.Join(invalid, ", "), len(invalid), len(guesses), advice.Option("invalid", "drop")))
	}, "{groups}", groupNames())
	f := cmd.Flags()
	f.StringSliceVar(&c.options.Metrics, "metrics", nil, "metrics and groups of metrics, separated by commas")
	f.Bool("json", false, "print JSON")
	f.Bool("csv", false, "print CSV")
	f.Bool("markdown", false, "print a Markdown table")
	f.Bool("latex", false, "print a LaTeX table (package booktabs)")
	exclusive(cmd, "json", "csv", "markdown", "latex")
	c.addFlags(cmd, option.Compare)
	c.addYes(cmd)
	return cmd
}
