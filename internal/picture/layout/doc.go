// Package layout computes the positions of nodes and the routes of edges in a
// drawing. It does not paint.
//
// [Place] makes a layered drawing after Sugiyama, Tagawa and Toda, Methods for
// visual understanding of hierarchical system structures (IEEE Trans. Syst. Man
// Cybern. 11:109–125). It assigns nodes to rows so that arrows go down, gives long
// edges a vertex in every row that they pass, orders the rows so that few edges
// cross, and then computes coordinates. Edges without a direction go up or down,
// whichever fits better. a --> b and b --> a are drawn as two arcs.
//
// The same input gives the same layout, bit for bit.
package layout
