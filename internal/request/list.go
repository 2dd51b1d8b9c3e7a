//go:build !lean

package request

import (
	"context"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

func init() {
	ops["formats"], ops["members"], ops["separators"] = formats, members, separators
}

// separators answers with the sets that separation distances read off a graph, for x and y or for
// all ordered pairs.
func separators(ctx context.Context, r *Request, a *answer) error {
	if err := (&sepdist.Options{Metrics: r.Metrics}).CheckMetrics(); err != nil {
		return err
	}
	if len(r.X) > 1 || len(r.X) != len(r.Y) {
		return advice.Wrong("x", "", "expected one node for each of x and y, or neither")
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	s, err := g.Separators(ctx, strings.Join(r.X, ""), strings.Join(r.Y, ""), r.Metrics...)
	if err != nil {
		return err
	}
	if err := a.json("separators", s.JSON); err != nil {
		return err
	}
	return a.text(s.Text)
}

// members answers with the graphs of an equivalence class, up to the limit. Their
// edges are parts, int32 ends and uint8 marks, graph after graph.
func members(ctx context.Context, r *Request, a *answer) error {
	if r.Limit < 0 {
		return expected("limit", strconv.Itoa(r.Limit), "a number from 0 up")
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	list, _, err := g.Members(ctx)
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
	a.set("ends", a.int32s(ends))
	a.set("marks", a.part(marks))
	a.set("more", more)
	return nil
}

// formats answers with the table of formats.
func formats(_ context.Context, r *Request, a *answer) error {
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
			Name: f.Name, Doc: f.Doc, Extensions: some(f.Extensions), Read: f.CanRead(), Written: f.CanWrite(), Classes: some(f.Capabilities.Classes()),
			Holds: f.Capabilities.Describe(), Silent: f.Unspecified, Asks: some(f.Options), Recipes: [][2]string{},
		}
		for tool, save := range f.Recipes(r.spell("")) {
			one.Recipes = append(one.Recipes, [2]string{tool, save})
		}
		rows = append(rows, one)
	}
	a.set("formats", rows)
	return nil
}
