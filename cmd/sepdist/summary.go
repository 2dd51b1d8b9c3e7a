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
	cmd := newCommand("summary", takes(1, maxArgs, "at least one file of rows (ROWS...)"), func(cmd *cobra.Command, args []string) error {
		if err := checkRowMetrics(metrics); err != nil {
			return err
		}
		write := map[string]func(*summary.Groups, io.Writer) error{
			"text": (*summary.Groups).Text,
			"csv":  func(g *summary.Groups, w io.Writer) error { return g.CSV(w, raw) },
			"json": (*summary.Groups).JSON,
		}[to]
		if write == nil {
			return misused("--to: unknown form %q: use text, csv or json", to)
		}
		all, err := g.groups(cmd, args, nil, metrics)
		if err != nil {
			return err
		}
		return out.write(cmd, file, func(w io.Writer) error { return write(all, w) })
	})
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
