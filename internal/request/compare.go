package request

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/report"
)

// pair reads the two graphs of a request.
func (r *Request) pair() (truth, guess *sepdist.Graph, err error) {
	files := []input.Reading{{Role: "truth"}, {Role: "guess"}}
	if truth, err = r.read("truth", r.Truth); err != nil {
		files[0].Err = advice.About("truth", "", err)
	} else {
		files[0].Graph = truth.Graph
	}
	if guess, err = r.read("guess", r.Guess); err != nil {
		files[1].Err = advice.About("guess", "", err)
	} else {
		files[1].Graph = guess.Graph
	}
	if err := input.Ask(files, r.Options["by-position"] == nil && r.Options["rename"] == nil); err != nil {
		return nil, nil, err
	}
	if len(r.Truth.Shared) > 0 {
		o, err := r.reading(r.Truth)
		if err == nil {
			err = input.CheckFormats(input.File{Name: truth.Name, Format: truth.Format}, input.File{Name: guess.Name, Format: guess.Format}, &input.Rules{Options: o, Shared: r.Truth.Shared})
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return truth, guess, nil
}

// compareGuesses compares the truth with one guess or with several.
func compareGuesses(ctx context.Context, r *Request, a *answer) error {
	guesses := r.Guesses
	if guesses == nil {
		guesses = []*Graph{r.Guess}
	}
	var list report.Comparisons
	for i, g := range guesses {
		r.Guess = g
		truth, guess, o, err := r.comparison()
		if err != nil {
			return err
		}
		if r.progress != nil {
			o.Progress = func(share float64) { r.progress((float64(i) + share) / float64(len(guesses))) }
		}
		c, err := sepdist.Compare(ctx, truth, guess, o)
		if err != nil {
			return err
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return advice.Wrong("guesses", "", "the list of guesses is empty")
	}
	a.set("text", "")
	if r.To == "text" && r.Guesses == nil { // the same in parts, for tables in notebooks
		a.set("table", list[0].Table())
		a.set("legend", some(list[0].Legend()))
	}
	forms := map[string]writer{"text": list.Text, "csv": list.CSV, "markdown": list.Markdown, "latex": list.LaTeX}
	if form := forms[r.To]; form != nil {
		if err := a.text(form); err != nil {
			return err
		}
	}
	if r.Guesses == nil {
		return a.json("comparison", list.JSON)
	}
	if r.To == "all" {
		texts := make(map[string]string)
		for name, form := range forms {
			var b strings.Builder
			if err := form(&b); err != nil {
				return err
			}
			texts[name] = b.String()
		}
		rows, best := list.Table()
		a.set("texts", texts)
		a.set("table", rows)
		a.set("best", best)
	}
	all := make([]json.RawMessage, len(list))
	for i, c := range list {
		var b bytes.Buffer
		if err := c.JSON(&b); err != nil {
			return err
		}
		all[i] = b.Bytes()
	}
	a.set("comparisons", all)
	return nil
}

func explain(ctx context.Context, r *Request, a *answer) error {
	if len(r.Metrics) != 1 {
		return advice.Wrong("metric", "", "%d metrics: expected one", len(r.Metrics))
	}
	if r.Limit < 0 || len(r.X) > 1 || len(r.Y) > 1 {
		return advice.Wrong("limit", "", "expected a limit of 0 or more, and one node for each of x and y")
	}
	truth, guess, o, err := r.comparison()
	if err != nil {
		return err
	}
	how := sepdist.ExplainOptions{Options: o, Metric: r.Metrics[0], Limit: r.Limit, Reverse: r.Reverse, X: strings.Join(r.X, ""), Y: strings.Join(r.Y, "")}
	e, err := sepdist.Explain(ctx, truth, guess, how)
	if err != nil {
		return err
	}
	a.set("explanation", e)
	a.set("headline", e.Headline())
	if r.To == "csv" {
		return a.text(func(w io.Writer) error { return e.CSV(w, false) })
	}
	return a.text(e.Text)
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

func kindNames(list graph.Kinds) []string {
	var names []string
	for _, k := range list.List() {
		names = append(names, k.String())
	}
	return names
}

// some returns a list that is [] and not null in JSON.
func some(list []string) []string { return append([]string{}, list...) }
