// Package tspag reads the separations that a time-series PAG, such as a result of LPCMCI, claims
// about a window of time.
//
// A ts-pag represents many stationary MAGs over the moments of the window, and behind each of
// them there is an infinite past. Two moments at the beginning of the window can have a common
// cause before it that no link shows. A claim is therefore made only if it holds in every member,
// whatever the past is:
//
//   - A link can be of every type that its marks allow: forward, backward (lag 0 only),
//     bidirected. A bidirected link is a latent variable with two arrows.
//   - A past edge joins two moments of the window that may have a common cause before it: two
//     possible ways back, over moments before the window, meet. It may be a bidirected edge.
//   - For moments x and y that are not adjacent, the possible ancestors of both are joined if
//     they are adjacent, if all inner nodes of a path between them are definite colliders, or if
//     those of a walk with a past edge are possible colliders. A set that cuts x from y in this
//     graph separates them in every member. If x and y are joined, there is no claim.
//
// Gerhardus (arXiv 2112.08417) characterizes the graphs that LPCMCI estimates.
package tspag
