package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/wording"
)

func newMatrix() *cobra.Command {
	var b batching
	var metric metricFlag
	var file, picture string
	var cluster bool
	cmd := &cobra.Command{
		Use:   "matrix [flags] GRAPH... | FOLDER",
		Short: "Compare many graphs with each other",
		Long: `Compare many graphs with each other by one metric.

Rows of the table are truths, columns are guesses. The table is written to --out as CSV;
--draw also draws it as a heat map. The exit code is 0 if all comparisons have a value, 3 if
some failed, 1 if none has a value.`,
		Example: `  sepdist matrix --metric shd --cluster --draw methods.svg pc.txt ges.txt fci.txt
  sepdist matrix --metric zl-sd --symmetric --as cpdag --out table.csv results/`,
		Args: takes(1, maxArgs, "graphs or one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			b.options.Metrics = []string{metric.Name}
			b.rows.file = "-"
			if err := b.finish(cmd); err != nil {
				return err
			}
			format := ""
			if picture != "" {
				var err error
				if format, err = paint.FormatOf(picture); err != nil {
					return misused("%v", err)
				}
			}
			if err := b.rows.out.free(file, picture); err != nil {
				return err
			}
			if info, err := os.Stat(args[0]); err == nil && info.IsDir() && len(args) == 1 {
				if args, err = batch.Files(args[0]); err != nil {
					return err
				}
			}
			bar := newCount(cmd, "pairs", 0, len(args)*len(args))
			defer bar.end()
			b.settings.Done = bar.tell
			m, err := batch.NewMatrix(cmd.Context(), args, b.settings)
			if err != nil {
				return err
			}
			bar.end()
			for _, why := range m.Faults {
				fmt.Fprintln(cmd.ErrOrStderr(), "failed:", plain.Text(why))
			}
			if note := m.Note(); note != "" {
				fmt.Fprintln(cmd.ErrOrStderr(), "note: "+wording.ForFlags(note))
			}
			if cluster {
				m.Cluster()
			}
			if picture != "" {
				heat, err := chart.HeatMap(chart.Heat{Names: m.Names, Values: m.Values, Row: "truth", Column: "guess", Unit: metric.Name})
				if err != nil {
					return err
				}
				if err := b.rows.out.write(cmd, picture, func(w io.Writer) error { return paint.Write(w, heat, format, paint.Options{}) }); err != nil {
					return err
				}
			}
			form := batch.CSV
			if b.rows.raw {
				form = batch.RawCSV
			}
			err = b.rows.out.write(cmd, file, func(w io.Writer) error {
				_, err := w.Write(m.CSV(form))
				return err
			})
			if all := len(args) * len(args); err == nil && m.Failed > 0 {
				err = exitWith(m.Failed, all, fmt.Errorf("%d of %d comparisons failed: correct the graphs or the input options, and run it again", m.Failed, all))
			}
			return err
		},
	}
	f := cmd.Flags()
	metric.addMetric(cmd, "shd", "the metric")
	f.StringVarP(&file, "out", "o", "-", "`FILE` of the table")
	f.StringVar(&picture, "draw", "", "`FILE` of a heat map: .svg, .png, .pdf")
	f.BoolVar(&cluster, "cluster", false, "order the graphs so that similar ones are adjacent")
	addRaw(cmd, &b.rows.raw)
	b.rows.out.addFlags(cmd)
	b.compareFlags.addFlags(cmd)
	return cmd
}
