// Package series computes separations, classes and distances of stationary time-series graphs. It
// works on the infinite graph that a [graph.Series] represents, without truncation.
//
// [CheckDAG], [CheckCPDAG] and [CheckADMG] check the class of a graph and return a [Model], or a
// [Fault] with the moments that show it. [CPDAG] returns the equivalence class of a stationary DAG,
// [Member] and [Size] a member of it and the number of members.
//
// [Model.Project] turns the infinite graph into a finite one over the moments of a window, with the
// same separations. A [Comparison] projects truth and guess onto one window in which the separators
// of the guess and the separations of the truth are those of the infinite graphs.
package series
