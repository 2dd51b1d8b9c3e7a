// Package canvas holds the shapes of pictures: paths and lines of text in
// points, one over the other, in one house style. Drawings of graphs and charts make a
// [Picture]; it is written as SVG here and as PNG or PDF by package paint.
//
// It needs the standard library only: the widths of characters come from a table.
package canvas
