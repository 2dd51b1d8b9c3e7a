package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/table"
)

// A ROC compares a family of guesses, one for each setting of a method, with a truth: which share of the
// connections of the truth they find, and which share of its separations they take for connections
// (Hyttinen, Eberhardt and Järvisalo, Constraint-based causal discovery: conflict resolution with
// answer set programming, UAI 2014, 340–349).
type ROC struct {
	Truth   Graph
	Guesses []Graph
	All     Curve   // of all orders together
	Orders  []Curve // one for each order
	Notes   []string
}

// A Curve has a point for each guess, by false positive rate and then true positive
// rate.
type Curve struct {
	Points []Point
	Area   float64 // under the curve through the points, (0, 0) and (1, 1)
	Void   bool    // the truth has no connection or no separation: one of the rates is 0/0
}

// A Point is the position of a guess: it takes the share FPR of the truth's separations for
// connections (its s-metric) and finds the share TPR of its connections (1 minus its
// c-metric).
type Point struct {
	Guess    int // its index among the guesses
	FPR, TPR float64
	S, C     *distance.Sample // of the s-metric and the c-metric, if sampled
}

// jsonCurve is a [Curve] in JSON.
type jsonCurve struct {
	Order  *int        `json:"order,omitempty"` // omitted for all orders together
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
	}{Truth: r.Truth, Guesses: r.Guesses, jsonCurve: r.curve(&r.All), Notes: r.Notes}
	for k := range r.Orders {
		c := r.curve(&r.Orders[k])
		c.Order = &k
		doc.Orders = append(doc.Orders, c)
	}
	return indented(w, doc)
}

func (r *ROC) curve(c *Curve) jsonCurve {
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

// CSV writes a row for each point: first those of all orders together, then order by order. Names that a
// spreadsheet would take for formulas get an apostrophe, unless raw is set.
func (r *ROC) CSV(w io.Writer, raw bool) error {
	rows := [][]string{{"order", "guess", "fpr", "tpr", "fpr_lower", "fpr_upper", "tpr_lower", "tpr_upper"}}
	add := func(order string, c *Curve) {
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
	add("all", &r.All)
	for k := range r.Orders {
		add(strconv.Itoa(k), &r.Orders[k])
	}
	return table.WriteCSV(w, rows, raw)
}

// Text writes the curve of all orders together, and the area under each curve.
func (r *ROC) Text(w io.Writer) error {
	b := table.NewPage(w)
	points := table.Table{Head: []string{"guess", "false positive rate", "true positive rate"}}
	interval := func(lo, hi float64) string { return fmt.Sprintf(" (%.4f to %.4f)", lo, hi) }
	for _, p := range r.All.Points {
		var s, c string
		if p.S != nil {
			s = interval(p.S.Lo, p.S.Hi)
		}
		if p.C != nil {
			c = interval(1-p.C.Hi, 1-p.C.Lo)
		}
		points.Rows = append(points.Rows, []string{r.Guesses[p.Guess].Name, fmt.Sprintf("%.4f%s", p.FPR, s), fmt.Sprintf("%.4f%s", p.TPR, c)})
	}
	points.Write(b)
	b.WriteByte('\n')
	areas := table.Table{Head: []string{"order", "area"}}
	area := func(order string, c *Curve) {
		text := "void"
		if !c.Void {
			text = fmt.Sprintf("%.4f", c.Area)
		}
		areas.Rows = append(areas.Rows, []string{order, text})
	}
	for k := range r.Orders {
		area(strconv.Itoa(k), &r.Orders[k])
	}
	area("all", &r.All)
	areas.Write(b)
	for _, note := range r.Notes {
		b.Line("%s", note)
	}
	return b.Flush(w)
}
