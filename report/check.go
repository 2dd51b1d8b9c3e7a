package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/table"
)

// A Check is the class of a graph, or the reason why it is not of its stated class.
type Check struct {
	Name    string   `json:"name"`
	Class   string   `json:"class"`
	Nodes   int      `json:"nodes"`
	Edges   int      `json:"edges"`
	Valid   bool     `json:"valid"`
	Why     *string  `json:"why"`     // nil if the graph is valid
	Witness []string `json:"witness"` // the nodes involved
	// Size is the number of graphs in the equivalence class, in digits; nil if it is not known.
	Size *string `json:"equivalence_class_size"`
	// Series is set for a time series, whose nodes are variables and whose edges are links.
	Series *CheckSeries `json:"series,omitempty"`

	// For people only.
	EdgeTypes  string      `json:"-"` // the edges by type: "3 -->, 1 <->"
	Components int         `json:"-"` // number of connected components
	Narrower   string      `json:"-"` // why the class is not a narrower one; may be empty
	Repair     string      `json:"-"` // what the chosen policy does; empty if none was chosen or it does not work
	Violation  string      `json:"-"` // Why without advice
	Policies   [][3]string `json:"-"` // policies that would make an invalid or cyclic guess comparable, the class to state with each, if any, and their effects
}

// A CheckSeries describes the links of a time series.
type CheckSeries struct {
	MaxLag          int `json:"max_lag"`
	Contemporaneous int `json:"contemporaneous"` // links at lag 0
	Lagged          int `json:"lagged"`
	Auto            int `json:"auto"` // lagged links from a variable to itself
}

// JSON writes the check as JSON, with a line break at its end.
func (c *Check) JSON(w io.Writer) error {
	return indented(w, c)
}

// Text writes the check for people.
func (c *Check) Text(w io.Writer) error {
	edges := strconv.Itoa(c.Edges)
	if c.EdgeTypes != "" {
		edges += ": " + c.EdgeTypes
	}
	rows := [][]string{{"graph", c.Name}, {"class", c.Class}}
	if c.Valid {
		rows = append(rows, []string{"valid", "yes"})
	} else {
		rows = append(rows, []string{"valid", "no"}, []string{"why", *c.Why})
		if len(c.Witness) > 0 {
			rows = append(rows, []string{"witness", strings.Join(c.Witness, ", ")})
		}
	}
	if c.Narrower != "" {
		rows = append(rows, []string{"narrower", c.Narrower})
	}
	dags := "DAG"
	if s := c.Series; s != nil {
		dags = "stationary DAG"
		rows = append(rows,
			[]string{"variables", strconv.Itoa(c.Nodes)},
			[]string{"largest lag", strconv.Itoa(s.MaxLag)},
			[]string{"links", edges},
			[]string{"by time", fmt.Sprintf("%d contemporaneous, %d lagged, of which %d auto", s.Contemporaneous, s.Lagged, s.Auto)},
		)
	} else {
		rows = append(rows,
			[]string{"nodes", strconv.Itoa(c.Nodes)},
			[]string{"edges", edges},
			[]string{"components", strconv.Itoa(c.Components)},
		)
	}
	if c.Size != nil {
		if *c.Size != "1" {
			dags += "s"
		}
		rows = append(rows, []string{"equivalence class", about(*c.Size) + " " + dags})
	}
	b := table.NewPage(w)
	b.Rows(rows)
	if len(c.Policies) > 0 {
		do := "To compare it anyway:"
		if c.Valid {
			do = "To compare it as a guess, state the class cyclic if the cycle is meant, or use:"
		}
		b.WriteString("\n" + do + "\n")
		rows = rows[:0]
		for _, p := range c.Policies {
			rows = append(rows, []string{"  " + p[0], p[2]})
		}
		b.Rows(rows)
	}
	return b.Flush(w)
}

// Checks are the checks of several graphs. A single one is written as by its own methods.
type Checks []*Check

// JSON writes an object for one check, and a list for several. A graph that cannot be read has a reason only.
func (l Checks) JSON(w io.Writer) error {
	if len(l) == 1 {
		return l[0].JSON(w)
	}
	list := make([]any, len(l))
	for i, c := range l {
		if list[i] = c; c.Class == "" {
			list[i] = struct {
				Name  string  `json:"name"`
				Valid bool    `json:"valid"`
				Why   *string `json:"why"`
			}{c.Name, false, c.Why}
		}
	}
	return indented(w, list)
}

// Text writes a line for each graph.
func (l Checks) Text(w io.Writer) error {
	if len(l) == 1 {
		return l[0].Text(w)
	}
	t := &table.Table{Head: []string{"graph", "class", "nodes", "edges", "verdict"}}
	for _, c := range l {
		row := []string{c.Name, "–", "–", "–", c.verdict()}
		if c.Class != "" {
			row[1], row[2], row[3] = c.Class, strconv.Itoa(c.Nodes), strconv.Itoa(c.Edges)
		}
		t.Rows = append(t.Rows, row)
	}
	b := table.NewPage(w)
	t.Write(b)
	return b.Flush(w)
}

// verdict returns whether the graph is valid, and what repairs it.
func (c *Check) verdict() string {
	text := "valid"
	switch {
	case c.Violation != "":
		text = c.Violation
	case c.Why != nil:
		text = *c.Why
	}
	switch {
	case c.Repair == "" && c.Valid && len(c.Policies) > 0:
		return text + "; a guess only if the class cyclic is stated"
	case c.Repair == "":
		return text
	case c.Valid:
		return text + "; as a guess " + c.Repair
	}
	return text + "; " + c.Repair
}

// about returns the digits, or the first three and a power of ten if there are many.
func about(digits string) string {
	const most = 24
	if len(digits) <= most {
		return digits
	}
	return fmt.Sprintf("about %c.%se%d", digits[0], digits[1:3], len(digits)-1)
}
