// Package distance says how far a guess is from a truth: one [Metric] a way to count,
// all in one table, [Metrics].
//
// A metric works on two models of package class and knows no class itself. What changes
// a number stands in [Params]; what only changes how it is computed stands in [Options].
// The same models and parameters give the same [Result] for any number of workers.
package distance
