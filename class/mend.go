package class

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// mend makes a graph of a class of one that is not, by the policies that change it.
func mend(g *graph.Graph, k Kind, policy Policy, bad *Error, doubtful []graph.Edge, limits Limits) (*Resolution, error) {
	one := func(m Member, whole bool, form string, args ...any) (*Resolution, error) {
		return &Resolution{Members: []Member{m}, Whole: whole, Done: []string{fmt.Sprintf(form, args...) + ": it was " + bad.Fault()}}, nil
	}
	cannot := func(why string) (*Resolution, error) {
		return nil, fmt.Errorf("%w; --invalid %s cannot mend it: %s", bad, policy, why)
	}
	if bad.Err == ErrTriple {
		return cannot("its triples are to be read, not mended")
	}
	has := edgesOf(g)
	plain := g
	if has&conflicts != 0 || k != Unstated {
		plain = as(g, doubtful, graph.Tail, graph.Tail)
	}
	partly := edgesOf(plain)&^(arrows|lines) == 0
	switch policy {
	case Extend:
		if !partly {
			return cannot("only a graph of arrows and lines has DAGs that extend it")
		}
		dag, ok := equiv.Extend(plain)
		if !ok {
			return cannot("no DAG has its arrows and its unshielded colliders")
		}
		m, err := Check(dag, DAG)
		if err != nil {
			return nil, err
		}
		return one(m, true, "a DAG that extends the graph was taken")
	case Maximize:
		if !partly {
			return cannot("Meek's rules are for arrows and lines")
		}
		m, err := Check(equiv.Meek(plain), MPDAG)
		if err != nil {
			return cannot("after Meek's rules it is " + err.Error())
		}
		return one(m, true, "what follows by Meek's rules was oriented")
	case AsMAG:
		if has&^(arrows|bidirected) != 0 || acyclic(g) != nil {
			return cannot("only an ADMG has a MAG with its separations")
		}
		mag := equiv.Project(g, nil, nil)
		return one(Member{&Model{kind: MAG, drawn: mag, walk: mag}}, true, "the MAG with the same separations was taken")
	}
	if e, found := sideBySide(g); found {
		return cannot(fmt.Sprintf("two edges join %s and %s, where a CPDAG or PAG has one at most", g.Name(e.X), g.Name(e.Y)))
	}
	if partly && k != PAG && k != MAG {
		cpdag, changed, whole := equiv.Nearest(g, limits.Steps)
		if cpdag == nil {
			return cannot("no CPDAG on its skeleton was found within the limit of the search")
		}
		return one(drawnCPDAG(cpdag), whole, "the %s CPDAG was taken, %s of the drawing away", nearestOr(whole), marks(changed))
	}
	m, changed, ok := nearestPAG(g, limits.Steps/20)
	if !ok {
		return cannot("no PAG on its skeleton was found within the limit of the search")
	}
	return one(m, true, "the nearest PAG was taken, %s of the drawing away", marks(changed))
}

func nearestOr(whole bool) string {
	if whole {
		return "nearest"
	}
	return "nearest that was found"
}

func marks(n int) string {
	if n == 1 {
		return "1 mark"
	}
	return fmt.Sprintf("%d marks", n)
}

// nearestPAG looks for a PAG with one mark changed, then with two, and so on, until so many
// graphs have been checked. The first found is nearest.
func nearestPAG(g *graph.Graph, checks int) (m Member, changed int, ok bool) {
	edges := g.EdgeList()
	s := pagSearch{g: g, edges: edges, checks: checks}
	for changed = 0; changed <= 2*len(edges) && s.checks > 0; changed++ {
		if s.change(0, changed) {
			return s.found, changed, true
		}
	}
	return Member{}, 0, false
}

type pagSearch struct {
	g      *graph.Graph
	edges  []graph.Edge
	checks int
	found  Member
}

// change changes so many marks at the ends from the given one on, in all ways, and checks
// what comes of it.
func (s *pagSearch) change(end, left int) bool {
	if left == 0 {
		if s.checks--; s.checks < 0 {
			return false
		}
		m, err := Check(s.g.With(s.edges), PAG)
		s.found = m
		return err == nil
	}
	for ; end+left <= 2*len(s.edges) && s.checks > 0; end++ {
		mark := &s.edges[end/2].AtX
		if end%2 == 1 {
			mark = &s.edges[end/2].AtY
		}
		was := *mark
		for _, now := range []graph.Mark{graph.Circle, graph.Arrow, graph.Tail} {
			if now != was {
				*mark = now
				if s.change(end+1, left-1) {
					return true
				}
			}
		}
		*mark = was
	}
	return false
}
