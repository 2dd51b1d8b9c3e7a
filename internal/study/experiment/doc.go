// Package experiment draws pairs of graphs over a grid of settings.
//
// A [Grid] is a small JSON file. Its pairs are a source for package batch, so an experiment can be
// resumed like any batch.
package experiment
