package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/table"
)

// Text writes the comparison as tables for people: distances first, then scores.
func (c *Comparison) Text(w io.Writer) error {
	b := table.NewPage(w)
	b.Rows([][]string{
		{"truth", c.Truth.Name, c.Truth.Summary()},
		{"guess", c.Guess.Name, c.Guess.Summary()},
	})
	for _, line := range c.remarks("guess", "note") {
		b.Line("%s", line)
	}
	c.writeEntries(b, "distances: lower is better", false)
	c.writeEntries(b, "scores: higher is better", true)
	if len(c.Results) > 0 {
		b.WriteByte('\n')
	}
	for _, line := range c.Legend() {
		b.Line("%s", line)
	}
	if c.Random != "" {
		b.Line("beats, ties: shares of the random guesses that are worse than the guess, or as good; random: their mean")
	}
	for _, line := range c.notes() {
		b.Line("%s", line)
	}
	c.writeSkipped(b)
	return b.Flush(w)
}

// remarks returns what was done to the guess and the notes on the two graphs, one line each after a prefix.
func (c *Comparison) remarks(done, note string) (lines []string) {
	for _, text := range c.Guess.Done {
		lines = append(lines, done+": "+text)
	}
	for _, text := range c.Notes {
		lines = append(lines, note+": "+text)
	}
	return lines
}

// notes returns each note of the results once, with its metrics.
func (c *Comparison) notes() (lines []string) {
	var notes sharedTexts
	for _, e := range c.Results {
		for _, n := range e.Result.Notes {
			notes.add(n, e.Metric.Name)
		}
	}
	for _, n := range notes {
		lines = append(lines, n.names+": "+n.text)
	}
	return lines
}

// sharedTexts are different texts, each with the names of the metrics that it is about: "zl-sd, shd".
type sharedTexts []struct{ text, names string }

// add adds a metric to those of a text.
func (s *sharedTexts) add(text, metric string) {
	for i := range *s {
		if t := &(*s)[i]; t.text == text {
			t.names += ", " + metric
			return
		}
	}
	*s = append(*s, struct{ text, names string }{text, metric})
}

// writeEntries writes a table of the distances, or of the scores.
func (c *Comparison) writeEntries(b *table.Page, title string, scores bool) {
	t := table.Table{Head: c.head()}
	for i := range c.Results {
		if e := &c.Results[i]; e.Metric.Score == scores {
			t.Rows = append(t.Rows, c.row(e))
		}
	}
	if len(t.Rows) > 0 {
		b.WriteByte('\n')
		b.Line("%s", title)
		t.Write(b)
	}
}

// Table returns a row for each result, after the names of the columns.
func (c *Comparison) Table() [][]string {
	rows := [][]string{c.head()}
	for i := range c.Results {
		rows = append(rows, c.row(&c.Results[i]))
	}
	return rows
}

// head returns the names of the columns of [Comparison.row].
func (c *Comparison) head() []string {
	head := []string{"metric", "value"}
	if c.ClassOfTruth != "" {
		head = append(head, c.ClassOfTruth)
	}
	if c.Random != "" {
		head = append(head, "beats", "ties", "random")
	}
	return append(head, "count")
}

// row returns an entry for people.
func (c *Comparison) row(e *Entry) []string {
	row := []string{e.Metric.Name, valueText(&e.Result)}
	if c.ClassOfTruth != "" {
		row = append(row, e.ClassOfTruthText())
	}
	if c.Random != "" {
		row = append(row, e.Baseline.cells()...)
	}
	return append(row, madeOf(&e.Result, e.Metric.Unit))
}

// Legend returns explanations of the numbers, one line each: of the class of the truth and its marks, of the
// random guesses, and of the number of claims.
func (c *Comparison) Legend() (lines []string) {
	if c.ClassOfTruth != "" {
		lines = append(lines, c.ClassOfTruth+": "+c.ClassOfTruthNote)
		if slices.ContainsFunc(c.Results, func(e Entry) bool { return e.Unequal() }) {
			lines = append(lines, "* differs from the value of equal graphs: "+c.ClassOfTruthDo)
		}
	}
	if c.Random != "" {
		lines = append(lines, "random guesses: "+c.Random)
	}
	lines = append(lines, c.claims()...)
	if rates := c.rates(); rates != "" {
		lines = append(lines, rates)
	}
	if e := c.Equivalence; e != nil {
		if lines = append(lines, e.String()); e.Hint != "" {
			lines = append(lines, e.Hint)
		}
	}
	return lines
}

// rateOf returns the share of wrong claims among those that the guess makes.
func rateOf(r *distance.Result) (rate float64, ok bool) {
	if !r.HasClaims || !r.Counted || r.Claims == 0 {
		return 0, false
	}
	return r.Count.Wrong / r.Claims, true
}

// rates returns the share of wrong claims for each metric. It is empty if none is wrong or every pair has a claim.
func (c *Comparison) rates() string {
	var parts []string
	shown := false
	for i := range c.Results {
		r := &c.Results[i].Result
		if r.Forward != nil {
			r = r.Forward
		}
		if rate, ok := rateOf(r); ok {
			parts = append(parts, c.Results[i].Metric.Name+" "+numeral.Decimals(rate))
			shown = shown || rate > 0 && r.Claims != r.Count.Of
		}
	}
	if !shown {
		return ""
	}
	return "wrong among the claims: " + strings.Join(parts, ", ")
}

// ClassOfTruthText returns the value of the class of the truth, with an asterisk if equal graphs would have
// another value: then the value of the guess is not due to its mistakes alone.
func (e *Entry) ClassOfTruthText() string {
	switch {
	case e.ClassOfTruth == nil:
		return "not computed"
	case e.Unequal():
		return valueText(e.ClassOfTruth) + " *"
	}
	return valueText(e.ClassOfTruth)
}

// Unequal reports whether the class of the truth has another value than equal graphs.
func (e *Entry) Unequal() bool {
	switch r := e.ClassOfTruth; {
	case r == nil:
		return false
	case !r.Defined():
		return r.Upper != nil && r.Upper.Wrong > 0
	case e.Metric.Score:
		return r.Value != 1
	default:
		return r.Value != 0
	}
}

// writeSkipped lists the metrics that are not defined. Those that were not asked for by name or group
// share a line for each reason.
func (c *Comparison) writeSkipped(b *table.Page) {
	var reasons sharedTexts
	var rows [][]string
	for _, s := range c.Skipped {
		if why := s.ShortReason(); why != "" {
			reasons.add(why, s.Metric.Name)
		} else {
			rows = append(rows, []string{"  " + s.Metric.Name, s.Why.Error()})
		}
	}
	for _, why := range reasons {
		b.Line("not defined, since %s: %s", why.text, why.names)
	}
	if len(rows) > 0 {
		b.WriteString("\nskipped\n")
		b.Rows(rows)
	}
}

// claims returns lines about the number of claims of the separation distances. Metrics with the
// same numbers share a line, which names them if there are several lines.
func (c *Comparison) claims() (list []string) {
	var lines sharedTexts
	for i := range c.Results {
		r := &c.Results[i].Result
		if r.Forward != nil {
			r = r.Forward
		}
		if !r.HasClaims {
			continue
		}
		of, subject, in, none := r.Count.Of, "the guess makes", "it", "no separator"
		if r.Sample != nil {
			of = r.Sample.Of
		}
		if c.Results[i].Metric == &distance.Recorded {
			subject, in, none = "the recorded sets make", "the guess", "no recorded set"
		}
		text := fmt.Sprintf("%s %v claims about %v ordered pairs; %v are adjacent in %s", subject, numeral.JSON(r.Claims), numeral.JSON(of), numeral.JSON(of-r.Claims-r.NoSeparator), in)
		if r.NoSeparator > 0 {
			text += fmt.Sprintf(", %v are not but have %s", numeral.JSON(r.NoSeparator), none)
		}
		lines.add(text, c.Results[i].Metric.Name)
	}
	if len(lines) == 1 {
		lines[0].names = "separation distances"
	}
	for _, l := range lines {
		list = append(list, l.names+": "+l.text)
	}
	return list
}

// Summary returns the class and the size: "DAG, 8 nodes, 8 edges".
func (g Graph) Summary() string {
	name := g.Class
	if k, err := class.Parse(g.Class); err == nil {
		name = k.Noun()
	}
	if g.MaxLag != nil {
		return fmt.Sprintf("%s, %s, %s, largest lag %d", name, numeral.Count(g.Nodes, "variable"), numeral.Count(g.Edges, "link"), *g.MaxLag)
	}
	return fmt.Sprintf("%s, %s, %s", name, numeral.Count(g.Nodes, "node"), numeral.Count(g.Edges, "edge"))
}

// ValueText returns the value with decimals, bounds of it, or "undefined".
func (e *Entry) ValueText() string { return valueText(&e.Result) }

func valueText(r *distance.Result) string {
	if r.Lower != nil && !r.Defined() {
		return numeral.Decimals(r.Lower.Value()) + " to " + numeral.Decimals(r.Upper.Value())
	}
	if !r.Defined() {
		return "undefined"
	}
	return numeral.Decimals(r.Value)
}

// CountText returns in a few words what the value was computed from: "42 of 56".
func (e *Entry) CountText() string { return madeOf(&e.Result, "") }

// madeOf is [Entry.CountText] with a unit after the count, "42 of 56 effects". The unit may be empty.
func madeOf(r *distance.Result, unit string) string {
	if unit != "" {
		unit = " " + unit
	}
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if r.Why != "" && r.Lower == nil {
		say("%s", r.Why)
	}
	if r.Counted {
		say("%v of %v%s", numeral.JSON(r.Count.Wrong), numeral.JSON(r.Count.Of), unit)
		if r.Unidentified > 0 {
			say("%v unidentified", numeral.JSON(r.Unidentified))
		}
	}
	if c := r.Confusion; c != nil {
		say("tp %d, fp %d, fn %d", c.TP, c.FP, c.FN)
	}
	if r.Lower != nil && !(r.Counted && *r.Lower == r.Count && *r.Upper == r.Count) {
		say("%v to %v of %v%s", numeral.JSON(r.Lower.Wrong), numeral.JSON(r.Upper.Wrong), numeral.JSON(r.Upper.Of), unit)
	}
	if r.Forward != nil {
		say("forward %s (%s), reverse %s (%s)", valueText(r.Forward), madeOf(r.Forward, ""), valueText(r.Reverse), madeOf(r.Reverse, ""))
	}
	if rd := r.Readings; rd != nil && rd.Count > 0 {
		say("%s, %.4f to %.4f", numeral.Count(rd.Count, "reading"), rd.Min, rd.Max)
	}
	switch n := len(r.Orders); n {
	case 0:
	case 1:
		say("order %d", r.Orders[0].Order)
	default:
		say("orders %d to %d", r.Orders[0].Order, r.Orders[n-1].Order)
	}
	if s := r.Sample; s != nil {
		say("%s, seed %d, 95 %% interval %.4f to %.4f", numeral.Count(int(s.Samples), "sample"), s.Seed, s.Lo, s.Hi)
	} else if r.Orders != nil {
		say("exact")
	}
	if r.Partial {
		say("partial")
	}
	return strings.Join(parts, ", ")
}

// columns of CSV.
var columns = []string{"metric", "value", "wrong", "of", "lower", "upper", "note"}

// cells returns the row of one entry under [columns].
func (e *Entry) cells() []string {
	r := &e.Result
	row := []string{e.Metric.Name, "", "", "", "", "", r.Why}
	if r.Defined() {
		row[1] = number(r.Value)
	}
	if r.Counted {
		row[2], row[3] = fmt.Sprint(numeral.JSON(r.Count.Wrong)), fmt.Sprint(numeral.JSON(r.Count.Of))
	}
	switch {
	case r.Sample != nil:
		row[4], row[5] = number(r.Sample.Lo), number(r.Sample.Hi)
	case r.Lower != nil:
		row[4], row[5] = number(r.Lower.Value()), number(r.Upper.Value())
	case r.Readings != nil && r.Readings.Count > 0:
		row[4], row[5] = number(r.Readings.Min), number(r.Readings.Max)
	}
	if row[6] == "" {
		row[6] = strings.Join(r.Notes, "; ")
	}
	if r.Partial {
		row[6] = strings.TrimPrefix(row[6]+"; partial", "; ")
	}
	return row
}

// rows returns all entries and what was skipped, under [columns]; with one more column
// if the graphs are of different classes, and two more with random guesses.
func (c *Comparison) rows() [][]string {
	head := slices.Clone(columns)
	if c.ClassOfTruth != "" {
		head = append(head, "class_of_truth")
	}
	if c.Random != "" {
		head = append(head, "better_than", "random_mean")
	}
	rows := [][]string{head}
	for i := range c.Results {
		e := &c.Results[i]
		row := append(e.cells(), make([]string, len(head)-len(columns))...)
		if r := e.ClassOfTruth; c.ClassOfTruth != "" && r != nil && r.Defined() {
			row[len(columns)] = number(r.Value)
		}
		if b := e.Baseline; c.Random != "" && b != nil {
			row[len(row)-2], row[len(row)-1] = number(b.BetterThan), number(b.Mean)
		}
		rows = append(rows, row)
	}
	for _, s := range c.Skipped {
		row := make([]string, len(head))
		row[0], row[len(columns)-1] = s.Metric.Name, "skipped: "+s.Why.Error()
		rows = append(rows, row)
	}
	return rows
}

// number returns all digits of x.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// CSV writes the comparison as a table with commas. It has no cell that begins with a name.
func (c *Comparison) CSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(c.rows())
}
