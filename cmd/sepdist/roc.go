package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/report"
)

func newROC() *cobra.Command {
	var c compareFlags
	var form forms
	var picture pictureFlag
	var out output
	cmd := newCommand("roc", takes(2, maxArgs, "a truth and at least one guess (TRUTH GUESS...)"), func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		if err := picture.check("--plot: "); err != nil {
			return err
		}
		if err := out.free(picture.file); err != nil {
			return err
		}
		truth, guesses, err := c.readAll(cmd, args[0], args[1:])
		if err != nil {
			return err
		}
		bar := c.watch(cmd, "comparing")
		defer bar.end()
		roc, err := sepdist.ROC(cmd.Context(), truth, guesses, c.options)
		if err != nil {
			return err
		}
		bar.end()
		if err := picture.write(cmd, &out, func() (*canvas.Picture, error) {
			return chart.Panels(chart.Figure{Panels: []chart.Panel{rocPanel(roc)}})
		}); err != nil {
			return err
		}
		return form.print(cmd, roc)
	})
	form.addFlags(cmd, "print CSV, a row for each point")
	cmd.Flags().StringVar(&picture.file, "plot", "", "`FILE` of a picture: .svg, .png, .pdf")
	out.addFlags(cmd)
	c.addFlags(cmd, option.ROC)
	c.addYes(cmd)
	return cmd
}

// mostCurves is how many orders a picture shows beside all of them made one.
const mostCurves = 6

// rocPanel returns the curves: that of all orders, and those of the lowest.
func rocPanel(r *report.ROC) chart.Panel {
	var series []chart.Series
	add := func(name string, c *report.Curve) {
		if c.Void {
			return
		}
		s := chart.Series{Name: fmt.Sprintf("%s (area %.2f)", name, c.Area), X: []float64{0}, Y: []float64{0}}
		for _, p := range c.Points {
			s.X, s.Y = append(s.X, p.FPR), append(s.Y, p.TPR)
		}
		s.X, s.Y = append(s.X, 1), append(s.Y, 1)
		series = append(series, s)
	}
	add("all orders", &r.All)
	for k := range r.Orders[:min(mostCurves, len(r.Orders))] {
		add(fmt.Sprintf("order %d", k), &r.Orders[k])
	}
	return chart.Panel{
		Title: fmt.Sprintf("%d guesses of %s", len(r.Guesses), filepath.Base(r.Truth.Name)),
		X:     "false positive rate: separations taken for connections", Y: "true positive rate", Series: series, Unit: true,
	}
}
