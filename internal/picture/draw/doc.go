// Package draw paints graphs, the difference of two graphs, and the few charts that
// go with them.
//
// [Graph] and [Difference] draw nodes and marked edges on a layered layout, or a
// matrix where there are too many of them; [HeatMap], [Bars] and [Histogram] are the
// charts. All take the same [Options] and write one of the [Formats].
//
// The same input gives the same bytes. Fonts are read when something is drawn, not
// when the package is loaded.
package draw
