// Package graph has causal graphs: nodes with names, and edges with one mark
// at each end.
//
// A [Graph] is immutable. It takes O(n+m) memory, whatever its class: the class
// of a graph is checked in package class, not here. A pair of nodes may
// have a --> b, b --> a and a <-> b together, each once; any other edge is the only
// one between its two nodes.
//
// Nodes are small integers in the order in which they were named. Lists that a
// Graph returns belong to it and must not be changed.
package graph
