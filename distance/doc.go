// Package distance describes the metrics between a guess and a truth, and their results. Each
// [Metric] is a row of one table, [Metrics]. Package sepdist computes them.
package distance
