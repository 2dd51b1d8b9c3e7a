package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/study/summary"
)

// summaryForms are the forms of a summary. Each but the first is a flag, too.
var summaryForms = []string{"text", "csv", "json", "markdown", "latex"}

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
			"text":     (*summary.Groups).Text,
			"csv":      func(g *summary.Groups, w io.Writer) error { return g.CSV(w, raw) },
			"json":     (*summary.Groups).JSON,
			"markdown": (*summary.Groups).Markdown,
			"latex":    (*summary.Groups).LaTeX,
		}[to]
		if write == nil {
			return misused("--to: unknown form %q: use one of %s", to, strings.Join(summaryForms, ", "))
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
	f.StringVar(&to, "to", "text", "form: "+strings.Join(summaryForms, ", "))
	for _, form := range summaryForms[1:] {
		f.BoolFunc(form, "the same as --to "+form, func(string) error { to = form; return nil })
	}
	exclusive(cmd, append([]string{"to"}, summaryForms[1:]...)...)
	f.StringVar(&g.pair, "paired", "", "compare the values of this `COLUMN` of --by, such as method, on the same truths")
	f.StringSliceVar(&g.match, "match", nil, "with --paired: columns that make a case together with the truth, such as seed")
	complete(cmd, "to", summaryForms)
	f.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	addRaw(cmd, &raw)
	out.addFlags(cmd)
	complete(cmd, "metrics", metricNames())
	return cmd
}
