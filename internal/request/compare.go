package request

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
)

// pair reads the two graphs of a request.
func (r *Request) pair() (truth, guess *compare.Graph) {
	read := func(role string, g *Graph) *compare.Graph {
		got, err := r.read(role, g)
		if err != nil {
			try.Check(advice.About(role, "", err))
		}
		return got
	}
	return read("truth", r.Truth), read("guess", r.Guess)
}

func compareTwo(ctx context.Context, r *Request, a *answer) {
	o := r.options()
	truth, guess := r.pair()
	c := try.Get(compare.Compare(ctx, truth, guess, o))
	a.set("comparison", json.RawMessage(written(c.JSON)))
	a.set("text", "")
	if form := map[string]writer{"text": c.Text, "csv": c.CSV, "markdown": c.Markdown}[r.To]; form != nil {
		a.text(form)
	}
}

func explain(ctx context.Context, r *Request, a *answer) {
	o := r.options()
	if len(r.Metrics) != 1 {
		refuse("metric", "", "%d metrics: expected one", len(r.Metrics))
	}
	m := try.Get(distance.Find(r.Metrics[0]))
	if r.Limit < 0 || len(r.X) > 1 || len(r.Y) > 1 {
		refuse("limit", "", "expected a limit of 0 or more, and one node for each of x and y")
	}
	truth, guess := r.pair()
	how := compare.ExplainOptions{Options: o, Limit: r.Limit, Reverse: r.Reverse, X: strings.Join(r.X, ""), Y: strings.Join(r.Y, "")}
	e := try.Get(compare.Explain(ctx, m, truth, guess, how))
	if a.set("explanation", e); r.To == "csv" {
		a.text(func(w io.Writer) error { return e.CSV(w, false) })
	} else {
		a.text(e.Text)
	}
}

// metrics answers with the table of metrics.
func metrics(_ context.Context, _ *Request, a *answer) {
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
}

func kindNames(list class.Kinds) []string {
	var names []string
	for _, k := range list.List() {
		names = append(names, k.String())
	}
	return names
}
