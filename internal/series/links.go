package series

import "github.com/sepdist/sepdist/graph"

// Kinds counts the links of a graph by kind.
type Kinds struct{ Contemporaneous, Lagged, Auto, Bidirected int }

// CountKinds counts the links of a graph by kind.
func CountKinds(s *graph.Series) (k Kinds) {
	for _, l := range s.Links() {
		if l.Lag == 0 {
			k.Contemporaneous++
		} else {
			k.Lagged++
		}
		k.Auto += count(l.Auto())
		k.Bidirected += count(l.Edge().Bidirected())
	}
	return k
}
