package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/report"
)

// A wrongClaims draws charts of the wrong claims of a guess.
type wrongClaims struct {
	heatmap, bars bool
	metric        metricFlag
}

func (c *wrongClaims) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&c.heatmap, "heatmap", false, "draw the wrong claims of the guess by source and target")
	f.BoolVar(&c.bars, "bars", false, "draw the wrong claims of the guess by node")
	c.metric.addMetric(cmd, "zl-sd", "the metric whose claims are drawn")
	exclusive(cmd, "heatmap", "bars")
}

func (c *wrongClaims) asked() bool { return c.heatmap || c.bars }

func (c *wrongClaims) check(args []string) error {
	if c.asked() && len(args) != 2 {
		return misused("wrong claims need two graphs (TRUTH GUESS)")
	}
	return nil
}

// chart returns what draws the chart.
func (c *wrongClaims) chart(cmd *cobra.Command, truth, guess source, o *draw.Options) (func(io.Writer) error, error) {
	m := c.metric.Metric
	t := report.NewTally(truth.Graph.Names().List())
	s := compare.Settings{TruthName: truth.name, GuessName: guess.name, TruthClass: truth.stated, GuessClass: guess.stated}
	var err error
	if s.Params.Options.Mistake, err = tallying(t, m); err != nil {
		return nil, err
	}
	e, err := compare.Explain(cmd.Context(), m, truth.Graph, guess.Graph, s, 0, "", "")
	if err != nil {
		return nil, err
	}
	if o.Title == "" {
		o.Title = e.Headline()
	}
	draws := page.Bars
	if c.heatmap {
		draws = page.HeatMap
	}
	return func(w io.Writer) error { return draws(w, t, *o) }, nil
}

// tallying returns a callback that counts the mistakes of m.
func tallying(t *report.Tally, m *distance.Metric) (func(distance.Mistake), error) {
	if m.Claims == distance.AboutStatements {
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to draw: use a separation or adjustment distance", m.Name)
	}
	return func(wrong distance.Mistake) { t.Add(int(wrong.X), int(wrong.Y), m.Claims == distance.AboutEdges) }, nil
}
