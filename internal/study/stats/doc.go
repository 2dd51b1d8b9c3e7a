// Package stats has the statistics of studies: means, quantiles, correlations, and intervals by
// the bootstrap.
package stats
