// Package class says which class a graph is of: DAG, CPDAG, MPDAG, MAG, ADMG, PAG
// or cyclic.
//
// [Check] holds a graph against a class, [Of] finds the first class that fits. Both
// give a [Member], which is the proof, or an [*Error], which shows the place: the
// cycle, the flag, the pair that no set separates. From a Member comes the [Model]
// that every metric works on: the graph as drawn beside a graph with the same
// separations that package msep can walk.
//
// This is the only package that knows classes. What comes after it sees marks.
package class
