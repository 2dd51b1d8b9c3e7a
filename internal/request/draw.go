package request

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

// drawing answers with a picture of a graph, or of the differences of two.
func drawing(ctx context.Context, r *Request, a *answer) error {
	formats := append([]string{"svg"}, draw.Names()...)
	if !slices.Contains(formats, r.To) {
		return expected("to", r.To, "one of "+strings.Join(formats, ", "), formats...)
	}
	at, err := r.positions()
	if err != nil {
		return err
	}
	o := draw.Options{Title: r.Title, NoLegend: r.Legend != nil && !*r.Legend, At: at}
	if r.View != "" {
		if err := o.View.UnmarshalText([]byte(r.View)); err != nil {
			return expected("view", r.View, "auto, nodes or matrix; for a time series time or process",
				"auto", "nodes", "matrix", "time", "process")
		}
	}
	var graphs []*sepdist.Graph
	if r.Graph != nil {
		graphs = make([]*sepdist.Graph, 1)
		graphs[0], err = r.read("graph", r.Graph)
	} else {
		graphs = make([]*sepdist.Graph, 2)
		graphs[0], graphs[1], err = r.pair()
	}
	if err != nil {
		return err
	}
	how, err := r.options()
	if err != nil {
		return err
	}
	d, err := op.Draw(ctx, graphs, o, how)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return d.Text(w, r.To) }
	if r.To == "svg" {
		write = d.Picture().SVG
	}
	return a.data(write)
}
