// Package class determines the class of a graph: DAG, CPDAG, MPDAG, MAG, ADMG, PAG
// or cyclic.
//
// [Check] checks a graph against a class, [Infer] infers the first class that fits. Both
// return a [Member], which proves membership, or an [*Error], which names the nodes involved: the
// cycle, the triple, the pair without a separator.
package class
