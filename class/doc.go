// Package class determines the class of a graph: DAG, CPDAG, MPDAG, MAG, ADMG, PAG
// or cyclic.
//
// [Check] checks a graph against a class, [Infer] infers the first class that fits. Both
// return a [Member], which proves membership, or an [*Error], which names the nodes involved: the
// cycle, the triple, the pair without a separator. A Member has the [Model]
// that every metric works on: the graph as drawn, and a graph with the same
// separations for the queries of package msep.
//
// The names and traits of classes are in one table, which package format uses too. Code that
// works on a Model only sees edge marks.
package class
