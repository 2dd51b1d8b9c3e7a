package main

import (
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/study/summary"
)

func newPlot() *cobra.Command {
	var r rowsFlags
	cmd := newCommand("plot", takes(1, maxArgs, "at least one file of rows (ROWS...)"), func(cmd *cobra.Command, args []string) error {
		p := summary.Plot{Title: r.Title, Kind: r.Kind, X: r.X, Band: r.Band, LogX: r.LogX, LogY: r.LogY}
		if err := checkPlot(cmd, &p, r.Metric); err != nil {
			return err
		}
		width, err := parseLength(r.Width)
		if err != nil {
			return err
		}
		if p.Kind == summary.Paired {
			if len(r.By) != 1 || p.X != "" {
				return misused("a paired plot compares the values of one column: use --by, such as --by method, and omit --x")
			}
			r.Paired = r.By[0]
		} else if len(r.Match) > 0 {
			return misused("--match is for paired plots: omit it, or use --kind paired")
		}
		format := "svg"
		if r.Out != "-" {
			picture := pictureFlag{file: r.Out}
			if err := picture.check(""); err != nil {
				return err
			}
			format = picture.format
		}
		if r.DPI != 0 && (r.DPI < paint.MinDPI || format != "png") {
			return misused("--dpi: %d: use a number from %d on, for a .png", r.DPI, paint.MinDPI)
		}
		var ahead []string
		if p.X != "" {
			ahead = []string{p.X}
		}
		groups, err := groups(cmd, &r.RowOptions, args, ahead, r.Metric)
		if err != nil {
			return err
		}
		figure, err := groups.Figure(p)
		if err := checkIn(strings.Join(args, ", "), err); err != nil {
			return err
		}
		figure.Width, figure.Font, figure.Legend = width, r.FontSize, r.Legend
		if r.NoCaption {
			figure.Notes = nil
		}
		for i := range figure.Panels {
			panel := &figure.Panels[i]
			panel.X, panel.Y = cmp.Or(r.XLabel, panel.X), cmp.Or(r.YLabel, panel.Y)
		}
		picture, err := chart.Panels(figure)
		if err != nil {
			return err
		}
		return r.out.write(cmd, r.Out, func(w io.Writer) error { return paint.Write(w, picture, format, paint.Options{DPI: r.DPI}) })
	})
	r.addFlags(cmd, option.Plot)
	return cmd
}

// checkPlot refuses flags that do not go together.
func checkPlot(cmd *cobra.Command, p *summary.Plot, metrics []string) error {
	if p.Kind == "" {
		if p.Kind = summary.Boxes; p.X != "" {
			p.Kind = summary.Lines
		}
	}
	switch {
	case len(metrics) == 0:
		return misused("no metric is named: use --metric, such as --metric zl-sd")
	case p.Kind == summary.Lines && p.X == "":
		return misused("lines need an x axis: use --x, such as --x n")
	case p.Kind == summary.Scatter && (len(metrics) != 2 || metrics[0] == metrics[1]):
		return misused("a scatter plot shows two metrics: use --metric, such as --metric shd,zl-sd")
	case p.Kind == summary.Scatter && p.X != "":
		return misused("the x axis of a scatter plot is the first metric: omit --x")
	case p.Kind != summary.Lines && cmd.Flags().Changed("band"):
		return misused("--band is for lines: omit it, or use --kind line")
	case p.Kind == summary.Boxes && p.LogX:
		return misused("--log-x is for lines and scatter plots: omit it")
	}
	return checkRowMetrics(metrics)
}

// checkRowMetrics refuses names that are not those of metrics, and spells them as rows do.
func checkRowMetrics(names []string) error {
	for i, name := range names {
		m, err := distance.Find(name)
		if err != nil {
			return err
		}
		names[i] = m.Name
	}
	return nil
}
