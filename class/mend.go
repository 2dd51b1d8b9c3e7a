package class

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// mend makes a graph of a class of one that is not, by the policies that change it.
func mend(g *graph.Graph, k Kind, policy Policy, bad *Error, doubtful []graph.Edge, limits Limits) (*Resolution, error) {
	one := func(m Member, done string) (*Resolution, error) {
		return &Resolution{Members: []Member{m}, Whole: true, Done: []string{done + ": it was " + bad.Fault()}}, nil
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
		return one(m, "a DAG that extends the graph was taken")
	case Maximize:
		if !partly {
			return cannot("Meek's rules are for arrows and lines")
		}
		// Without an extension the closure depends on which rule comes first.
		if _, ok := equiv.Extend(plain); !ok {
			return cannot("no DAG has its arrows and its unshielded colliders")
		}
		m, err := Check(equiv.Meek(plain), MPDAG)
		if err != nil {
			return cannot("after Meek's rules it is " + err.Error())
		}
		return one(m, "what follows by Meek's rules was oriented")
	case AsMAG:
		if has&^(arrows|bidirected) != 0 || acyclic(g) != nil {
			return cannot("only an ADMG has a MAG with its separations")
		}
		mag := equiv.Project(g, nil, nil)
		return one(Member{&Model{kind: MAG, drawn: mag, walk: mag}}, "the MAG with the same separations was taken")
	}
	if e, found := sideBySide(g); found {
		return cannot(fmt.Sprintf("two edges join %s and %s, where a CPDAG or PAG has one at most", g.Name(e.X), g.Name(e.Y)))
	}
	kind, near := CPDAG, equiv.Near{}
	if partly && k != PAG && k != MAG {
		near = equiv.NearestCPDAGs(g, limits.Readings, limits.Steps)
	} else {
		isPAG := func(h *graph.Graph) bool {
			_, bad := checkPAG(h)
			return bad == nil
		}
		kind, near = PAG, equiv.NearestPAGs(g, limits.Readings, limits.Steps/5, isPAG)
	}
	if near.Count == 0 {
		return cannot("no " + nameOf(kind) + " on its skeleton was found within the limit of the search")
	}
	r := &Resolution{Several: near.Count > 1, Whole: near.Whole && len(near.Graphs) == near.Count, Fixed: true}
	for _, h := range near.Graphs {
		m, err := drawnAs(h, kind)
		if err != nil {
			return nil, err
		}
		r.Members = append(r.Members, m)
	}
	r.Done = []string{replaced(near, kind) + ": it was " + bad.Fault()}
	return r, nil
}

// replaced says by which graphs of class k a graph was replaced.
func replaced(near equiv.Near, k Kind) string {
	name, count := nameOf(k), len(near.Graphs)
	by := fmt.Sprintf("the %d nearest %ss", near.Count, name)
	switch {
	case !near.Whole && near.Count == 1:
		by = "a nearest " + name + ", beside others that the limit of the search left out, if any"
	case !near.Whole:
		by = fmt.Sprintf("%d of %d or more nearest %ss: the search came to its limit", count, near.Count, name)
	case near.Count == 1:
		by = "the nearest " + name
	case count < near.Count:
		by = fmt.Sprintf("%d of the %d nearest %ss, drawn at random", count, near.Count, name)
	}
	return fmt.Sprintf("replaced by %s (%s changed)", by, marks(near.Changed))
}

// nameOf returns the name of a class as it stands after an adjective.
func nameOf(k Kind) string {
	_, name, _ := strings.Cut(k.Title(), " ")
	return name
}

func marks(n int) string {
	if n == 1 {
		return "1 edge mark"
	}
	return fmt.Sprintf("%d edge marks", n)
}
