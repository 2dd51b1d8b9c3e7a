package request

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/wording"
)

// drawing answers with a picture of a graph, or of the differences of two.
func drawing(ctx context.Context, r *Request, a *answer) error {
	formats := append([]string{"svg"}, draw.Names()...)
	if !slices.Contains(formats, r.To) {
		return &Error{Kind: "option", Option: "to", Value: r.To, Values: formats, Message: wording.Keyword("to", r.To) + ": expected one of " + strings.Join(formats, ", ")}
	}
	o := draw.Options{Title: r.Title, NoLegend: r.Legend != nil && !*r.Legend}
	var err error
	if o.At, err = r.positions(); err != nil {
		return err
	}
	if r.View != "" {
		if err := o.View.UnmarshalText([]byte(r.View)); err != nil {
			return &Error{Kind: "option", Option: "view", Value: r.View, Values: []string{"auto", "nodes", "matrix", "time", "process"}, Message: wording.Keyword("view", r.View) + ": expected auto, nodes or matrix, or of a time series time or process"}
		}
	}
	var graphs []*compare.Graph
	if r.Graph != nil {
		g, err := r.read("graph", r.Graph)
		if err != nil {
			return err
		}
		graphs = append(graphs, g)
	} else {
		truth, guess, err := r.pair()
		if err != nil {
			return err
		}
		graphs = append(graphs, truth, guess)
	}
	how, err := r.options()
	if err != nil {
		return err
	}
	d, err := Drawing(ctx, graphs, o, &how)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if r.To == "svg" {
		err = d.Picture().SVG(&b)
	} else {
		err = d.Text(&b, r.To)
	}
	if err != nil {
		return err
	}
	a.add("data", b.Bytes())
	return nil
}

// Drawing returns the drawing of a graph, or of a truth and a guess.
func Drawing(ctx context.Context, graphs []*compare.Graph, o draw.Options, how *compare.Options) (*draw.Drawing, error) {
	if len(graphs) == 1 && graphs[0].Series != nil {
		s, err := compare.SingleSeries(ctx, graphs[0], how)
		if err != nil {
			return nil, err
		}
		return draw.Series(s, o)
	}
	if len(graphs) == 1 {
		g, err := compare.Single(ctx, graphs[0], how)
		if err != nil {
			return nil, err
		}
		return draw.Graph(g, o)
	}
	if graphs[0].Series != nil || graphs[1].Series != nil {
		t, g, err := compare.MatchSeries(ctx, graphs[0], graphs[1], how)
		if err != nil {
			return nil, err
		}
		return draw.SeriesDifference(t, g, o)
	}
	t, g, err := compare.Match(ctx, graphs[0], graphs[1], how)
	if err != nil {
		return nil, err
	}
	return draw.Difference(t, g, o)
}
