// Package distance describes the metrics that say how far a guess is from a truth, and their results.
// Each [Metric] is a row of one table, [Metrics].
//
// Package sepdist measures; this package computes nothing.
package distance
