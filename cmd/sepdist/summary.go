package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/study/summary"
)

func newSummary() *cobra.Command {
	var g groupFlags
	var out output
	var metrics []string
	var file, to string
	var raw bool
	cmd := &cobra.Command{
		Use:   "summary [flags] ROWS...",
		Short: "Summarise the rows of a study by group",
		Long: `Summarise the rows of a study by group.

For each metric and group: the number of pairs, the number that have a value, mean, a 95 %
interval of the mean (percentile bootstrap), quartiles, and how many pairs failed, by reason.
Statistics are over the pairs that have a value. ROWS are files of sepdist batch or experiment,
long or wide: .csv, .jsonl, .parquet, or - for CSV from standard input. Groups are made by columns
of the manifest, by truth, guess, truth_class, guess_class, or by file.`,
		Example: `  sepdist summary --by method,n rows.csv
  sepdist summary --by method --metrics zl-sd --to csv --out table.csv rows.parquet`,
		Args: takes(1, maxArgs, "at least one file of rows (ROWS...)"),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			checkRowMetrics(metrics)
			write := map[string]func(*summary.Groups, io.Writer) error{
				"text": (*summary.Groups).Text,
				"csv":  func(g *summary.Groups, w io.Writer) error { return g.CSV(w, raw) },
				"json": (*summary.Groups).JSON,
			}[to]
			if write == nil {
				misuse("--to: unknown form %q: use text, csv or json", to)
			}
			all := g.groups(cmd, args, nil, metrics)
			out.write(cmd, file, func(w io.Writer) error { return write(all, w) })
		}),
	}
	g.addFlags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&metrics, "metrics", nil, "metrics, separated by commas (default: all in the rows)")
	f.StringVar(&to, "to", "text", "form: text, csv, json")
	f.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	addRaw(cmd, &raw)
	out.addFlags(cmd)
	complete(cmd, "metrics", metricNames())
	return cmd
}
