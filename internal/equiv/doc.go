// Package equiv moves between graphs of one Markov equivalence class and the
// drawings of the class: a CPDAG for DAGs, a PAG for MAGs.
//
// [CPDAG] and [PAG] draw the class of a member; [Orient], [Extend] and [Represent]
// give a member of a class that is drawn; [Size] and [Members] tell how many
// there are and which; [Meek] draws what arrows known beforehand leave of it.
// [Project] and [Acyclify] turn a graph into one that says the same about the nodes
// that are left.
//
// The package trusts its graphs and knows no class: what comes from outside is
// checked in package class. Where a drawing can have no member, the answer says so:
// there is no graph, or none of them. Graphs that are returned share the names of
// the graph they come from, and carry no triples.
package equiv
