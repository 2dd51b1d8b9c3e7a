package page

import (
	"fmt"
	"io"

	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/report"
)

// HeatMap draws the wrong claims by source and target.
func HeatMap(w io.Writer, t *report.Tally, o draw.Options) error {
	pairs := t.Pairs()
	if pairs == nil {
		return fmt.Errorf("%d nodes have too many pairs for a heat map: draw bars", len(t.Names))
	}
	return draw.HeatMap(w, draw.Heat{Names: t.Names, Values: pairs, Row: "source", Column: "target", Unit: "wrong claims"}, o)
}

// Bars draws the number of wrong claims that each node is part of, most first.
func Bars(w io.Writer, t *report.Tally, o draw.Options) error {
	names, wrong := t.Busiest()
	chart := draw.BarChart{Names: names, Values: make([]float64, len(wrong)), Unit: "wrong claims"}
	for i, x := range wrong {
		chart.Values[i] = float64(x)
	}
	return draw.Bars(w, chart, o)
}

// Histogram draws the values of random guesses, with a line at that of the guess.
func Histogram(w io.Writer, e *report.Entry, o draw.Options) error {
	d := draw.Distribution{Values: e.Baseline.Values, Marker: e.Result.Value, Name: "guess", Unit: e.Metric.Name + " of random guesses"}
	if c := e.Result.Count; e.Result.Counted && c.Of > 0 {
		d.Step = 1 / c.Of
	}
	return draw.Histogram(w, d, o)
}
