package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/internal/request"
	"github.com/sepdist/sepdist/internal/try"
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

func (c *wrongClaims) check(args []string) {
	if c.asked() && len(args) != 2 {
		misuse("wrong claims need two graphs (TRUTH GUESS)")
	}
}

// chart returns the chart.
func (c *wrongClaims) chart(cmd *cobra.Command, truth, guess *compare.Graph, title string, o compare.Options) *canvas.Picture {
	m := c.metric.Metric
	pair := try.Get(compare.Prepare(cmd.Context(), truth, guess, &o))
	places := pair.Places(m, &o)
	t := report.NewTally(places.Names)
	options := compare.ExplainOptions{Options: o}
	options.Mistake = try.Get(request.Tallying(t, m, places))
	e := try.Get(compare.Explain(cmd.Context(), m, truth, guess, options))
	if title == "" {
		title = e.Headline()
	}
	if !c.heatmap {
		return try.Get(page.Bars(title, t))
	}
	return try.Get(page.HeatMap(title, t, places.Silent))
}
