package report

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/table"
)

// A Separation reports whether a set separates two nodes of a graph.
type Separation struct {
	Graph     string   `json:"graph"`
	Class     string   `json:"class"`
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Given     []string `json:"given"`
	Separated bool     `json:"separated"`
	Path      []string `json:"path"`         // an open path as names and arrows; empty if they are separated
	Why       []string `json:"why"`          // for each inner node of the path, the reason why it is open
	In        string   `json:"in,omitempty"` // the graph with the path, if it is not the given one
}

// JSON writes the answer as JSON.
func (s *Separation) JSON(w io.Writer) error { return indented(w, s) }

// Text writes the answer for people.
func (s *Separation) Text(w io.Writer) error {
	does := "does not separate"
	if s.Separated {
		does = "separates"
	}
	b := table.NewPage(w)
	b.Line("%s %s %s from %s", braces(s.Given), does, s.X, s.Y)
	if !s.Separated {
		in := ""
		if s.In != "" {
			in = " of " + s.In
		}
		b.Line("an open path%s:", in)
		b.Line("  %s", strings.Join(s.Path, " "))
		for _, why := range s.Why {
			b.Line("      %s", why)
		}
	}
	return b.Flush(w)
}

// Separators are the sets that the separation distances use for the nodes of a graph if it is the guess.
type Separators struct {
	Graph     string
	Class     string
	Metrics   []string // the distances that are defined for the class
	Nodes     []NodeSets
	Undefined []distance.Skipped        // distances that are not defined for the class
	Pairs     iter.Seq[*PairSeparators] // one at a time, since there may be many
}

// NodeSets are the sets that belong to one node.
type NodeSets struct {
	Node            string   `json:"node"`
	MarkovBlanket   []string `json:"markov_blanket"`
	PossibleParents []string `json:"possible_parents"` // of a DAG, CPDAG, MAG or PAG: parents in some member of its class; otherwise null
}

// PairSeparators are the sets for an ordered pair of nodes.
type PairSeparators struct {
	X          string              `json:"x"`
	Y          string              `json:"y"`
	Claim      string              `json:"claim"` // adjacent, inseparable or separated
	Edge       string              `json:"edge,omitempty"`
	Separators map[string][]string `json:"separators"` // by metric
}

// JSON writes all sets as JSON, pair by pair.
func (s *Separators) JSON(w io.Writer) error {
	head, err := json.MarshalIndent(struct {
		Graph     string     `json:"graph"`
		Class     string     `json:"class"`
		Nodes     []NodeSets `json:"nodes"`
		Undefined []jsonSkip `json:"undefined"`
	}{s.Graph, s.Class, s.Nodes, jsonSkips(s.Undefined)}, "", "  ")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s,\n  \"pairs\": [", strings.TrimSuffix(string(head), "\n}")); err != nil {
		return err
	}
	comma := ""
	for p := range s.Pairs {
		line, err := json.Marshal(p)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n    %s", comma, line)
		}
		if err != nil {
			return err
		}
		comma = ","
	}
	_, err = io.WriteString(w, "\n  ]\n}\n")
	return err
}

// Text writes all sets for people. Distances with the same set share a line.
func (s *Separators) Text(w io.Writer) error {
	b := table.NewPage(w)
	flush := func() error {
		_, err := io.WriteString(w, b.String())
		b.Reset()
		return err
	}
	for _, n := range s.Nodes {
		b.Line("Markov blanket of %s: %s", n.Node, braces(n.MarkovBlanket))
		if n.PossibleParents != nil {
			b.Line("possible parents of %s: %s", n.Node, braces(n.PossibleParents))
		}
	}
	if s.Class == "mag" || s.Class == "pag" {
		b.Line("possible parents need not separate in a MAG")
	}
	for p := range s.Pairs {
		p.write(b, s.Metrics)
		if err := flush(); err != nil {
			return err
		}
	}
	if len(s.Undefined) > 0 {
		var names []string
		for _, u := range s.Undefined {
			names = append(names, u.Metric.Name)
		}
		b.WriteString("\n")
		b.Line("not defined for class %s: %s", s.Class, strings.Join(names, ", "))
	}
	return flush()
}

func (p *PairSeparators) write(b *table.Page, metrics []string) {
	b.WriteString("\n")
	switch p.Claim {
	case claim.Adjacent:
		b.Line("%s and %s are adjacent (%s): no set separates them", p.X, p.Y, p.Edge)
		return
	case claim.Inseparable:
		b.Line("%s and %s are not adjacent, but no set separates them", p.X, p.Y)
		return
	}
	b.Line("%s and %s are separated by", p.X, p.Y)
	var sets sharedTexts
	for _, metric := range metrics {
		sets.add(braces(p.Separators[metric]), metric)
	}
	var rows [][]string
	for _, s := range sets {
		rows = append(rows, []string{"  " + s.text, s.names})
	}
	b.Rows(rows)
}

// braces writes names as a set.
func braces(names []string) string { return "{" + strings.Join(names, ", ") + "}" }

func indented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
