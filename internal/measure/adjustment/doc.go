// Package adjustment computes the adjustment identification distances and the structural intervention
// distance: how many causal effects are identified wrongly with the adjustment sets of the guess.
package adjustment
