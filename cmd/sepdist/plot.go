package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/study/summary"
)

func newPlot() *cobra.Command {
	var g groupFlags
	var out output
	var p summary.Plot
	var metrics []string
	var file string
	var dpi int
	cmd := newCommand("plot", takes(1, maxArgs, "at least one file of rows (ROWS...)"), func(cmd *cobra.Command, args []string) error {
		if err := checkPlot(cmd, &p, metrics); err != nil {
			return err
		}
		format := "svg"
		if file != "-" {
			picture := pictureFlag{file: file}
			if err := picture.check(""); err != nil {
				return err
			}
			format = picture.format
		}
		if dpi != 0 && (dpi < paint.MinDPI || format != "png") {
			return misused("--dpi: %d: use a number from %d on, for a .png", dpi, paint.MinDPI)
		}
		var ahead []string
		if p.X != "" {
			ahead = []string{p.X}
		}
		groups, err := g.groups(cmd, args, ahead, metrics)
		if err != nil {
			return err
		}
		figure, err := groups.Figure(p)
		if err := checkIn(strings.Join(args, ", "), err); err != nil {
			return err
		}
		picture, err := chart.Panels(figure)
		if err != nil {
			return err
		}
		return out.write(cmd, file, func(w io.Writer) error { return paint.Write(w, picture, format, paint.Options{DPI: dpi}) })
	})
	f := cmd.Flags()
	f.StringVar(&p.Kind, "kind", "", "line, box or scatter (default: line with --x, else box)")
	f.StringVar(&p.X, "x", "", "`COLUMN` of the x axis")
	g.addFlags(cmd)
	f.StringSliceVar(&metrics, "metric", nil, "metrics, separated by commas")
	f.StringVar(&p.Band, "band", "interval", "what the band shows: "+strings.Join(summary.BandNames(), ", "))
	f.BoolVar(&p.LogX, "log-x", false, "logarithmic x axis")
	f.BoolVar(&p.LogY, "log-y", false, "logarithmic y axis")
	f.StringVar(&p.Title, "title", "", "`TEXT` above the picture")
	f.StringVarP(&file, "out", "o", "-", "`FILE` of the picture: .svg, .png, .pdf; - is SVG")
	f.IntVar(&dpi, "dpi", 0, "dots per inch of a .png (default 200)")
	out.addFlags(cmd)
	complete(cmd, "metric", metricNames())
	complete(cmd, "band", summary.BandNames())
	complete(cmd, "kind", []string{summary.Lines, summary.Boxes, summary.Scatter})
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
	case !slices.Contains([]string{summary.Lines, summary.Boxes, summary.Scatter}, p.Kind):
		return misused("--kind: unknown kind %q: use line, box or scatter", p.Kind)
	case !slices.Contains(summary.BandNames(), p.Band):
		return misused("--band: unknown band %q: use one of %s", p.Band, strings.Join(summary.BandNames(), ", "))
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
