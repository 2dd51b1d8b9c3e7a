package class

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/numeral"
)

// repair replaces a graph that is not of its class, by the policies that change it.
func repair(ctx context.Context, g *graph.Graph, k Kind, policy Policy, bad *Error, doubtful []graph.Edge, limits Limits) (*Resolution, error) {
	done := func(what string) []string {
		switch n := len(g.Triples()); n {
		case 0:
		case 1:
			what += ", without using its listed triple"
		default:
			what += fmt.Sprintf(", without using its %d listed triples", n)
		}
		return []string{what}
	}
	one := func(m Member, what string) (*Resolution, error) {
		return &Resolution{Members: []Member{m}, Complete: true, Changes: done(what), Replaced: bad}, nil
	}
	cannot := func(why any) (*Resolution, error) {
		return nil, advice.Errorf("%w; %v cannot repair it: %v", bad, advice.Option(invalid, string(policy)), why)
	}
	if bad.Err == ErrTriple {
		return cannot(advice.Textf("it has listed triples, which need %v", advice.Option("ambiguous")))
	}
	has := kind.EdgesOf(g)
	plain := g
	if has&conflicts != 0 || k != Unstated {
		plain = as(g, doubtful, graph.Tail, graph.Tail)
	}
	partly := kind.EdgesOf(plain)&^(directed|undirected) == 0
	switch policy {
	case Extend:
		if !partly {
			return cannot("only a graph with directed and undirected edges can be extended to a DAG")
		}
		dag, ok := equiv.Extend(plain)
		if !ok {
			return cannot("no DAG has its directed edges and its unshielded colliders")
		}
		m, err := Check(ctx, dag, DAG)
		if err != nil {
			return nil, err
		}
		return one(m, "replaced by a DAG that extends it")
	case Maximize:
		if !partly {
			return cannot("Meek's rules apply to directed and undirected edges only")
		}
		// Without an extension the closure depends on which rule comes first.
		if _, ok := equiv.Extend(plain); !ok {
			return cannot("no DAG has its directed edges and its unshielded colliders")
		}
		m, err := Check(ctx, equiv.Meek(plain), MPDAG)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			return cannot(advice.Textf("after Meek's rules it is %v", err))
		}
		return one(m, "replaced by its closure under Meek's rules")
	case AsMAG:
		if has&^(directed|bidirected) != 0 || acyclic(g) != nil {
			return cannot("only an ADMG can be projected to a MAG")
		}
		mag := equiv.Project(ctx, g, nil, nil)
		if mag == nil {
			return nil, context.Cause(ctx)
		}
		return one(Member{model.New(MAG, mag, mag)}, "replaced by the MAG with the same separations")
	}
	if e, found := sideBySide(g); found {
		return cannot(fmt.Sprintf("there are two edges between %s and %s, and a CPDAG or PAG has at most one", g.Name(e.X), g.Name(e.Y)))
	}
	kind, near := CPDAG, equiv.Near{}
	within := equiv.NearLimits{Graphs: limits.Readings, Steps: limits.Steps, Stop: limits.Stop}
	if partly && k != PAG && k != MAG {
		near = equiv.NearestCPDAGs(ctx, g, within)
	} else {
		isPAG := func(h *graph.Graph) bool {
			_, bad := checkPAG(ctx, h)
			return bad == nil && ctx.Err() == nil
		}
		within.Steps /= 5
		kind, near = PAG, equiv.NearestPAGs(ctx, g, within, isPAG)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if near.Count == 0 {
		return cannot("no " + kind.Noun() + " on its skeleton was found within the search limit")
	}
	r := &Resolution{Ambiguous: near.Count > 1, Complete: near.Whole && len(near.Graphs) == near.Count, Enumerated: true}
	for _, h := range near.Graphs {
		m, err := drawnAs(ctx, h, kind)
		if err != nil {
			return nil, err
		}
		r.Members = append(r.Members, m)
	}
	r.Changes, r.Replaced = done(replaced(g, near, kind)), bad
	return r, nil
}

// replaced describes the graphs of class k by which g was replaced. If there is one, and it differs in few marks, it lists
// their edges: the violation may suggest others.
func replaced(g *graph.Graph, near equiv.Near, k Kind) string {
	name, count := k.Noun(), len(near.Graphs)
	by := fmt.Sprintf("the %d nearest %ss", near.Count, name)
	switch {
	case !near.Whole && near.Count == 1:
		by = "a nearest " + name + "; the search limit may have left out others"
	case !near.Whole:
		by = fmt.Sprintf("%d of at least %d nearest %ss; the search limit was reached", count, near.Count, name)
	case near.Count == 1:
		by = "the nearest " + name
	case count < near.Count:
		by = fmt.Sprintf("%d of the %d nearest %ss, drawn at random", count, near.Count, name)
	}
	changed := ""
	if near.Count == 1 && near.Changed > 0 && near.Changed <= 3 {
		for e := range near.Graphs[0].Edges() {
			if g.Between(e.X, e.Y)[0] != e {
				changed += ", " + draw(g, e)
			}
		}
		changed = ":" + changed[1:]
	}
	return fmt.Sprintf("replaced by %s (%s changed%s)", by, numeral.Count(near.Changed, "edge mark"), changed)
}
