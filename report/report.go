// Package report turns results into text: JSON for programs, tables for people.
//
// The JSON is a contract: Python, the web page and scripts of users read it. Its names do not change
// within a major version of the module.
package report

import (
	"github.com/sepdist/sepdist/distance"
)

// A Comparison is the result of comparing two graphs.
type Comparison struct {
	Truth, Guess Graph
	Results      []Entry
	Skipped      []distance.Skipped
	Notes        []string // warnings about the two graphs, one line each

	// If the graphs are of different classes: the name of the truth as a graph of the class of the guess,
	// "CPDAG of truth", a description of it, and advice on how to compare graphs of one class.
	ClassOfTruth, ClassOfTruthNote, ClassOfTruthDo string

	// Equivalence reports whether the graphs are Markov equivalent. It is nil if separation is not defined.
	Equivalence *Equivalence

	Random string // description of the random guesses that the results are compared with; may be empty

	Ungraded bool // the s/c-metrics count every statement alike; otherwise they are means over the orders
}

// A Graph is one of the two graphs that were compared.
type Graph struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Nodes int    `json:"nodes"`
	Edges int    `json:"edges"`

	MaxLag *int `json:"max_lag,omitempty"` // for a time series, whose nodes are variables and whose edges are links

	Done []string `json:"done,omitempty"` // changes before the comparison
}

// An Entry is the result of one metric.
type Entry struct {
	Metric  *distance.Metric
	Result  distance.Result
	Seconds float64 // time for this metric

	ClassOfTruth *distance.Result // result for the class of the truth as the guess, if the classes differ
	Baseline     *Baseline        // random guesses, if requested and the result has a value
}
