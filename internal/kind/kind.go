// Package kind has sets of classes of graphs and their types of edges, and what to compare graphs of
// different classes as. The table of classes is in graph/kind.go.
package kind

import "github.com/sepdist/sepdist/graph"

// Ambiguous is the class of a graph whose triples have several readings.
const Ambiguous = graph.CPDAG

// Parse returns the class of the given name; the empty name is that of [graph.Unstated].
func Parse(name string) (k graph.Kind, err error) {
	err = k.UnmarshalText([]byte(name))
	return k, err
}
