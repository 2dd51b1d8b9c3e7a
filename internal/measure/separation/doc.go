// Package separation computes the separation distances of Wahl and Runge: for each pair of nodes that is
// not adjacent in the guess, a strategy chooses a separator in the guess, and the claim that it separates
// the pair is verified in the truth.
package separation
