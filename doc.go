// Package sepdist measures how far a learned causal graph (the guess) is from a known one
// (the truth), and shows why.
//
// [Read] reads a graph, [Compare] compares two, [Explain] shows which claims of the guess are
// wrong, [Repairs] lists edges to repair, and [Check] determines the class of a graph. Their results can be written as
// text, JSON, CSV and more; see package report. [Prepare] checks a pair once for several of these calls, and
// [CompareMany] compares many pairs in parallel. [Graph.Separated] and [Graph.Convert] work on single graphs,
// and [Random] returns one.
// Package distance describes the metrics and their results.
package sepdist

//go:generate go run ./internal/gen
