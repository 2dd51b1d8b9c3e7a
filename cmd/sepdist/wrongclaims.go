package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/page"
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

// chart returns the chart.
func (c *wrongClaims) chart(cmd *cobra.Command, truth, guess *sepdist.Graph, title string, o sepdist.Options) (*canvas.Picture, error) {
	m := c.metric.Metric
	if m.Claims == distance.AboutStatements {
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to draw: use a separation or adjustment distance", m.Name)
	}
	pair, err := sepdist.Prepare(cmd.Context(), truth, guess, o)
	if err != nil {
		return nil, err
	}
	e, err := op.WrongClaims(cmd.Context(), pair, sepdist.ExplainOptions{Options: o, Metric: m.Name})
	if err != nil {
		return nil, err
	}
	if title == "" {
		made := e.Explanation.Of
		if e.Explanation.Made != nil {
			made = e.Explanation.Made
		}
		title = fmt.Sprintf("%s: %v of %v claims wrong", m.Name, e.Explanation.Wrong, made)
	}
	if !c.heatmap {
		return page.Bars(title, e.Tally)
	}
	return page.HeatMap(title, e.Tally, e.Silent)
}
