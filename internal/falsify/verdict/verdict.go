// Package verdict holds the outcome of a test of a graph against data, and writes it as text, JSON and
// tables.
package verdict

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/table"
	"github.com/sepdist/sepdist/report"
)

// A Falsification is the outcome of a test of a graph against data: each claim of the graph that a
// set separates two nodes is tested as a conditional independence.
type Falsification struct {
	Graph      report.Graph
	Data       string // name of the data
	Rows       int
	Dropped    int // rows with missing values, which were left out
	Ignored    int // columns that are not nodes
	Test       string
	Strategy   string
	Alpha      float64
	Correction string

	Names  []string // of the nodes, or of moments of a time series; claims refer to them
	Claims []TestedClaim

	Tested   int
	Rejected int
	Below    int     // p-values of at most alpha, before the correction
	Expected float64 // how many of these are expected if the graph is true
	Wrong    int     // rejected claims as ordered pairs
	Of       int     // ordered pairs

	Combined *float64 // Cauchy combination of the p-values
	FisherC  *FisherC // of the parent claims of a DAG
	KS, AD   *float64 // p-values of the hypothesis that the p-values are uniform; AD is nil for few claims

	Edges        []TestedEdge
	Permutations *Permutations
	Suggestions  []Suggestion
	Suggested    bool // suggestions were asked for
}

// A TestedClaim is a claim with its test. The nodes are places among the names.
type TestedClaim struct {
	X, Y      int32
	Given     []int32
	P         float64
	Adjusted  float64
	Statistic float64
	Effect    float64
	Untested  string // why there is no p-value; otherwise empty
	Rejected  bool
	Orders    int8 // ordered pairs that make the claim: 1 or 2
}

// A TestedEdge is an edge with the test of its nodes given the separator that they would have
// without the edge.
type TestedEdge struct {
	Edge string // as drawn: "a --> b"
	TestedClaim
}

// FisherC is Fisher's combination of independent p-values.
type FisherC struct {
	C  float64
	DF int
	P  float64
}

// Permutations compares a graph with itself after its nodes were relabeled at random.
type Permutations struct {
	Count      int     `json:"count"`
	Seed       uint64  `json:"seed"`
	AtMost     int     `json:"at_most"`    // relabeled graphs with at most as many rejected claims
	Share      float64 `json:"share"`      // the same as a share
	Equivalent *int    `json:"equivalent"` // relabeled graphs that are Markov equivalent to the graph; nil if that is not known
	Rejected   []int   `json:"rejected"`   // rejected claims of each relabeled graph, ascending
}

// A Suggestion is an edge whose absence the data contradict.
type Suggestion struct {
	Edge      string  `json:"edge"`
	P         float64 `json:"p"`         // of the strongest rejected claim about its nodes
	Remaining int     `json:"remaining"` // rejected claims with the edge
}

// Value returns the share of ordered pairs whose claim is rejected.
func (f *Falsification) Value() float64 {
	if f.Of == 0 {
		return 0
	}
	return float64(f.Wrong) / float64(f.Of)
}

// corrections are the names of corrections in sentences.
var corrections = map[string]string{"bh": "Benjamini–Hochberg", "holm": "Holm", "bonferroni": "Bonferroni", "none": "no correction"}

// Contradicted reports whether the data contradict the graph: some claim is rejected after the
// correction or, without one, the overall p-value is at most alpha.
func (f *Falsification) Contradicted() bool {
	if f.Correction == "none" {
		return f.Combined != nil && *f.Combined <= f.Alpha
	}
	return f.Rejected > 0
}

// Verdict returns the outcome in one sentence, with the rule that it follows.
func (f *Falsification) Verdict() string {
	rule := fmt.Sprintf("rule: a claim with an adjusted p-value of at most %v, %s", f.Alpha, corrections[f.Correction])
	if f.Correction == "none" && f.Combined != nil {
		rule = fmt.Sprintf("rule: an overall p-value of at most %v, it is %s", f.Alpha, pText(*f.Combined))
	}
	switch {
	case len(f.Claims) == 0:
		return "The graph makes no claim, so no data can contradict it."
	case f.Tested == 0:
		return fmt.Sprintf("No claim could be tested: %s.", f.Claims[0].Untested)
	case f.Contradicted():
		return fmt.Sprintf("The data contradict the graph: %d of %s rejected (%s).", f.Rejected, isAre(f.Tested, "claim"), rule)
	case f.Correction == "none":
		return fmt.Sprintf("The data do not contradict the graph: %d of %s rejected (%s).", f.Rejected, isAre(f.Tested, "claim"), rule)
	}
	return fmt.Sprintf("The data do not contradict the graph: none of %s rejected (%s).", isAre(f.Tested, "claim"), rule)
}

func isAre(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return numeral.Count(n, thing) + " are"
}

// pText writes a p-value.
func pText(p float64) string {
	switch {
	case p < 1e-300:
		return "< 1e-300"
	case p < 1e-4:
		return strconv.FormatFloat(p, 'e', 1, 64)
	}
	return strconv.FormatFloat(p, 'f', 4, 64)
}

// set returns the names of a set.
func (f *Falsification) set(nodes []int32) []string {
	names := make([]string, len(nodes))
	for i, v := range nodes {
		names[i] = f.Names[v]
	}
	return names
}

// JSON writes the outcome as JSON, claim by claim.
func (f *Falsification) JSON(w io.Writer) error { return f.json(w, true) }

// Summary writes the same without the lists of edges and claims, which can be long.
func (f *Falsification) Summary(w io.Writer) error { return f.json(w, false) }

func (f *Falsification) json(w io.Writer, lists bool) error {
	out := bufio.NewWriter(w)
	if err := f.writeJSON(out, "", lists); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}

// claimJSON is a claim or an edge in JSON.
type claimJSON struct {
	Edge      string   `json:"edge,omitempty"`
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Given     []string `json:"given"`
	Statistic *float64 `json:"statistic"`
	P         *float64 `json:"p"`
	Adjusted  *float64 `json:"p_adjusted,omitempty"`
	Effect    *float64 `json:"effect"`
	Rejected  *bool    `json:"rejected,omitempty"`
	Supported *bool    `json:"supported,omitempty"`
	Untested  string   `json:"untested,omitempty"`
}

func (f *Falsification) claimJSON(c *TestedClaim) claimJSON {
	j := claimJSON{X: f.Names[c.X], Y: f.Names[c.Y], Given: f.set(c.Given), Untested: c.Untested}
	if c.Untested == "" {
		j.Statistic, j.P, j.Effect = &c.Statistic, &c.P, &c.Effect
	}
	return j
}

func (f *Falsification) writeJSON(out *bufio.Writer, indent string, lists bool) error {
	head := struct {
		Graph        string        `json:"graph"`
		Class        string        `json:"class"`
		Nodes        int           `json:"nodes"`
		Data         string        `json:"data,omitempty"`
		Rows         int           `json:"rows"`
		Dropped      int           `json:"rows_dropped"`
		Ignored      int           `json:"columns_ignored"`
		Test         string        `json:"test"`
		Strategy     string        `json:"strategy"`
		Alpha        float64       `json:"alpha"`
		Correction   string        `json:"correction"`
		Verdict      string        `json:"verdict"`
		Contradicted bool          `json:"contradicted"`
		Tested       int           `json:"tested"`
		Untested     int           `json:"untested"`
		Rejected     int           `json:"rejected"`
		Below        int           `json:"below_alpha"`
		Expected     float64       `json:"expected"`
		Wrong        int           `json:"wrong"`
		Of           int           `json:"of"`
		Value        float64       `json:"value"`
		Combined     *float64      `json:"combined_p"`
		C            *float64      `json:"fisher_c"`
		CDF          *int          `json:"fisher_c_df"`
		CP           *float64      `json:"fisher_c_p"`
		KS           *float64      `json:"ks_p"`
		AD           *float64      `json:"ad_p"`
		Permutations *Permutations `json:"permutations"`
		Suggestions  []Suggestion  `json:"suggestions"`
	}{
		Graph: f.Graph.Name, Class: f.Graph.Class, Nodes: f.Graph.Nodes, Data: f.Data, Rows: f.Rows, Dropped: f.Dropped, Ignored: f.Ignored,
		Test: f.Test, Strategy: f.Strategy, Alpha: f.Alpha, Correction: f.Correction, Verdict: f.Verdict(), Contradicted: f.Contradicted(),
		Tested: f.Tested, Untested: len(f.Claims) - f.Tested, Rejected: f.Rejected, Below: f.Below, Expected: f.Expected,
		Wrong: f.Wrong, Of: f.Of, Value: f.Value(), Combined: f.Combined, KS: f.KS, AD: f.AD, Permutations: f.Permutations,
		Suggestions: append([]Suggestion{}, f.Suggestions...),
	}
	if f.FisherC != nil {
		head.C, head.CDF, head.CP = &f.FisherC.C, &f.FisherC.DF, &f.FisherC.P
	}
	text, err := marshal(head, indent)
	if err != nil {
		return err
	}
	if !lists {
		out.WriteString(text)
		return nil
	}
	out.WriteString(strings.TrimSuffix(text, "\n"+indent+"}"))
	list := func(name string, n int, at func(i int) claimJSON) error {
		fmt.Fprintf(out, ",\n%s  %q: [", indent, name)
		for i := range n {
			line, err := marshal(at(i), "-")
			if err != nil {
				return err
			}
			comma := ","
			if i == 0 {
				comma = ""
			}
			fmt.Fprintf(out, "%s\n%s    %s", comma, indent, line)
		}
		if n > 0 {
			out.WriteString("\n" + indent + "  ")
		}
		out.WriteString("]")
		return nil
	}
	err = list("edges", len(f.Edges), func(i int) claimJSON {
		e := &f.Edges[i]
		j := f.claimJSON(&e.TestedClaim)
		j.Edge = e.Edge
		if e.Untested == "" {
			supported := e.P <= f.Alpha
			j.Supported = &supported
		}
		return j
	})
	if err != nil {
		return err
	}
	err = list("claims", len(f.Claims), func(i int) claimJSON {
		c := &f.Claims[i]
		j := f.claimJSON(c)
		if c.Untested == "" {
			j.Adjusted, j.Rejected = &c.Adjusted, &c.Rejected
		}
		return j
	})
	out.WriteString("\n" + indent + "}")
	return err
}

// marshal returns JSON on lines with an indent, or on one line if that is "-".
func marshal(v any, indent string) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if indent != "-" {
		enc.SetIndent(indent, "  ")
	}
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// CSV writes one row for each claim, with semicolons between the nodes of a set. Names that a spreadsheet
// would take for formulas get an apostrophe, unless raw is set.
func (f *Falsification) CSV(w io.Writer, raw bool) error {
	rows := [][]string{{"x", "y", "given", "statistic", "p", "p_adjusted", "effect", "rejected", "untested"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for i := range f.Claims {
		c := &f.Claims[i]
		row := []string{f.Names[c.X], f.Names[c.Y], strings.Join(f.set(c.Given), ";"), "", "", "", "", "", c.Untested}
		if c.Untested == "" {
			row[3], row[4], row[5], row[6] = number(c.Statistic), number(c.P), number(c.Adjusted), number(c.Effect)
			row[7] = strconv.FormatBool(c.Rejected)
		}
		rows = append(rows, row)
	}
	return table.WriteCSV(w, rows, raw)
}
