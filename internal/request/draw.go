package request

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/wording"
)

// drawing answers with a picture of a graph, or of the differences of two.
func drawing(_ context.Context, r *Request, a *answer) error {
	formats := append([]string{"svg"}, draw.Names()...)
	if !slices.Contains(formats, r.To) {
		return &Error{Kind: "option", Option: "to", Value: r.To, Values: formats, Message: wording.Keyword("to", r.To) + ": expected one of " + strings.Join(formats, ", ")}
	}
	o := draw.Options{Title: r.Title, NoLegend: r.Legend != nil && !*r.Legend}
	if r.View != "" {
		if err := o.View.UnmarshalText([]byte(r.View)); err != nil {
			return &Error{Kind: "option", Option: "view", Value: r.View, Values: []string{"auto", "nodes", "matrix"}, Message: wording.Keyword("view", r.View) + ": expected auto, nodes or matrix"}
		}
	}
	var d *draw.Drawing
	if r.Graph != nil {
		g, err := r.read("graph", r.Graph)
		if err != nil {
			return err
		}
		if d, err = draw.Graph(g.Graph, o); err != nil {
			return err
		}
	} else {
		truth, guess, err := r.pair()
		if err != nil {
			return err
		}
		if d, err = draw.Difference(truth.Graph, guess.Graph, o); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	var err error
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
