package input

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// Rename returns g with other names, by their old ones. Names that g does not have are ignored, so that
// one list serves the graphs of several methods.
func Rename(g *graph.Graph, to map[string]string) (*graph.Graph, error) {
	if len(to) == 0 {
		return g, nil
	}
	list := slices.Clone(g.Names().List())
	old := make(map[string]string, len(list))
	for i, name := range list {
		if change, ok := to[name]; ok {
			list[i] = change
		}
		if first, twice := old[list[i]]; twice {
			return nil, advice.Errorf("%v makes %s of both %s and %s: give each node its own name", advice.Option("rename"), list[i], first, name)
		}
		old[list[i]] = name
	}
	names, err := graph.NewNames(list)
	if err != nil {
		return nil, err
	}
	return g.Rename(names)
}
