package report

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/plain"
)

// A ROC is a family of guesses against one truth.
type ROC struct {
	Truth   Graph
	Guesses []Graph
	Curves  distance.ROC
}

// jsonCurve is a [distance.Curve] as it is written.
type jsonCurve struct {
	Order  *int        `json:"order,omitempty"` // left out where all orders are made one
	Area   *float64    `json:"area"`
	Void   bool        `json:"void,omitempty"`
	Points []jsonPoint `json:"points"`
}

type jsonPoint struct {
	Guess       string      `json:"guess"`
	FPR         float64     `json:"fpr"`
	TPR         float64     `json:"tpr"`
	FPRInterval *[2]float64 `json:"fpr_interval,omitempty"`
	TPRInterval *[2]float64 `json:"tpr_interval,omitempty"`
}

// JSON writes the curves as JSON, with a line break at the end.
func (r *ROC) JSON(w io.Writer) error {
	doc := struct {
		Truth   Graph   `json:"truth"`
		Guesses []Graph `json:"guesses"`
		jsonCurve
		Orders []jsonCurve `json:"orders"`
		Notes  []string    `json:"notes,omitempty"`
	}{Truth: r.Truth, Guesses: r.Guesses, jsonCurve: r.curve(&r.Curves.All), Notes: r.Curves.Notes}
	for k := range r.Curves.Orders {
		c := r.curve(&r.Curves.Orders[k])
		c.Order = &k
		doc.Orders = append(doc.Orders, c)
	}
	return indented(w, doc)
}

func (r *ROC) curve(c *distance.Curve) jsonCurve {
	j := jsonCurve{Void: c.Void, Points: []jsonPoint{}}
	if !c.Void {
		j.Area = &c.Area
	}
	for _, p := range c.Points {
		q := jsonPoint{Guess: r.Guesses[p.Guess].Name, FPR: p.FPR, TPR: p.TPR}
		if p.S != nil {
			q.FPRInterval = &[2]float64{p.S.Lo, p.S.Hi}
		}
		if p.C != nil {
			q.TPRInterval = &[2]float64{1 - p.C.Hi, 1 - p.C.Lo}
		}
		j.Points = append(j.Points, q)
	}
	return j
}

// CSV writes a row for each point: those of all orders made one, then order by order. Names that a
// spreadsheet would take for formulas get an apostrophe, unless raw is set.
func (r *ROC) CSV(w io.Writer, raw bool) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	rows := [][]string{{"order", "guess", "fpr", "tpr", "fpr_lo", "fpr_hi", "tpr_lo", "tpr_hi"}}
	add := func(order string, c *distance.Curve) {
		for _, p := range c.Points {
			row := []string{order, r.Guesses[p.Guess].Name, number(p.FPR), number(p.TPR), "", "", "", ""}
			if p.S != nil {
				row[4], row[5] = number(p.S.Lo), number(p.S.Hi)
			}
			if p.C != nil {
				row[6], row[7] = number(1-p.C.Hi), number(1-p.C.Lo)
			}
			rows = append(rows, row)
		}
	}
	add("all", &r.Curves.All)
	for k := range r.Curves.Orders {
		add(strconv.Itoa(k), &r.Curves.Orders[k])
	}
	return writeCSV(w, rows, raw)
}

// Text writes the curve of all orders made one, and the area under each.
func (r *ROC) Text(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "guess\tfalse positive rate\ttrue positive rate\n")
	interval := func(lo, hi float64) string { return fmt.Sprintf(" (%.4f to %.4f)", lo, hi) }
	for _, p := range r.Curves.All.Points {
		var s, c string
		if p.S != nil {
			s = interval(p.S.Lo, p.S.Hi)
		}
		if p.C != nil {
			c = interval(1-p.C.Hi, 1-p.C.Lo)
		}
		fmt.Fprintf(t, "%s\t%.4f%s\t%.4f%s\n", plain.Text(r.Guesses[p.Guess].Name), p.FPR, s, p.TPR, c)
	}
	fmt.Fprintf(t, "\norder\tarea\n")
	area := func(order string, c *distance.Curve) {
		if c.Void {
			fmt.Fprintf(t, "%s\tvoid\n", order)
		} else {
			fmt.Fprintf(t, "%s\t%.4f\n", order, c.Area)
		}
	}
	for k := range r.Curves.Orders {
		area(strconv.Itoa(k), &r.Curves.Orders[k])
	}
	area("all", &r.Curves.All)
	for _, note := range r.Curves.Notes {
		fmt.Fprintln(t, plain.Text(note))
	}
	return t.Flush()
}
