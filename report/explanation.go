package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// An Explanation says which claims of the guess are wrong by one metric, and why.
type Explanation struct {
	Metric string  `json:"metric"`
	Wrong  any     `json:"wrong"`
	Of     any     `json:"of"`
	Claims []Claim `json:"claims"`

	Nodes []NodeCount `json:"nodes,omitempty"` // the nodes in most wrong claims, most first
	Edges []EdgeCount `json:"edges,omitempty"` // the edges of the truth that most of the shown paths owe their being open to
	Notes []string    `json:"notes,omitempty"`
}

// A Claim is a wrong claim: in the guess the separator separates x from y, and in the truth
// the path is open.
type Claim struct {
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Separator []string `json:"separator"`
	Path      []string `json:"path"`           // names and arrows in turn
	Why       []string `json:"why"`            // for each inner node of the path why it is open
	Edge      string   `json:"edge,omitempty"` // the edge of the path that the guess lacks or draws in another way
	Kind      string   `json:"kind,omitempty"` // of adjustment distances: the kind of mistake
}

// A NodeCount is the number of wrong claims that a node is part of.
type NodeCount struct {
	Node  string `json:"node"`
	Wrong int    `json:"wrong"`
}

// An EdgeCount is the number of shown claims that go through an edge.
type EdgeCount struct {
	Edge   string `json:"edge"`
	Guess  string `json:"guess"` // what the guess has in its place
	Claims int    `json:"claims"`
}

// NewExplanation returns an explanation without claims.
func NewExplanation(metric string, wrong, of float64) *Explanation {
	return &Explanation{Metric: metric, Wrong: number(wrong), Of: number(of), Claims: []Claim{}}
}

// JSON writes the explanation as JSON.
func (e *Explanation) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(e)
}

// CSV writes one row for each claim.
func (e *Explanation) CSV(w io.Writer) error {
	rows := [][]string{{"x", "y", "separator", "path", "why", "edge", "kind"}}
	for _, c := range e.Claims {
		rows = append(rows, []string{c.X, c.Y, strings.Join(c.Separator, " "), strings.Join(c.Path, " "), strings.Join(c.Why, "; "), c.Edge, c.Kind})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Text writes the explanation for people.
func (e *Explanation) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v of %v claims of the guess are wrong in the truth", e.Metric, e.Wrong, e.Of)
	if len(e.Claims) > 0 && fmt.Sprint(e.Wrong) != fmt.Sprint(len(e.Claims)) {
		fmt.Fprintf(&b, "; here are %d of them", len(e.Claims))
	}
	b.WriteString("\n")
	if len(e.Nodes) > 0 {
		var parts []string
		for _, n := range e.Nodes {
			parts = append(parts, fmt.Sprintf("%s (%d)", n.Node, n.Wrong))
		}
		b.WriteString("nodes in most of them: " + strings.Join(parts, ", ") + "\n")
	}
	for _, n := range e.Notes {
		b.WriteString(n + "\n")
	}
	last := ""
	for i, c := range e.Claims {
		if c.Edge != last || i == 0 {
			b.WriteString("\n")
			for _, edge := range e.Edges {
				if edge.Edge == c.Edge {
					fmt.Fprintf(&b, "because of %s in the truth (guess: %s), %s\n", edge.Edge, edge.Guess, count(edge.Claims, "claim"))
				}
			}
			last = c.Edge
		}
		c.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Claim) write(b *strings.Builder) {
	if c.Kind != "" {
		fmt.Fprintf(b, "  effect of %s on %s: %s", c.X, c.Y, c.Kind)
		if c.Separator != nil {
			fmt.Fprintf(b, ", adjusting for {%s}", strings.Join(c.Separator, ", "))
		}
		b.WriteString("\n")
	} else {
		fmt.Fprintf(b, "  {%s} does not separate %s from %s\n", strings.Join(c.Separator, ", "), c.X, c.Y)
	}
	if len(c.Path) > 0 {
		fmt.Fprintf(b, "      %s\n", strings.Join(c.Path, " "))
	}
	for _, why := range c.Why {
		fmt.Fprintf(b, "      %s\n", why)
	}
}
