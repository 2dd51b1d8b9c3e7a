// Package sepdist says how far a learned causal graph (the guess) is from a known one
// (the truth), and why.
//
// [Read] reads a graph, [Compare] compares two, [Explain] shows which claims of the guess are
// wrong, and [Check] says of which class a graph is. What they return prints itself as text, JSON,
// CSV and more; see package report. [CompareMany] is for many small graphs in memory,
// [Separated], [As] and [Random] for graphs themselves.
//
// Packages class and distance give a single number at the lowest cost.
package sepdist

//go:generate go run ./internal/gen
