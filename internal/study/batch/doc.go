// Package batch compares many pairs of graphs and makes one row for each pair and metric.
//
// A source lists the pairs in a fixed order. [Run] measures them on all processors and writes the
// rows in that order, so that the same inputs and settings give the same bytes for any number of
// workers. Memory does not grow with the number of pairs. A pair that cannot be compared has rows
// that give the reason.
package batch
