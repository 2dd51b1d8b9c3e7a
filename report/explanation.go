package report

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/table"
)

// An Explanation lists the claims of the guess that are wrong by one metric, with reasons.
type Explanation struct {
	Metric string  `json:"metric"`
	Wrong  any     `json:"wrong"` // null if it is not known, for s/c-metrics that were sampled
	Of     any     `json:"of"`
	Claims []Claim `json:"claims"`

	// For separation distances: the number of pairs with a claim of the guess, and the number of
	// non-adjacent pairs without one because no set separates them.
	Made        any `json:"claims_made,omitempty"`
	NoSeparator any `json:"no_separator,omitempty"`

	Reverse bool `json:"reverse,omitempty"` // the claims are claims of the truth that are wrong in the guess

	What string `json:"-"` // description of the count: "claims of the guess are wrong in the truth"
	Told int    `json:"-"` // number of wrong claims, shown or not

	// Right is the claim about the requested pair, if it is right. Its kind is adjacent, inseparable,
	// separated, or a phrase about the effect.
	Right *Claim `json:"right,omitempty"`

	Nodes []NodeCount `json:"nodes,omitempty"` // the nodes in most wrong claims, most first
	Edges []EdgeCount `json:"edges,omitempty"` // the differences that cause the wrong claims, shown or not, the most useful repair first
	Notes []string    `json:"notes,omitempty"`
}

// A Claim is a wrong claim: the separator separates x from y in the guess, but the path is open in the
// truth.
type Claim struct {
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Separator []string `json:"separator"`       // null if the guess offers none
	Path      []string `json:"path"`            // names and arrows alternate
	Shows     string   `json:"shows,omitempty"` // description of the path: "an open path"
	In        string   `json:"in,omitempty"`    // the graph with the path: "truth" or "guess"
	Why       []string `json:"why"`             // for an open path: for each inner node, the reason why it is open
	Steps     []Step   `json:"steps,omitempty"` // the path node by node, for drawings
	Edge      string   `json:"edge,omitempty"`  // the edge of the truth that differs in the guess and causes the mistake
	Kind      string   `json:"kind,omitempty"`  // the kind of mistake, if there are several
	Reverse   bool     `json:"-"`               // a claim of the truth
}

// A Step is a node of a path and the edge from it to the next node. The last step has no edge.
type Step struct {
	Node     string `json:"node"`
	Given    bool   `json:"given,omitempty"`    // it is in the set
	Collider bool   `json:"collider,omitempty"` // both edges of the path have an arrowhead at it
	Why      string `json:"why,omitempty"`      // why the path is open there
	Edge     string `json:"edge,omitempty"`     // its marks: "-->"
	Status   Status `json:"status,omitempty"`   // compares the edges of the two graphs between its nodes
}

// A Status compares the edges of two graphs between two nodes.
type Status string

// The statuses.
const (
	Agreed       Status = "agreed"       // both have the same edges
	Missing      Status = "missing"      // the guess has no edge
	Extra        Status = "extra"        // the truth has no edge
	Differs      Status = "differs"      // both have edges, with other marks
	Undetermined Status = "undetermined" // both equivalence classes have the same edge, and the truth has marks that its class leaves open
	Implied      Status = "implied"      // neither has an edge: a path of a cyclic graph has them between nodes of a cycle
)

// A NodeCount is the number of wrong claims that a node is part of.
type NodeCount struct {
	Node  string `json:"node"`
	Wrong int    `json:"wrong"`
}

// An EdgeCount is a difference between the graphs, and the number of wrong claims that it causes: its edge
// is on the path of each.
type EdgeCount struct {
	Edge   string   `json:"edge"`              // edge of the truth: "a --> b", or "no edge between a and b"
	Guess  string   `json:"guess"`             // edge of the guess
	Claims int      `json:"claims"`            // shown or not
	Gain   *float64 `json:"gain,omitempty"`    // improvement of the metric by a repair of this edge alone, if known
	NoGain string   `json:"no_gain,omitempty"` // the reason why Gain is not known
	Extra  bool     `json:"-"`                 // the truth has no edge
}

// Repair returns a sentence about the effect of a repair of this edge alone on a metric.
func (e EdgeCount) Repair(metric string) string {
	switch {
	case e.Gain == nil:
		return e.NoGain
	case *e.Gain > 0:
		return fmt.Sprintf("a repair of this edge alone improves %s by %s", metric, numeral.Decimals(*e.Gain))
	case *e.Gain < 0:
		return fmt.Sprintf("a repair of this edge alone worsens %s by %s", metric, numeral.Decimals(-*e.Gain))
	}
	return fmt.Sprintf("a repair of this edge alone does not change %s", metric)
}

// Count returns the number of claims, and how many of them are shown unless all are.
func (e EdgeCount) Count(shown int) string {
	if e.Claims == shown {
		return numeral.Count(shown, "claim")
	}
	return fmt.Sprintf("%s, %d shown", numeral.Count(e.Claims, "claim"), shown)
}

// Difference returns the edges of both graphs: "a --> b in the truth (guess: no edge)".
func (e EdgeCount) Difference() string {
	if e.Extra {
		return e.Guess + " in the guess (truth: no edge)"
	}
	return e.Edge + " in the truth (guess: " + e.Guess + ")"
}

// JSON writes the explanation as JSON.
func (e *Explanation) JSON(w io.Writer) error {
	return indented(w, e)
}

// CSV writes one row for each claim. Names that a spreadsheet would take for formulas get an
// apostrophe, unless raw is set.
func (e *Explanation) CSV(w io.Writer, raw bool) error {
	rows := [][]string{{"x", "y", "separator", "path", "why", "edge", "kind", "shows", "in"}}
	for _, c := range e.Claims {
		rows = append(rows, []string{c.X, c.Y, strings.Join(c.Separator, " "), strings.Join(c.Path, " "), strings.Join(c.Why, "; "), c.Edge, c.Kind, c.Shows, c.In})
	}
	return table.WriteCSV(w, rows, raw)
}

// Text writes the explanation for people.
func (e *Explanation) Text(w io.Writer) error {
	b := table.NewPage(w)
	b.Line("%s", e.Headline())
	if len(e.Nodes) > 0 {
		var parts []string
		for _, n := range e.Nodes {
			parts = append(parts, fmt.Sprintf("%s (%d)", n.Node, n.Wrong))
		}
		b.Line("nodes in most of them: %s", strings.Join(parts, ", "))
	}
	for _, n := range e.Notes {
		b.Line("%s", n)
	}
	if e.Right != nil {
		b.WriteString("\n")
		b.Line("  %s", e.Right.Sentence())
		for _, why := range e.Right.Why {
			b.Line("      %s", why)
		}
	}
	for due, claims := range e.Groups() {
		b.WriteString("\n")
		if due.Claims > 0 {
			b.Line("due to %s, %s", due.Difference(), due.Count(len(claims)))
			if repair := due.Repair(e.Metric); repair != "" {
				b.Line("%s", repair)
			}
		}
		for _, c := range claims {
			c.write(b)
		}
	}
	if more := e.More(); more != "" {
		b.WriteString("\n" + more + "\n")
	}
	return b.Flush(w)
}

// Total returns the number of wrong claims: "30 of 44 claims of the guess are wrong in the
// truth (56 pairs)".
func (e *Explanation) Total() string {
	if e.Wrong == nil {
		return "statements that differ"
	}
	if e.Made != nil && fmt.Sprint(e.Made) != fmt.Sprint(e.Of) {
		pairs := "pairs"
		if fmt.Sprint(e.Of) == "1" {
			pairs = "pair"
		}
		return fmt.Sprintf("%v of %v %s (%v %s)", e.Wrong, e.Made, e.What, e.Of, pairs)
	}
	return fmt.Sprintf("%v of %v %s", e.Wrong, e.Of, e.What)
}

// Count adds the number of claims from a result of a separation distance that counted all pairs.
func (e *Explanation) Count(r *distance.Result) {
	if r.HasClaims && r.Counted {
		e.Made, e.NoSeparator = numeral.JSON(r.Claims), numeral.JSON(r.NoSeparator)
	}
}

// Headline returns the number of wrong claims, and how many are shown, in one sentence.
func (e *Explanation) Headline() string {
	s := e.Metric + ": " + e.Total()
	switch {
	case e.Wrong == nil && len(e.Claims) == 0:
		s += "; none was found"
	case e.partly():
		s += fmt.Sprintf("; showing %d", len(e.Claims))
	}
	return s
}

// partly reports whether there are more wrong claims than those shown.
func (e *Explanation) partly() bool {
	return len(e.Claims) > 0 && (len(e.Claims) < e.Told || fmt.Sprint(e.Wrong) != fmt.Sprint(e.Told))
}

// More returns a sentence about the differences whose claims are not shown. It is empty if there are none.
func (e *Explanation) More() string {
	edges, claims := 0, 0
	for _, edge := range e.Edges {
		if !slices.ContainsFunc(e.Claims, func(c Claim) bool { return c.Edge == edge.Edge }) {
			edges++
			claims += edge.Claims
		}
	}
	if edges == 0 {
		return ""
	}
	return fmt.Sprintf("due to %s, %s, none shown", numeral.Count(edges, "other difference"), numeral.Count(claims, "claim"))
}

// Groups yields the claims by the difference that causes them. The last group may have none: its
// EdgeCount has no claims.
func (e *Explanation) Groups() iter.Seq2[EdgeCount, []Claim] {
	return func(yield func(EdgeCount, []Claim) bool) {
		for claims := e.Claims; len(claims) > 0; {
			n := 1
			for n < len(claims) && claims[n].Edge == claims[0].Edge {
				n++
			}
			var due EdgeCount
			if i := slices.IndexFunc(e.Edges, func(edge EdgeCount) bool { return edge.Edge == claims[0].Edge }); i >= 0 {
				due = e.Edges[i]
			}
			if !yield(due, claims[:n]) {
				return
			}
			claims = claims[n:]
		}
	}
}

func (c *Claim) write(b *table.Page) {
	b.Line("  %s", c.Sentence())
	if len(c.Path) > 0 {
		b.Line("      %s", strings.Join(c.Path, " "))
		if c.Shows != "an open path" || c.In != "truth" {
			b.Line("      %s in the %s", c.Shows, c.In)
		}
	}
	for _, why := range c.Why {
		b.Line("      %s", why)
	}
}

// Sentence returns the claim in one sentence.
func (c *Claim) Sentence() string {
	set, maker := braces(c.Separator), "guess"
	if c.Reverse {
		maker = "truth"
	}
	switch {
	case c.Kind == claim.Separated:
		return fmt.Sprintf("%s separates %s from %s in both graphs", set, c.X, c.Y)
	case c.Kind == claim.Adjacent:
		return fmt.Sprintf("%s and %s are adjacent in the %s, which makes no claim", c.X, c.Y, maker)
	case c.Kind == claim.Inseparable:
		return fmt.Sprintf("no set separates %s from %s in the %s, which makes no claim", c.X, c.Y, maker)
	case c.Kind == claim.Adjusted:
		return fmt.Sprintf("effect of %s on %s: adjusting for %s is valid in both graphs", c.X, c.Y, set)
	case c.Kind == claim.NoEffect, c.Kind == claim.Unidentified:
		return fmt.Sprintf("effect of %s on %s: %s, in both graphs", c.X, c.Y, c.Kind)
	case c.Kind == "" && c.Separator == nil && len(c.Why) > 0:
		return fmt.Sprintf("%s and %s: the same edges in both graphs", c.X, c.Y)
	case c.Kind == claim.ConnectedInTruth:
		return fmt.Sprintf("%s separates %s from %s only in the guess", set, c.X, c.Y)
	case c.Kind == claim.SeparatedInTruth:
		return fmt.Sprintf("%s separates %s from %s only in the truth", set, c.X, c.Y)
	case c.Kind == "":
		return fmt.Sprintf("%s does not separate %s from %s", set, c.X, c.Y)
	case c.Shows == "":
		return fmt.Sprintf("%s, %s: %s", c.X, c.Y, c.Kind)
	case c.Separator == nil:
		return fmt.Sprintf("effect of %s on %s: %s", c.X, c.Y, c.Kind)
	}
	return fmt.Sprintf("effect of %s on %s: %s (set %s)", c.X, c.Y, c.Kind, set)
}
