// Package draw draws graphs, and the difference of two graphs.
//
// [Graph] and [Difference] make a drawing of nodes and marked edges on a layered layout,
// or a matrix if there are too many of them. It is painted as a picture, which is
// written as SVG, PNG or PDF, or written as text in one of the [Formats].
//
// The same input gives the same bytes.
package draw
