// Package distance measures how far a guess is from a truth. Each way to count is a [Metric];
// all of them are in one table, [Metrics].
//
// A metric works on two models of package class, whatever their classes. [Params] are what changes
// a number, [Options] what only changes how it is computed.
// The same models and parameters give the same [Result] for any number of workers.
package distance
