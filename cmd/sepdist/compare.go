package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

func newCompare() *cobra.Command {
	var c compareFlags
	var asJSON, asCSV, asMarkdown bool
	cmd := &cobra.Command{
		Use:   "compare [flags] TRUTH GUESS",
		Short: "Measure how far a guess is from the truth",
		Long: `Measure how far a guess is from the truth.

Most metrics take claims from the guess and verify them in the truth. Without --metrics,
those that fit the classes of the two graphs are computed, without the groups mb (for large
graphs) and sc (for small ones). "sepdist metrics" lists all metrics and the groups
` + groupNames() + `.`,
		Example: `  sepdist compare examples/asia.txt examples/asia-pc.txt
  sepdist compare --metrics zl-sd,sc --json truth.txt guess.txt
  sepdist compare --as cpdag --symmetric mean truth.txt guess.txt
  sepdist compare --project --guess-class pag truth.txt fci.txt
  sepdist compare --baseline 1000 --seed 1 truth.txt guess.txt`,
		Args: takes(2, 2, "two graphs (TRUTH GUESS)"),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			c.finish(cmd)
			truth, guess := c.read(cmd, args[0], args[1])
			bar := c.watch(cmd, "comparing")
			defer bar.end()
			result := try.Get(compare.Compare(cmd.Context(), truth, guess, c.options))
			bar.end()
			compare.Reword(result, wording.ForFlags)
			show := result.Text
			switch {
			case asJSON:
				show = result.JSON
			case asCSV:
				show = result.CSV
			case asMarkdown:
				show = result.Markdown
			}
			try.Check(show(cmd.OutOrStdout()))
		}),
	}
	f := cmd.Flags()
	f.StringSliceVar(&c.options.Metrics, "metrics", nil, "metrics and groups of metrics, separated by commas")
	f.IntVar(&c.options.Baseline, "baseline", 0, "compare with this many random guesses of the same class and number of adjacent pairs")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.BoolVar(&asCSV, "csv", false, "print CSV")
	f.BoolVar(&asMarkdown, "markdown", false, "print a Markdown table")
	exclusive(cmd, "json", "csv", "markdown")
	c.addFlags(cmd)
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
