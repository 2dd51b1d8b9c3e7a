package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
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
	var thresholds []string
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
		truth, guesses, err := c.readFamily(cmd, args, thresholds)
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
	cmd.Flags().StringSliceVar(&thresholds, "thresholds", nil, "read the guess, a matrix of weights or scores, at each of these `NUMBERS`: weights of at most this size are not edges")
	form.addFlags(cmd, "print CSV, a row for each point")
	cmd.Flags().StringVar(&picture.file, "plot", "", "`FILE` of a picture: .svg, .png, .pdf")
	out.addFlags(cmd)
	c.addFlags(cmd, option.ROC)
	c.addYes(cmd)
	return cmd
}

// readFamily reads a truth and guesses. With thresholds, the guesses are the graphs of one matrix.
func (c *compareFlags) readFamily(cmd *cobra.Command, args []string, thresholds []string) (truth *sepdist.Graph, guesses []*sepdist.Graph, err error) {
	if len(thresholds) == 0 {
		truth, guesses, err = c.readAll(cmd, args[0], args[1:])
		if len(args) == 2 && slices.ContainsFunc(input.Answers(err), func(a advice.Ref) bool { return a.Option == "guess-threshold" }) {
			err = advice.Errorf("%w; for a curve, use --thresholds 0.1,0.3,0.5 instead of one threshold", err)
		}
		return truth, guesses, err
	}
	c.in.scores = true
	if len(args) > 2 || slices.Contains(args, "-") {
		return nil, nil, misused("--thresholds reads one file several times: expected TRUTH GUESS, two files")
	}
	for _, at := range thresholds {
		if err := new(format.Options).Set("threshold", at); err != nil {
			return nil, nil, misused("%s", advice.Render(err, func(string, ...string) string { return "--thresholds" }))
		}
	}
	stated := c.in.stated
	defer func() { c.in.stated = stated }()
	for _, at := range thresholds {
		c.in.stated = append(slices.Clone(stated), flagValue{"guess", "threshold", at})
		var g *sepdist.Graph
		if truth, g, err = c.read(cmd, args[0], args[1]); err != nil {
			return nil, nil, err
		}
		g.Name += " above " + at
		guesses = append(guesses, g)
	}
	return truth, guesses, nil
}

// askForCycles returns an error whose question about edges both ways names the class that has graphs of scores at every
// threshold: as undirected edges, few of them make a CPDAG.
func askForCycles(err error) error {
	ask, ok := err.(*format.AmbiguityError)
	if !ok {
		return err
	}
	own := *ask
	own.Also = nil
	for _, q := range ask.Also {
		own.Also = append(own.Also, askForCycles(q).(*format.AmbiguityError))
	}
	if own.Option == "opposite-arcs" {
		own.Option, own.Values = "class", []string{"cyclic"}
	}
	return &own
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
