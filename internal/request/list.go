//go:build !lean

package request

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/wording"
)

func init() {
	ops["formats"], ops["members"], ops["separators"] = formats, members, separators
}

// separators answers with the sets that separation distances read off a graph, for x and y or for
// all ordered pairs.
func separators(ctx context.Context, r *Request, a *answer) error {
	if err := compare.CheckMetrics(r.Metrics); err != nil {
		return &metricError{err}
	}
	if len(r.X) > 1 || len(r.X) != len(r.Y) {
		return &Error{Kind: "option", Option: "x", Message: "expected one node for each of x and y, or neither"}
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	var x, y string
	if len(r.X) == 1 {
		x, y = r.X[0], r.Y[0]
	}
	s, err := compare.Separators(ctx, g, r.Metrics, x, y)
	if err != nil {
		return err
	}
	var data, text bytes.Buffer
	if err := s.JSON(&data); err != nil {
		return err
	}
	if err := s.Text(&text); err != nil {
		return err
	}
	a.set("separators", json.RawMessage(data.Bytes()))
	a.set("text", text.String())
	return nil
}

// members answers with the graphs of an equivalence class, at most so many as the limit says. Their
// edges are parts, int32 ends and uint8 marks, graph after graph.
func members(ctx context.Context, r *Request, a *answer) error {
	if r.Limit < 0 {
		return &Error{Kind: "option", Option: "limit", Value: fmt.Sprint(r.Limit), Message: fmt.Sprintf("limit=%d: expected a number from 0 up", r.Limit)}
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	list, err := sepdist.Members(ctx, (*sepdist.Graph)(g))
	if err != nil {
		return err
	}
	var ends []int32
	var marks []byte
	edges, more := []int{}, false
	for one := range list {
		if more = len(edges) == r.Limit; more {
			break
		}
		for e := range one.Edges() {
			ends = append(ends, int32(e.X), int32(e.Y))
			marks = append(marks, byte(e.AtX), byte(e.AtY))
		}
		edges = append(edges, one.M())
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	a.set("nodes", g.Names().List())
	a.set("edges", edges)
	a.set("ends", appendInt32s(&a.parts, ends))
	a.add("marks", marks)
	a.set("more", more)
	return nil
}

// formats answers with the table of formats.
func formats(_ context.Context, _ *Request, a *answer) error {
	type row struct {
		Name       string      `json:"name"`
		Doc        string      `json:"doc"`
		Extensions []string    `json:"extensions"`
		Read       bool        `json:"read"`
		Written    bool        `json:"written"`
		Classes    []string    `json:"classes"`
		Holds      string      `json:"holds"`
		Silent     string      `json:"silent"` // what files do not say
		Asks       []string    `json:"asks"`   // keywords that they may need
		Recipes    [][2]string `json:"recipes"`
	}
	var rows []row
	for _, f := range format.Formats {
		one := row{
			Name: f.Name, Doc: f.Doc, Extensions: some(f.Extensions), Read: f.Read != nil, Written: f.Write != nil, Classes: some(f.Holds.Classes()),
			Holds: f.Holds.Describe(), Silent: f.Silent, Asks: some(f.Asks), Recipes: [][2]string{},
		}
		for _, tool := range f.Recipes {
			one.Recipes = append(one.Recipes, [2]string{tool.Tool, wording.ForKeywords(tool.Save)})
		}
		rows = append(rows, one)
	}
	a.set("formats", rows)
	return nil
}

// some returns a list that is [] and not null in JSON.
func some(list []string) []string { return append([]string{}, list...) }
