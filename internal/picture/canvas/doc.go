// Package canvas has the shapes of pictures: paths and lines of text with coordinates in points. Drawings and charts
// return a [Picture], which is written as SVG here and as PNG or PDF by package paint.
//
// It imports only the standard library: the widths of characters come from a table.
package canvas
