package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/table"
)

func newMatrix() *cobra.Command {
	var b batching
	var metric metricFlag
	cmd := newCommand("matrix", takes(1, maxArgs, "graphs or one folder"), func(cmd *cobra.Command, args []string) error {
		file, picture := b.rows.Out, pictureFlag{file: b.rows.Draw}
		b.rows.Metrics, b.rows.Out = []string{metric.Name}, "-"
		if err := b.finish(cmd); err != nil {
			return err
		}
		if err := picture.check(""); err != nil {
			return err
		}
		if err := b.rows.out.free(file, picture.file); err != nil {
			return err
		}
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() && len(args) == 1 {
			if args, err = batch.Files(args[0]); err != nil {
				return err
			}
		}
		all := len(args) * len(args)
		bar := newCount(cmd, "pairs", 0, all)
		defer bar.end()
		b.settings.Done = bar.tell
		m, err := batch.NewMatrix(cmd.Context(), args, b.settings)
		if err != nil {
			return err
		}
		bar.end()
		notes := matrixNotes(m)
		for _, line := range notes {
			say(cmd, "%s", line)
		}
		if b.rows.Cluster {
			m.Cluster()
		}
		if err := picture.write(cmd, &b.rows.out, func() (*canvas.Picture, error) {
			return chart.HeatMap(chart.Heat{Names: m.Names, Values: m.Values, Row: "truth", Column: "guess", Unit: metric.Name})
		}); err != nil {
			return err
		}
		t := matrixTable(m)
		t.Notes = notes
		show := chosen(cmd, func(w io.Writer) error {
			_, err := w.Write(m.CSV(b.settings.Form))
			return err
		}, map[string]writer{"markdown": t.Markdown, "latex": t.LaTeX})
		if err := b.rows.out.write(cmd, file, show); err != nil {
			return err
		}
		if note := closest(m, metric.Metric); note != "" {
			say(cmd, "%s", note)
		}
		if m.Failed > 0 {
			return exitWith(m.Failed, all, fmt.Errorf("%d of %s failed: correct the graphs or the input options, and run it again", m.Failed, numeral.Count(all, "comparison")))
		}
		return nil
	})
	f := cmd.Flags()
	metric.addMetric(cmd, "shd", "the metric")
	b.rows.addFlags(cmd, option.Matrix)
	f.Bool("markdown", false, "write a Markdown table")
	f.Bool("latex", false, "write a LaTeX table (package booktabs)")
	exclusive(cmd, "markdown", "latex")
	b.compareFlags.addFlags(cmd, option.Matrix)
	return cmd
}

// closest names the truth and the guess with the best value, and counts the other pairs that have it, too.
func closest(m *batch.Matrix, metric *distance.Metric) string {
	best, at, ties := math.NaN(), [2]int{}, 0
	for i, row := range m.Values {
		for j, x := range row {
			switch {
			case i == j || math.IsNaN(x):
			case math.IsNaN(best) || x != best && (x > best) == metric.Score:
				best, at, ties = x, [2]int{i, j}, 0
			case x == best && (!metric.Symmetric || i < j):
				ties++
			}
		}
	}
	if math.IsNaN(best) {
		return ""
	}
	note := fmt.Sprintf("closest: %s and %s, %s %s", m.Names[at[0]], m.Names[at[1]], metric.Name, numeral.Decimals(best))
	if ties > 0 {
		note += fmt.Sprintf(" (and %s)", numeral.Count(ties, "other pair"))
	}
	return note
}

// matrixNotes returns why values are missing, and what a reader of the others should know.
func matrixNotes(m *batch.Matrix) (lines []string) {
	for _, why := range m.Faults {
		lines = append(lines, "failed: "+why)
	}
	if note := m.Note(); note != "" {
		lines = append(lines, "note: "+note)
	}
	return lines
}

// matrixTable returns the distances for people: rows are truths, columns are guesses.
func matrixTable(m *batch.Matrix) *table.Table {
	t := &table.Table{Head: append([]string{"truth"}, m.Names...)}
	for i, name := range m.Names {
		row := []string{name}
		for _, x := range m.Values[i] {
			cell := "–"
			if !math.IsNaN(x) {
				cell = numeral.Decimals(x)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
