package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/table"
)

// Repairs list how each metric would change if single edges of the guess were repaired.
type Repairs struct {
	Truth   Graph    `json:"truth"`
	Guess   Graph    `json:"guess"`
	Toward  string   `json:"toward"` // the goal: "the truth", "the CPDAG of the truth"
	Metrics []string `json:"metrics"`
	Now     []Number `json:"now"`  // by metric, of the guess
	Goal    []Number `json:"goal"` // by metric, of a guess with all repairs

	Repairs []Repair `json:"repairs"`         // one for each pair of nodes that differs, the best value first
	Plan    []Repair `json:"plan"`            // repairs in sequence, until the first metric reaches its goal
	Notes   []string `json:"notes,omitempty"` // remarks about the plan
}

// A Repair replaces the edges between two nodes of the guess by those of the goal.
type Repair struct {
	X      string      `json:"x"`
	Y      string      `json:"y"`
	Status Status      `json:"status"`
	Truth  string      `json:"truth"`           // edge of the goal: "a --> b", "no edge"
	Guess  string      `json:"guess"`           // edge of the guess
	Edges  [][3]string `json:"edges"`           // the edges of the goal
	Class  string      `json:"class,omitempty"` // of the repaired guess, if it differs
	Values []Number    `json:"values"`          // by metric, after the repair; null if undefined
	Why    string      `json:"why,omitempty"`   // why there is no value: the repaired guess has no class
}

// A Number is a value that may be undefined, which is null in JSON.
type Number struct {
	Value   float64
	Defined bool
}

// MarshalJSON writes the value or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, n.Value, 'g', -1, 64), nil
}

func (n Number) String() string {
	if !n.Defined {
		return "–"
	}
	return numeral.Decimals(n.Value)
}

// JSON writes the repairs as JSON.
func (r *Repairs) JSON(w io.Writer) error { return indented(w, r) }

// CSV writes one row for each repair and metric. Names that a spreadsheet would take for formulas
// get an apostrophe, unless raw is set.
func (r *Repairs) CSV(w io.Writer, raw bool) error {
	rows := [][]string{{"step", "x", "y", "status", "truth", "guess", "class", "metric", "now", "after", "why"}}
	write := func(step string, p *Repair) {
		for i, m := range r.Metrics {
			after := ""
			if v := p.Values[i]; v.Defined {
				after = number(v.Value)
			}
			rows = append(rows, []string{step, p.X, p.Y, string(p.Status), p.Truth, p.Guess, p.Class, m, number(r.Now[i].Value), after, p.Why})
		}
	}
	for i := range r.Repairs {
		write("", &r.Repairs[i])
	}
	for i := range r.Plan {
		write(strconv.Itoa(i+1), &r.Plan[i])
	}
	return table.WriteCSV(w, rows, raw)
}

// Headline returns the number of edges that differ in one sentence.
func (r *Repairs) Headline() string {
	if len(r.Repairs) == 0 {
		return "no edge of the guess differs from " + r.Toward
	}
	verb := "differ"
	if len(r.Repairs) == 1 {
		verb = "differs"
	}
	return fmt.Sprintf("%s of the guess %s from %s. If only this one were repaired:", numeral.Count(len(r.Repairs), "edge"), verb, r.Toward)
}

// Text writes the repairs for people.
func (r *Repairs) Text(w io.Writer) error {
	b := table.NewPage(w)
	for _, change := range r.Guess.Done {
		b.Line("guess: %s", change)
	}
	b.Line("%s", r.Headline())
	if len(r.Repairs) > 0 {
		b.WriteByte('\n')
	}
	head := slices.Concat([]string{"", "repair"}, r.Metrics, []string{""}) // a note ends a row
	rows := [][]string{head, r.line("", "the guess as it is", r.Now, "")}
	for i := range r.Repairs {
		p := &r.Repairs[i]
		rows = append(rows, r.line("", p.Sentence(), p.Values, p.note()))
	}
	b.Rows(append(rows, r.line("", "all repaired", r.Goal, "")))
	if len(r.Plan) > 0 {
		b.WriteByte('\n')
		b.Line("one after the other, each time the repair that helps %s most:", r.Metrics[0])
		b.WriteByte('\n')
		rows = [][]string{head}
		for i := range r.Plan {
			p := &r.Plan[i]
			rows = append(rows, r.line(strconv.Itoa(i+1), p.Sentence(), p.Values, p.note()))
		}
		b.Rows(rows)
	}
	for _, n := range r.Notes {
		b.Line("%s", n)
	}
	return b.Flush(w)
}

func (r *Repairs) line(step, what string, values []Number, note string) []string {
	row := []string{step, what}
	for _, v := range values {
		row = append(row, v.String())
	}
	return append(row, note)
}

// Sentence returns the repair in words: "add a --> b".
func (p *Repair) Sentence() string {
	switch p.Status {
	case Missing:
		return "add " + p.Truth
	case Extra:
		return "remove " + p.Guess
	}
	return "replace " + p.Guess + " by " + p.Truth
}

// note returns a remark about the class of the repaired guess.
func (p *Repair) note() string {
	switch {
	case p.Why != "":
		return "leads outside the class: " + p.Why
	case p.Class != "":
		return "is then of class " + p.Class
	}
	return ""
}
