// Package measure computes the metrics that package distance describes. The table in engines.go says
// which function computes which metric. Each family of metrics has its own package: separation,
// statements, adjustment and structure. Package task has what they share: the parameters of a
// measurement, the pairs that it counts and the memory that it uses again.
//
// The same models and parameters give the same result for any number of workers.
package measure
