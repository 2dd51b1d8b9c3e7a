// Package batch compares many pairs of graphs and writes one row for each pair and metric.
//
// A [Source] names the pairs, in a fixed order. [Run] measures them on all processors and
// writes the rows in that order, so that the same inputs and settings give the same bytes
// for any number of workers. An [Output] keeps the rows in a journal beside the file they
// are for: a run that is killed goes on where it was.
//
// A pair that cannot be compared gives rows that say why. Memory does not grow with the
// number of pairs.
package batch
