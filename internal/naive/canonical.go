package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Criterion is the generalized adjustment criterion in a graph of a stated class (Perković, Textor,
// Kalisch and Maathuis, Complete graphical characterization and construction of adjustment sets in
// Markov equivalence classes of ancestral graphs, JMLR 18(220):1–62, and the papers that extend it).
type Criterion struct {
	drawn   *graph.Graph
	class   string
	es      ends
	members []*graph.Graph // DAGs or MAGs; only the graph itself unless it represents several
}

// NewCriterion returns the criterion in g, which must be of the class: "dag", "cpdag", "mpdag", "mag",
// "pag" or "admg", without selection.
func NewCriterion(g *graph.Graph, class string) *Criterion {
	c := &Criterion{g, class, endsOf(g), []*graph.Graph{g}}
	switch class {
	case "cpdag", "mpdag":
		c.members = Members(g)
	case "pag":
		c.members = MembersOfPAG(g, false)
	}
	if len(c.members) == 0 {
		panic("naive: not of the class " + class + ": " + g.String())
	}
	return c
}

// PossiblyDirected reports whether a path is possibly directed: no edge has an arrowhead at its near end and, in an
// MPDAG, no arrow leads from a later node to an earlier one.
func (c *Criterion) PossiblyDirected(path []graph.Edge) bool {
	for i, e := range path {
		if e.AtX == graph.Arrow {
			return false
		}
		for _, before := range path[:i+1] {
			if c.class == "mpdag" && slices.Contains(c.drawn.Children(e.Y), before.X) {
				return false
			}
		}
	}
	return true
}

// paths yields the possibly directed paths from t to y.
func (c *Criterion) paths(t, y graph.Node, yield func(path []graph.Edge) bool) {
	anyEdge := func(_, _ graph.Edge) bool { return true }
	c.es.paths(t, y, anyEdge, func(path []graph.Edge) bool { return !c.PossiblyDirected(path) || yield(path) })
}

// Possible reports whether there is a possibly directed path from t to y.
func (c *Criterion) Possible(t, y graph.Node) (found bool) {
	c.paths(t, y, func([]graph.Edge) bool {
		found = true
		return false
	})
	return found || t == y
}

// Amenable reports whether every possibly directed path from t to y starts with a visible edge.
func (c *Criterion) Amenable(t, y graph.Node) bool {
	amenable := true
	c.paths(t, y, func(path []graph.Edge) bool {
		amenable = c.Visible(path[0])
		return amenable
	})
	return amenable
}

// Visible reports whether e is a directed edge u --> v that no latent confounder can accompany. In a MAG or
// PAG this requires a node that is not adjacent to v and has an edge into u, or a collider path into u
// whose inner nodes are parents of v (Zhang, Causal reasoning with ancestral graphs, JMLR 9:1437–1474).
func (c *Criterion) Visible(e graph.Edge) bool {
	if !e.Directed() || c.class != "mag" && c.class != "pag" {
		return e.Directed()
	}
	onward := func(in, out graph.Edge) bool {
		return collides(in, out) && slices.Contains(c.drawn.Parents(e.Y), out.X)
	}
	for far := range graph.Node(c.drawn.N()) {
		found := false
		c.es.paths(far, e.X, onward, func(path []graph.Edge) bool {
			found = path[len(path)-1].AtY == graph.Arrow
			return !found
		})
		if found && far != e.Y && !c.drawn.Adjacent(far, e.Y) {
			return true
		}
	}
	return false
}

// Forbidden returns the possible descendants of all nodes except t on possibly directed paths from t to y.
func (c *Criterion) Forbidden(t, y graph.Node) graph.Set {
	on, forbidden := graph.NewSet(c.drawn.N()), graph.NewSet(c.drawn.N())
	c.paths(t, y, func(path []graph.Edge) bool {
		for _, e := range path {
			on.Add(e.Y)
		}
		return true
	})
	for u := range on.All() {
		for v := range graph.Node(c.drawn.N()) {
			if c.Possible(u, v) {
				forbidden.Add(v)
			}
		}
	}
	return forbidden
}

// Valid reports whether z satisfies the criterion for the effect of t on y. A path is blocked if it is
// blocked in every member.
func (c *Criterion) Valid(t, y graph.Node, z graph.Set) bool {
	return c.Amenable(t, y) && c.Forbidden(t, y).And(z).Empty() && Effects{c.drawn, c.members}.valid(t, y, z)
}

// Identified reports whether some set satisfies the criterion.
func (c *Criterion) Identified(t, y graph.Node) bool {
	return someSubset(graph.AllNodes(c.drawn.N()).Without(t, y), func(z graph.Set) bool { return c.Valid(t, y, z) })
}

// Canonical returns the possible ancestors of t and y that are not forbidden.
func (c *Criterion) Canonical(t, y graph.Node) graph.Set {
	z := graph.NewSet(c.drawn.N())
	for v := range graph.Node(c.drawn.N()) {
		if c.Possible(v, t) || c.Possible(v, y) {
			z.Add(v)
		}
	}
	return z.Minus(c.Forbidden(t, y)).Without(t, y)
}

// The claims of canonical-aid other than a set, and the kinds of mistake.
const (
	NoEffect          = "none"
	Unidentified      = "unidentified"
	EffectMissed      = "effect missed"
	IdentifiedInTruth = "identifiable in the truth"
	NotIdentified     = "not identifiable in the truth"
	InvalidSet        = "invalid set"
)

// Claim returns NoEffect, Unidentified or, with an empty string, the canonical set.
func (c *Criterion) Claim(t, y graph.Node) (string, graph.Set) {
	switch {
	case !c.Possible(t, y):
		return NoEffect, nil
	case !c.Identified(t, y):
		return Unidentified, nil
	}
	return "", c.Canonical(t, y)
}

// Mistake returns the kind of mistake of a claim of a guess about the effect of t on y, or an empty string
// if the claim is right in the truth c.
func (c *Criterion) Mistake(t, y graph.Node, claim string, z graph.Set) string {
	if claim == NoEffect {
		if c.Possible(t, y) {
			return EffectMissed
		}
		return ""
	}
	unidentified := c.Possible(t, y) && !c.Identified(t, y)
	switch {
	case claim == Unidentified && !unidentified:
		return IdentifiedInTruth
	case claim == Unidentified:
		return ""
	case unidentified:
		return NotIdentified
	case !c.Valid(t, y, z):
		return InvalidSet
	}
	return ""
}

// ClaimBy is Claim of a DAG, CPDAG or MPDAG with adjustment by "parent", "ancestor" or "oset". By parents, every effect on a node that
// is not a parent is claimed.
func (c *Criterion) ClaimBy(kind string, t, y graph.Node) (string, graph.Set) {
	pa := Parents(c.drawn, t, t)
	switch {
	case kind == "parent" && pa.Has(y), kind != "parent" && !c.Possible(t, y):
		return NoEffect, nil
	case c.Possible(t, y) && !c.Identified(t, y):
		return Unidentified, nil
	case kind == "parent":
		return "", pa
	case kind == "ancestor":
		return "", Ancestors(c.drawn, graph.SetOf(t)).Without(t)
	}
	var z graph.Set
	for v := range causal(c.drawn, t, y).All() {
		z = z.Union(Parents(c.drawn, v, v))
	}
	return "", z.Minus(c.Forbidden(t, y)).Without(t)
}
