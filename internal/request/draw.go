package request

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/try"
)

// drawing answers with a picture of a graph, or of the differences of two.
func drawing(ctx context.Context, r *Request, a *answer) {
	formats := append([]string{"svg"}, draw.Names()...)
	if !slices.Contains(formats, r.To) {
		expect("to", r.To, "one of "+strings.Join(formats, ", "), formats...)
	}
	o := draw.Options{Title: r.Title, NoLegend: r.Legend != nil && !*r.Legend, At: r.positions()}
	if r.View != "" {
		if err := o.View.UnmarshalText([]byte(r.View)); err != nil {
			expect("view", r.View, "auto, nodes or matrix; for a time series time or process",
				"auto", "nodes", "matrix", "time", "process")
		}
	}
	var graphs []*compare.Graph
	if r.Graph != nil {
		graphs = append(graphs, try.Get(r.read("graph", r.Graph)))
	} else {
		truth, guess := r.pair()
		graphs = append(graphs, truth, guess)
	}
	how := r.options()
	d := try.Get(op.Draw(ctx, graphs, o, &how))
	write := func(w io.Writer) error { return d.Text(w, r.To) }
	if r.To == "svg" {
		write = d.Picture().SVG
	}
	a.add("data", written(write))
}
