package page

import (
	"fmt"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/report"
)

// HeatMap draws the wrong claims by source and target. About the pairs that silent reports
// the guess claims nothing; nil is none of them.
func HeatMap(title string, t *Tally, silent func(x, y int) bool) (*canvas.Picture, error) {
	pairs := t.Pairs()
	if pairs == nil {
		return nil, fmt.Errorf("%d nodes have too many pairs for a heat map: draw bars", len(t.Names))
	}
	return chart.HeatMap(chart.Heat{Title: title, Names: t.Names, Values: pairs, Row: "source", Column: "target", Unit: "wrong claims",
		Answers: [2]string{"not wrong", "wrong claim"}, Silent: silent})
}

// Bars draws the number of wrong claims that each node is part of, most first.
func Bars(title string, t *Tally) (*canvas.Picture, error) {
	names, wrong := t.NodesByMistakes()
	c := chart.BarChart{Title: title, Names: names, Values: make([]float64, len(wrong)), Unit: "wrong claims",
		Notes: []string{"A wrong claim is about two nodes and counts for both: all bars together are twice the wrong claims."}}
	for i, x := range wrong {
		c.Values[i] = float64(x)
	}
	return chart.Bars(c)
}

// Histogram draws the values of random guesses, with a line at that of the guess.
func Histogram(e *report.Entry) (*canvas.Picture, error) {
	d := chart.Distribution{Values: e.Baseline.Values, Marker: e.Result.Value, Name: "guess", Unit: e.Metric.Name + " of random guesses"}
	if c := e.Result.Count; e.Result.Counted && c.Of > 0 {
		d.Step = 1 / c.Of
	}
	return chart.Histogram(d)
}
