// Package series reasons about stationary time-series graphs, exactly and without
// cutting them off: a [graph.Series] stands for an infinite graph.
//
// [CheckDAG], [CheckCPDAG] and [CheckADMG] say of what class a graph is, and show the
// moments where it is not; what they return is a [Model]. [CPDAG] draws the equivalence
// class of stationary DAGs, [Member] and [Size] give a member and their number.
//
// [Model.Project] turns the infinite graph into a finite one over the moments of a window,
// with the same separations. All else stands on it: a [Comparison] projects truth and guess
// onto one window, in which the separators that the guess offers are those of the infinite
// guess, and the verdicts those of the infinite truth.
package series
