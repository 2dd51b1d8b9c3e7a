package request

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// tuple reads an array of JSON into values of different types.
func tuple(text []byte, to ...any) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) != len(to) {
		return fmt.Errorf("%d values in %s: expected %d", len(list), text, len(to))
	}
	for i, item := range list {
		if err := json.Unmarshal(item, to[i]); err != nil {
			return err
		}
	}
	return nil
}

// pair reads the two graphs of a request.
func (r *Request) pair() (truth, guess *compare.Graph, err error) {
	if truth, err = r.read("truth", r.Truth); err != nil {
		return nil, nil, err
	}
	guess, err = r.read("guess", r.Guess)
	return truth, guess, err
}

func compareTwo(ctx context.Context, r *Request, a *answer) error {
	o, err := r.options()
	if err != nil {
		return err
	}
	truth, guess, err := r.pair()
	if err != nil {
		return err
	}
	c, err := compare.Compare(ctx, truth, guess, o)
	if err != nil {
		return err
	}
	compare.Reword(c, r.word)
	var b bytes.Buffer
	if err := c.JSON(&b); err != nil {
		return err
	}
	a.set("comparison", json.RawMessage(b.Bytes()))
	var text bytes.Buffer
	switch r.To {
	case "text":
		err = c.Text(&text)
	case "csv":
		err = c.CSV(&text)
	case "markdown":
		err = c.Markdown(&text)
	}
	a.set("text", text.String())
	return err
}

func explain(ctx context.Context, r *Request, a *answer) error {
	o, err := r.options()
	if err != nil {
		return err
	}
	if len(r.Metrics) != 1 {
		return &Error{Kind: "option", Option: "metric", Message: fmt.Sprintf("%d metrics: expected one", len(r.Metrics))}
	}
	m, err := distance.Find(r.Metrics[0])
	if err != nil {
		return &metricError{err}
	}
	if r.Limit < 0 || len(r.X) > 1 || len(r.Y) > 1 {
		return &Error{Kind: "option", Option: "limit", Message: "expected a limit of 0 or more, and one node for each of x and y"}
	}
	truth, guess, err := r.pair()
	if err != nil {
		return err
	}
	how := compare.ExplainOptions{Options: o, Limit: r.Limit}
	if len(r.X) == 1 {
		how.X = r.X[0]
	}
	if len(r.Y) == 1 {
		how.Y = r.Y[0]
	}
	e, err := compare.Explain(ctx, m, truth, guess, how)
	if err != nil {
		return err
	}
	compare.RewordNotes(e.Notes, r.word)
	var text bytes.Buffer
	if r.To == "csv" {
		err = e.CSV(&text, false)
	} else {
		err = e.Text(&text)
	}
	if err != nil {
		return err
	}
	a.set("explanation", e)
	a.set("text", text.String())
	return nil
}

func check(ctx context.Context, r *Request, a *answer) error {
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	c, err := compare.Check(ctx, g)
	var bad *class.Error
	if err != nil && !errors.As(err, &bad) {
		return err
	}
	compare.RewordCheck(&c, r.word)
	var text bytes.Buffer
	if err := c.Text(&text); err != nil {
		return err
	}
	a.set("check", c)
	a.set("text", text.String())
	return nil
}

// separated answers whether sets of nodes are separated. They are if all their pairs are; the pair
// that is spoken of is the first that is not, or else the last.
func separated(ctx context.Context, r *Request, a *answer) error {
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	if len(r.X) == 0 || len(r.Y) == 0 {
		return &Error{Kind: "option", Option: "x", Message: "expected a node for each of x and y"}
	}
	var found *report.Separation
	for _, x := range r.X {
		for _, y := range r.Y {
			if found != nil && !found.Separated {
				break
			}
			if found, err = sepdist.Separated(ctx, (*sepdist.Graph)(g), x, y, r.Given...); err != nil {
				return err
			}
		}
	}
	var text bytes.Buffer
	if err := found.Text(&text); err != nil {
		return err
	}
	a.set("separated", found.Separated)
	a.set("separation", found)
	a.set("text", text.String())
	return nil
}

// metrics answers with the table of metrics.
func metrics(_ context.Context, _ *Request, a *answer) error {
	type row struct {
		Name       string   `json:"name"`
		Doc        string   `json:"doc"`
		Group      string   `json:"group"`
		Truth      []string `json:"truth"`
		Guess      []string `json:"guess"`
		Symmetric  bool     `json:"symmetric"`
		Score      bool     `json:"score"`
		Definition string   `json:"definition"`
		Formula    string   `json:"formula"`
		Range      string   `json:"range"`
		Paper      string   `json:"paper"`
		Claims     bool     `json:"claims"` // it counts claims that can be explained
	}
	var rows []row
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		rows = append(rows, row{m.Name, m.Doc, m.Group, kindNames(m.Truth), kindNames(m.Guess), m.Symmetric, m.Score, m.Definition, m.Formula, m.Range, m.Paper, m.Claims != distance.NoClaims})
	}
	var groups []map[string]string
	for _, g := range distance.Groups {
		groups = append(groups, map[string]string{"name": g.Name, "doc": g.Doc})
	}
	var policies []map[string]string
	for _, p := range class.Policies {
		policies = append(policies, map[string]string{"name": string(p.Policy), "doc": p.Doc})
	}
	a.set("metrics", rows)
	a.set("policies", policies)
	a.set("groups", groups)
	return nil
}

func kindNames(list class.Kinds) []string {
	var names []string
	for _, k := range list.List() {
		names = append(names, k.String())
	}
	return names
}
