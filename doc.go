// Package sepdist measures how far a learned causal graph (the guess) is from a known one
// (the truth), and shows why.
//
// [Read] reads a graph, [Compare] compares two, [Explain] shows which claims of the guess are
// wrong, and [Check] determines the class of a graph. Their results can be written as text, JSON,
// CSV and more; see package report. [CompareMany] is for many small graphs in memory,
// [Separated], [As] and [Random] for graphs themselves.
//
// Packages class and distance compute a single number with the least overhead.
package sepdist

//go:generate go run ./internal/gen
