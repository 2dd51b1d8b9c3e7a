// Package experiment draws graphs over a grid of settings, compares them, and says what the
// numbers are on average and how they go together.
//
// A [Grid] is a small JSON file. Its pairs are a [batch.Source], so that a run is resumable as
// any batch is. The statistics are for lists of numbers in memory.
package experiment
