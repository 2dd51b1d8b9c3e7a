// Package frontier counts the statements "S separates x and y" by the size of S, those
// that hold in one graph, in another and in both, without looking at each of them.
//
// The nodes are decided one after the other: each is in S, or not in S, or one of x and
// y. What the decided part of a graph means for the rest is small. A walk passes a node
// outside S unless it is a collider there, and a node inside S only where it is one; so
// every undecided node u has two ports towards the decided part, one for the edges with a
// tail at u and one for those with a head at u, and all that matters is a relation between
// ports: can a walk that goes in by port p come out by port q, and can one that goes in by
// p end in x or in y? Two ways to decide the same nodes that give the same relation
// have the same future.
//
// So each graph becomes an automaton. It reads the decisions in a fixed order of the
// nodes, its states are the relations, and at the end it says connected or separated.
// Nodes of trees and chains are decided in groups, with no states in between.
// Made minimal, two automata are run side by side, and with every pair of states goes a
// polynomial that counts by |S| the ways that lead there. As the pair x, y is part of
// what is decided, one run counts for all pairs of nodes.
//
// Counting by the states of a frontier is known from network reliability and from path
// enumeration (Sekine, Imai and Tani, Computing the Tutte polynomial of a graph of
// moderate size, ISAAC 1995, LNCS 1004:224–233; Kawahara, Inoue, Iwashita and Minato,
// Frontier-based search for enumerating all constrained subgraphs with compressed
// representation, IEICE Trans. Fundamentals E100-A:1773–1784). There edges are decided
// and the relation is an equivalence; here nodes are, and it is not transitive.
//
// The package trusts its graphs: they can be walked in the sense of package msep, have
// the same observed nodes, which come first, and are as one connected.
package frontier
