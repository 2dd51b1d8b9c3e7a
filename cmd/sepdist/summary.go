package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/summary"
)

func newSummary() *cobra.Command {
	var r rowsFlags
	cmd := newCommand("summary", takes(1, maxArgs, "at least one file of rows (ROWS...)"), func(cmd *cobra.Command, args []string) error {
		if err := checkRowMetrics(r.Metrics); err != nil {
			return err
		}
		write := map[string]func(*summary.Groups, io.Writer) error{
			"text":     (*summary.Groups).Text,
			"csv":      func(g *summary.Groups, w io.Writer) error { return g.CSV(w, r.Raw) },
			"json":     (*summary.Groups).JSON,
			"markdown": (*summary.Groups).Markdown,
			"latex":    (*summary.Groups).LaTeX,
		}[r.To]
		all, err := groups(cmd, &r.RowOptions, args, nil, r.Metrics)
		if err != nil {
			return err
		}
		return r.out.write(cmd, r.Out, func(w io.Writer) error { return write(all, w) })
	})
	r.addFlags(cmd, option.Summary)
	for _, form := range option.SummaryForms[1:] { // each is a flag, too
		cmd.Flags().BoolFunc(form, "the same as --to "+form, func(string) error { r.To = form; return nil })
	}
	exclusive(cmd, append([]string{"to"}, option.SummaryForms[1:]...)...)
	return cmd
}
