// Package class says which class a graph is of: DAG, CPDAG, MPDAG, MAG, ADMG, PAG
// or cyclic.
//
// [Check] holds a graph against a class, [Of] finds the first class that fits. Both
// give a [Member], which is the proof, or an [*Error], which shows the place: the
// cycle, the triple, the pair that no set separates. From a Member comes the [Model]
// that every metric works on: the graph as drawn beside a graph with the same
// separations that package msep can walk.
//
// The names and traits of classes are one table, which package format uses too. What comes
// after a Model sees marks.
package class
