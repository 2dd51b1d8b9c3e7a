package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/msep"
)

// parents offers pa(x) ∪ pa(y), in a DAG, or the possible parents of both, in a CPDAG.
// In a DAG each node is separated by its parents from what it does not lead to (the local
// Markov property), and of x and y one does not lead to the other. Possible parents: Wahl
// and Runge, Separation-based distance measures for causal graphs, lemma on possible
// parents.
type parents struct {
	possible bool
	g        *graph.Graph
}

func (s *parents) Use(m Model) {
	if s.possible {
		s.g = m.Equivalence()
	} else {
		s.g = m.Drawn()
	}
}

func (s *parents) Choose(pairs []Pair, z *msep.Block) (none msep.Word) {
	runs(pairs, func(x graph.Node, lanes msep.Word) {
		for _, p := range s.g.Parents(x) {
			z.Add(lanes, p)
		}
		if s.possible {
			for _, p := range s.g.Lines(x) {
				z.Add(lanes, p)
			}
		}
	})
	for lane, pair := range pairs {
		for _, p := range s.g.Parents(pair.Y) {
			z.AddOne(lane, p)
		}
		if s.possible {
			for _, p := range s.g.Lines(pair.Y) {
				z.AddOne(lane, p)
			}
		}
	}
	return none
}
