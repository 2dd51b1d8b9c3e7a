package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
)

func newCompare() *cobra.Command {
	var c compareFlags
	var asJSON, asCSV, asMarkdown bool
	cmd := newCommand("compare", takes(2, 2, "two graphs (TRUTH GUESS)"), func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		truth, guess, err := c.read(cmd, args[0], args[1])
		if err != nil {
			return err
		}
		bar := c.watch(cmd, "comparing")
		defer bar.end()
		result, err := compare.Compare(cmd.Context(), truth, guess, c.options)
		if err != nil {
			return err
		}
		bar.end()
		show := result.Text
		switch {
		case asJSON:
			show = result.JSON
		case asCSV:
			show = result.CSV
		case asMarkdown:
			show = result.Markdown
		}
		return show(cmd.OutOrStdout())
	}, "{groups}", groupNames())
	f := cmd.Flags()
	f.StringSliceVar(&c.options.Metrics, "metrics", nil, "metrics and groups of metrics, separated by commas")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.BoolVar(&asCSV, "csv", false, "print CSV")
	f.BoolVar(&asMarkdown, "markdown", false, "print a Markdown table")
	exclusive(cmd, "json", "csv", "markdown")
	c.addFlags(cmd, option.Compare)
	c.addYes(cmd)
	complete(cmd, "metrics", metricNames())
	return cmd
}

// metricNames lists the metrics and the groups.
func metricNames() []string {
	var names []string
	for _, g := range distance.Groups {
		names = append(names, g.Name)
	}
	for i := range distance.Metrics {
		names = append(names, distance.Metrics[i].Name)
	}
	return names
}
