// Package equiv moves between graphs of one Markov equivalence class and the
// drawings of the class: a CPDAG for DAGs, a PAG for MAGs.
//
// [CPDAG] and [PAG] return the graph of the class of a member; [Orient], [Extend] and [Represent] return a
// member of such a class; [Size] and [Members] count and list its members; [Meek] adds background
// knowledge. [Project] and [Acyclify] return a graph with the same separations among the remaining nodes.
//
// The package does not check its graphs: package class does. If a class has no member, functions return nil
// or false. Returned graphs share the names of the graph they come from, and have no triples.
package equiv
