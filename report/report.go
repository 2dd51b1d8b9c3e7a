// Package report turns results into text: JSON for programs, tables for people.
//
// The JSON is a contract: Python, the web page and everybody's scripts read it. Its names
// are part of the version of the module.
package report

import (
	"github.com/sepdist/sepdist/distance"
)

// A Comparison is what is known of two graphs after they have been compared.
type Comparison struct {
	Truth, Guess Graph
	Results      []Entry
	Skipped      []distance.Skipped
	Notes        []string // what a reader must know about the two graphs, one line each

	// If the graphs are of different classes: the truth drawn as a graph of the class of the guess,
	// "CPDAG of truth", what that is, and how to compare the two as graphs of one class instead.
	ClassOfTruth, ClassOfTruthNote, ClassOfTruthDo string

	// Equivalence says whether the graphs are Markov equivalent; nil if separations are not defined.
	Equivalence *Equivalence

	Random string // which random guesses the results are compared with, if any

	Ungraded bool // every statement of the s/c-metrics counts alike; otherwise they are means over the orders
}

// A Graph is one of the two graphs that were compared.
type Graph struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Nodes int    `json:"nodes"`
	Edges int    `json:"edges"`

	MaxLag *int `json:"max_lag,omitempty"` // of a time series, whose nodes are variables and whose edges are links

	Done []string `json:"done,omitempty"` // what was done to it before it was compared
}

// An Entry is the result of one metric.
type Entry struct {
	Metric  *distance.Metric
	Result  distance.Result
	Seconds float64 // of the metric alone

	ClassOfTruth *distance.Result // of the truth's own class taken as the guess, if the classes differ
	Baseline     *Baseline        // random guesses, where they were asked for and the result has a value
}
