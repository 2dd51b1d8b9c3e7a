// Package layout says where the nodes of a drawing stand and which way its edges
// take. It paints nothing.
//
// [Place] makes a layered drawing after Sugiyama, Tagawa and Toda, Methods for
// visual understanding of hierarchical system structures (IEEE Trans. Syst. Man
// Cybern. 11:109–125): nodes are put into rows so that arrows go down, long edges
// get a place in every row they pass, rows are ordered so that few edges cross,
// and then everything gets its coordinates. Edges without a direction go up or
// down as it suits the rest; a --> b and b --> a are drawn as two arcs.
//
// The same input gives the same layout, bit by bit.
package layout
