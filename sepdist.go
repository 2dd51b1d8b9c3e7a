// Package sepdist says how far a learned causal graph (the guess) is from a known one
// (the truth).
//
// It is the short way through the packages below it: [Read] reads a graph, [Compare]
// compares two, and the [report.Comparison] it returns prints itself. Who wants a single
// number, or many at speed, uses packages class and distance.
package sepdist

//go:generate go run ./internal/gen

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// Read reads the graph in a file of any format that says itself what it means. For files
// that do not, see [format.ReadFile] and its options.
func Read(path string) (*graph.Graph, error) {
	d, err := format.ReadFile(path, format.Options{})
	if err != nil {
		return nil, err
	}
	if d.Series != nil {
		return nil, fmt.Errorf("%s: the graph of a time series, which cannot be compared yet: take its part at lag 0 (--lag0)", path)
	}
	return d.Graph, nil
}

// Settings say how two graphs are compared.
type Settings = compare.Settings

// Compare measures how far guess is from truth by each of the metrics that the settings
// name.
func Compare(ctx context.Context, truth, guess *graph.Graph, s Settings) (*report.Comparison, error) {
	return compare.Compare(ctx, truth, guess, s)
}
