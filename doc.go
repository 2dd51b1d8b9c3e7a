// Package sepdist measures how far a learned causal graph (the guess) is from a known one
// (the truth), and shows why.
//
// [Read] reads a graph, [Compare] compares two, [Explain] shows which claims of the guess are
// wrong, and [Check] determines the class of a graph. Their results can be written as text, JSON,
// CSV and more; see package report. [CompareMany] is for many small graphs in memory,
// [Separated], [Convert] and [Random] for graphs themselves.
//
// Package distance describes the metrics and their results.
package sepdist

//go:generate go run ./internal/gen
