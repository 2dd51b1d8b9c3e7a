// Package structure computes the metrics that compare graphs edge by edge: the Hamming distances and
// precision, recall and so on of adjacencies, marks and colliders.
package structure
