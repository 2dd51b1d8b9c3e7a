package verdict

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/table"
)

// effects are the names of effect sizes by test.
var effects = map[string]string{
	"fisher-z": "partial correlation", "rank": "partial rank correlation", "pillai": "correlation",
	"chi-square": "Cramér's V", "g-square": "Cramér's V",
}

// shownClaims is the number of pairs of nodes whose rejected claims are printed.
const shownClaims = 20

// Text writes the outcome for people.
func (f *Falsification) Text(w io.Writer) error {
	b := table.NewPage(w)
	b.Rows([][]string{{"graph", f.Graph.Name, f.Graph.Summary()}, {"data", f.Data, f.DataLine()}})
	b.WriteByte('\n')
	b.Paragraph(f.Verdict())
	if f.Tested > 0 {
		b.WriteByte('\n')
		b.Rows(f.Numbers())
	}
	f.writeRejected(b)
	f.writeEdges(b)
	f.writeSuggestions(b)
	if f.Tested > 0 {
		b.WriteByte('\n')
		b.Paragraph(f.Meaning())
	}
	return b.Flush(w)
}

// DataLine describes the data and how they were used.
func (f *Falsification) DataLine() string {
	s := fmt.Sprintf("%s, test %s, strategy %s", numeral.Count(f.Rows, "row"), f.Test, f.Strategy)
	if f.Rows == 0 {
		s = "p-values of a file, strategy " + f.Strategy
	}
	if f.Dropped > 0 {
		s += fmt.Sprintf("; %s with missing values left out", numeral.Count(f.Dropped, "row"))
	}
	if f.Ignored > 0 {
		s += fmt.Sprintf("; %s ignored", numeral.Count(f.Ignored, "other column"))
	}
	return s
}

// Numbers returns rows of a name and a text. There are none if no claim was tested.
func (f *Falsification) Numbers() [][]string {
	if f.Tested == 0 {
		return nil
	}
	rows := [][]string{
		{"rejected claims", fmt.Sprintf("%d of %d tested; %d of %d ordered pairs, value %s", f.Rejected, f.Tested, f.Wrong, f.Of, numeral.Decimals(f.Value()))},
		{fmt.Sprintf("p at most %v", f.Alpha), fmt.Sprintf("%s, %s expected by chance", numeral.Count(f.Below, "claim"), strconv.FormatFloat(math.Round(f.Expected*100)/100, 'f', -1, 64))},
		{"overall p-value", pText(*f.Combined) + " (Cauchy combination)"},
	}
	if c := f.FisherC; c != nil {
		rows = append(rows, []string{"Fisher's C", fmt.Sprintf("%.4g, %d degrees of freedom, p-value %s", c.C, c.DF, pText(c.P))})
	}
	uniform := fmt.Sprintf("p-value %s (Kolmogorov–Smirnov)", pText(*f.KS))
	switch {
	case f.AD == nil:
	case *f.AD <= 1e-6: // smaller ones are not known
		uniform += ", < 1e-6 (Anderson–Darling)"
	default:
		uniform += fmt.Sprintf(", %s (Anderson–Darling)", pText(*f.AD))
	}
	if f.FisherC == nil {
		uniform += ", as if independent"
	}
	rows = append(rows, []string{"uniform p-values", uniform})
	if ones := f.certain(); ones > 0 {
		rows = append(rows, []string{"p equal to 1", fmt.Sprintf("%s without degrees of freedom; they pull the overall p-value to 1", numeral.Count(ones, "claim"))})
	}
	if untested := len(f.Claims) - f.Tested; untested > 0 {
		rows = append(rows, []string{"not tested", fmt.Sprintf("%s: %s", numeral.Count(untested, "claim"), f.reasons())})
	}
	if p := f.Permutations; p != nil {
		text := fmt.Sprintf("%d of %d have at most %s", p.AtMost, p.Count, numeral.Count(f.Rejected, "rejected claim"))
		if p.Equivalent != nil {
			text += fmt.Sprintf("; Markov equivalent: %d", *p.Equivalent)
		}
		rows = append(rows, []string{"relabeled graphs", text})
	}
	return rows
}

// certain returns the number of claims with the p-value 1: a table without degrees of freedom.
func (f *Falsification) certain() (n int) {
	for i := range f.Claims {
		if c := &f.Claims[i]; c.Untested == "" && c.P == 1 && c.Statistic == 0 && strings.HasSuffix(f.Test, "-square") {
			n++
		}
	}
	return n
}

// reasons lists why claims were not tested, the most frequent first.
func (f *Falsification) reasons() string {
	count := make(map[string]int)
	for i := range f.Claims {
		if why := f.Claims[i].Untested; why != "" {
			count[why]++
		}
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	const most = 3
	for i, why := range list {
		if i == most {
			return strings.Join(list[:most], "; ") + "; ..."
		}
		list[i] = fmt.Sprintf("%s (%d)", why, count[why])
	}
	return strings.Join(list, "; ")
}

// PairClaims are the rejected claims about two nodes.
type PairClaims struct {
	X, Y   int32
	Least  float64 // p-value
	claims []*TestedClaim
}

// RejectedPairs returns the rejected claims by pair, the strongest first.
func (f *Falsification) RejectedPairs() []*PairClaims {
	var pairs []*PairClaims
	for i := range f.Claims {
		c := &f.Claims[i]
		if !c.Rejected {
			continue
		}
		if n := len(pairs); n == 0 || pairs[n-1].X != c.X || pairs[n-1].Y != c.Y {
			pairs = append(pairs, &PairClaims{X: c.X, Y: c.Y, Least: c.P})
		}
		p := pairs[len(pairs)-1]
		p.claims, p.Least = append(p.claims, c), min(p.Least, c.P)
	}
	slices.SortStableFunc(pairs, func(a, b *PairClaims) int { return cmp.Compare(a.Least, b.Least) })
	return pairs
}

func (f *Falsification) writeRejected(b *table.Page) {
	pairs := f.RejectedPairs()
	if len(pairs) == 0 {
		return
	}
	b.WriteString("\nrejected claims, the strongest first\n")
	for _, p := range pairs[:min(len(pairs), shownClaims)] {
		b.Line("  %s and %s", f.Names[p.X], f.Names[p.Y])
		for _, c := range p.claims {
			b.Line("    given {%s}: p %s, adjusted %s%s", strings.Join(f.set(c.Given), ", "), pText(c.P), pText(c.Adjusted), f.effect(c))
		}
	}
	if more := len(pairs) - shownClaims; more > 0 {
		b.Line("  ... and about %s; JSON and CSV have all", numeral.Count(more, "other pair"))
	}
}

func (f *Falsification) effect(c *TestedClaim) string {
	name, known := effects[f.Test]
	if !known {
		return ""
	}
	return fmt.Sprintf(", %s %.3f", name, c.Effect)
}

// Unsupported returns the edges whose nodes the data do not show to be dependent, and the number of
// edges that could not be tested.
func (f *Falsification) Unsupported() (weak []*TestedEdge, untested int) {
	for i := range f.Edges {
		switch e := &f.Edges[i]; {
		case e.Untested != "":
			untested++
		case e.P > f.Alpha:
			weak = append(weak, e)
		}
	}
	return weak, untested
}

func (f *Falsification) writeEdges(b *table.Page) {
	weak, untested := f.Unsupported()
	if len(weak) > 0 {
		b.WriteByte('\n')
		b.Line("edges without support (p above %v)", f.Alpha)
		for _, e := range weak[:min(len(weak), shownClaims)] {
			b.Line("  %s given {%s}: p %s%s", e.Edge, strings.Join(f.set(e.Given), ", "), pText(e.P), f.effect(&e.TestedClaim))
		}
		if more := len(weak) - shownClaims; more > 0 {
			b.Line("  ... and %s; JSON has all", numeral.Count(more, "other edge"))
		}
	}
	if untested > 0 {
		b.WriteByte('\n')
		b.Line("%s could not be tested; JSON has the reasons", numeral.Count(untested, "edge"))
	}
}

func (f *Falsification) writeSuggestions(b *table.Page) {
	if !f.Suggested {
		return
	}
	if len(f.Suggestions) == 0 {
		if f.Rejected > 0 {
			b.WriteString("\nno single edge that the class allows leaves fewer rejected claims\n")
		}
		return
	}
	b.WriteString("\nsuggestions\n")
	var rows [][]string
	for _, s := range f.Suggestions {
		rows = append(rows, []string{"  add " + s.Edge, fmt.Sprintf("leaves %s of %d", numeral.Count(s.Remaining, "rejected claim"), f.Rejected)})
	}
	b.Rows(rows)
}

// Meaning returns what the outcome means and what it does not.
func (f *Falsification) Meaning() string {
	text := "A claim that is not rejected is not proved: a test has power against some dependencies only, and more with more rows."
	if f.Contradicted() {
		text = "A rejected claim means that two nodes are dependent though the graph separates them: an edge may be missing or wrongly oriented, or a common cause may not be in the data."
	}
	switch f.Test {
	case "fisher-z", "pillai":
		text += " The test assumes linear relations with Gaussian noise."
	case "rank":
		text += " The test assumes monotone relations."
	case "chi-square", "g-square":
		text += " The test is approximate if strata have few rows."
	}
	if f.Graph.MaxLag == nil {
		text += " All tests assume independent rows."
	}
	return text
}

// Falsifications are the outcomes of several graphs with the same data. [Falsifications.Sort]
// puts the best first.
type Falsifications []*Falsification

// Sort sorts by rejected claims and then by edges: of models that fit, prefer the one with the
// fewest edges.
func (l Falsifications) Sort() {
	slices.SortStableFunc(l, func(a, b *Falsification) int {
		return cmp.Or(cmp.Compare(a.Rejected, b.Rejected), cmp.Compare(a.Graph.Edges, b.Graph.Edges))
	})
}

// JSON writes one object for one graph, and a list for several.
func (l Falsifications) JSON(w io.Writer) error {
	if len(l) == 1 {
		return l[0].JSON(w)
	}
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, f := range l {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  ")
		if err := f.writeJSON(out, "  ", true); err != nil {
			return err
		}
	}
	out.WriteString("\n]\n")
	return out.Flush()
}

// Text writes the outcome of one graph in full, and a table for several.
func (l Falsifications) Text(w io.Writer) error {
	if len(l) == 1 {
		return l[0].Text(w)
	}
	b := table.NewPage(w)
	b.Line("data  %s  %s, strategy %s", l[0].Data, numeral.Count(l[0].Rows, "row"), l[0].Strategy)
	b.WriteByte('\n')
	b.Rows(l.table(pText))
	b.WriteByte('\n')
	b.Paragraph(fmt.Sprintf("Sorted by rejected claims (adjusted p-value of at most %v, %s), then by edges: of graphs that the data do not contradict, prefer the one with the fewest edges.", l[0].Alpha, corrections[l[0].Correction]))
	return b.Flush(w)
}

// table returns one row for each graph.
func (l Falsifications) table(p func(float64) string) [][]string {
	rows := [][]string{{"graph", "class", "edges", "test", "claims", "rejected", "value", "overall p"}}
	for _, f := range l {
		overall := ""
		if f.Combined != nil {
			overall = p(*f.Combined)
		}
		rows = append(rows, []string{f.Graph.Name, f.Graph.Class, strconv.Itoa(f.Graph.Edges), f.Test, strconv.Itoa(f.Tested), strconv.Itoa(f.Rejected), numeral.Decimals(f.Value()), overall})
	}
	return rows
}

// CSV writes the claims of one graph, and one row for each of several graphs.
func (l Falsifications) CSV(w io.Writer, raw bool) error {
	if len(l) == 1 {
		return l[0].CSV(w, raw)
	}
	rows := l.table(func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
	rows[0][7] = "combined_p"
	for i, f := range l {
		rows[i+1][6] = strconv.FormatFloat(f.Value(), 'g', -1, 64)
	}
	return table.WriteCSV(w, rows, raw)
}

// Table returns a row of names and one row for each graph.
func (l Falsifications) Table() [][]string { return l.table(pText) }

// RejectedClaims returns the rejected claims by pair of nodes, the strongest first.
func (f *Falsification) RejectedClaims() (list []*TestedClaim) {
	for _, p := range f.RejectedPairs() {
		list = append(list, p.claims...)
	}
	return list
}

// Row returns the nodes of a claim, its set, p-value, adjusted p-value and effect.
func (f *Falsification) Row(c *TestedClaim) []string {
	return []string{f.Names[c.X], f.Names[c.Y], strings.Join(f.set(c.Given), ", "), pText(c.P), pText(c.Adjusted), strconv.FormatFloat(c.Effect, 'f', 3, 64)}
}

// EffectName returns what effects are under the test. It is empty if there is no effect.
func (f *Falsification) EffectName() string { return effects[f.Test] }

// Interval returns the confidence interval of level 1 - alpha of a partial correlation, by Fisher's
// transformation. It reports false for tests whose effect is not a partial correlation.
func (f *Falsification) Interval(c *TestedClaim) (low, high float64, ok bool) {
	free := f.Rows - len(c.Given) - 3
	if f.Test != "fisher-z" && f.Test != "rank" || free < 1 || math.Abs(c.Effect) >= 1 {
		return 0, 0, false
	}
	half := math.Sqrt2 * math.Erfinv(1-f.Alpha) / math.Sqrt(float64(free))
	return math.Tanh(math.Atanh(c.Effect) - half), math.Tanh(math.Atanh(c.Effect) + half), true
}

// tables returns the graphs and, for one graph, its rejected claims.
func (l Falsifications) tables() [][][]string {
	tables := [][][]string{l.Table()}
	if len(l) != 1 || l[0].Rejected == 0 {
		return tables
	}
	rows := [][]string{{"x", "y", "given", "p", "adjusted p", "effect"}}
	for _, c := range l[0].RejectedClaims() {
		rows = append(rows, l[0].Row(c))
	}
	return append(tables, rows)
}

// Markdown writes tables of the graphs and, for one graph, of its rejected claims.
func (l Falsifications) Markdown(w io.Writer) error { return l.each(w, (*table.Table).Markdown) }

// LaTeX writes the same tables for LaTeX with the package booktabs.
func (l Falsifications) LaTeX(w io.Writer) error { return l.each(w, (*table.Table).LaTeX) }

// each writes each table.
func (l Falsifications) each(w io.Writer, write func(*table.Table, io.Writer) error) error {
	for i, rows := range l.tables() {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := write(&table.Table{Head: rows[0], Rows: rows[1:]}, w); err != nil {
			return err
		}
	}
	return nil
}
