package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// parents offers pa(x) ∪ pa(y), in a DAG, or the possible parents of both, in a CPDAG. In a DAG one of x and y
// does not lead to the other; if x does not lead to y, its parents separate them (the local Markov property),
// and so do more nodes that come before x or y. Possible parents: Wahl and Runge, Separation-based distance
// measures for causal graphs, lemma on possible parents.
type parents struct {
	possible bool
	g        *graph.Graph
}

func (s *parents) Reset(m Model) {
	if s.possible {
		s.g = m.Equivalence()
	} else {
		s.g = m.Drawn()
	}
}

// Contributions implements [Union].
func (s *parents) Contributions(f func(members, direct []graph.Node)) (closed bool) {
	var one [1]graph.Node
	var direct []graph.Node
	for v := range graph.Node(s.g.N()) {
		parents, possible := s.Contribution(v)
		one[0], direct = v, append(append(direct[:0], parents...), possible...)
		f(one[:], direct)
	}
	return false
}

// Contribution returns the nodes that v contributes, in two lists.
func (s *parents) Contribution(v graph.Node) (parents, possible []graph.Node) {
	if s.possible {
		possible = s.g.UndirectedNeighbors(v)
	}
	return s.g.Parents(v), possible
}

func (s *parents) Choose(pairs []Pair, z *msep.Block) (none msep.Word) {
	runs(pairs, func(x graph.Node, lanes msep.Word) {
		parents, possible := s.Contribution(x)
		for _, p := range parents {
			z.Add(lanes, p)
		}
		for _, p := range possible {
			z.Add(lanes, p)
		}
	})
	for lane, pair := range pairs {
		parents, possible := s.Contribution(pair.Y)
		for _, p := range parents {
			z.AddOne(lane, p)
		}
		for _, p := range possible {
			z.AddOne(lane, p)
		}
	}
	return none
}
