// Package measure computes the metrics that package distance describes. The table in engines.go has
// the function for each metric. Each family of metrics has its own package: separation, statements,
// adjustment and structure. They share package task: the parameters of a measurement, the pairs
// that it counts and reusable memory.
//
// The result for the same models and parameters does not depend on the number of workers.
package measure
