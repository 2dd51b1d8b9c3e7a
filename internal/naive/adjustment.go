package naive

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// ValidAdjustment reports whether z is a valid adjustment set for the effect of t on
// y in the DAG g: it has neither of them, no descendant of a node other than t on a
// directed path from t to y, and it blocks every other path between them (Shpitser,
// VanderWeele and Robins, On the validity of covariate adjustment for estimating
// causal effects, UAI 2010).
func ValidAdjustment(g *graph.Graph, t, y graph.Node, z graph.Set) bool {
	if z.Has(t) || z.Has(y) {
		return false
	}
	if !Descendants(g, causal(g, t, y)).And(z).Empty() {
		return false
	}
	es, valid := endsOf(g), true
	es.paths(t, y, es.open(z), func(path []graph.Edge) bool {
		valid = directed(path)
		return valid
	})
	return valid
}

// causal returns the nodes on directed paths from t to y, without t.
func causal(g *graph.Graph, t, y graph.Node) graph.Set {
	var nodes graph.Set
	onward := func(in, out graph.Edge) bool { return directed([]graph.Edge{in, out}) }
	endsOf(g).paths(t, y, onward, func(path []graph.Edge) bool {
		if directed(path) { // a path of one edge has no inner node to ask
			for _, e := range path {
				nodes.Add(e.Y)
			}
		}
		return true
	})
	return nodes
}

func directed(path []graph.Edge) bool {
	return !slices.ContainsFunc(path, func(e graph.Edge) bool { return e.AtX != graph.Tail || e.AtY != graph.Arrow })
}

// Effects are the effects of one node on others in a DAG or a CPDAG.
type Effects struct {
	drawn   *graph.Graph
	members []*graph.Graph
}

// NewEffects returns the effects of g, a DAG or a CPDAG.
func NewEffects(g *graph.Graph) Effects {
	members := Members(g)
	if members == nil {
		panic(fmt.Sprintf("naive: neither a DAG nor a CPDAG: %v", g))
	}
	return Effects{g, members}
}

// possible reports whether y is a descendant of t in some member.
func (f Effects) possible(t, y graph.Node) bool {
	return slices.ContainsFunc(f.members, func(m *graph.Graph) bool { return Descendants(m, graph.SetOf(t)).Has(y) })
}

// valid reports whether z is a valid adjustment set in every member.
func (f Effects) valid(t, y graph.Node, z graph.Set) bool {
	return !slices.ContainsFunc(f.members, func(m *graph.Graph) bool { return !ValidAdjustment(m, t, y, z) })
}

// Amenable reports whether some set is a valid adjustment set for t and y in every member. It is
// true if y is a descendant of t in no member.
func (f Effects) Amenable(t, y graph.Node) bool {
	others := graph.AllNodes(f.drawn.N()).Without(t, y)
	return !f.possible(t, y) || someSubset(others, func(z graph.Set) bool { return f.valid(t, y, z) })
}

// claims returns whether the guess claims an effect of t on y, and the set that it
// adjusts for: by "parent", by "ancestor" or by "oset", all along arrows.
func (f Effects) claims(kind string, t, y graph.Node) (bool, graph.Set) {
	switch kind {
	case "parent":
		pa := Parents(f.drawn, t, t)
		return !pa.Has(y), pa
	case "ancestor":
		return f.possible(t, y), Ancestors(f.drawn, graph.SetOf(t)).Without(t)
	case "oset":
		cn := causal(f.drawn, t, y)
		var z graph.Set
		for v := range cn.All() {
			z = z.Union(Parents(f.drawn, v, v))
		}
		return f.possible(t, y), z.Minus(Descendants(f.drawn, graph.SetOf(t)))
	}
	panic(fmt.Sprintf("naive: no adjustment by %q", kind))
}

// AID counts the ordered pairs t, y for which the claim of the guess about the effect of t on y is
// wrong in the truth, with adjustment by "parent", "ancestor" or "oset" (Henckel, Würtzen and
// Weichwald, Adjustment identification distance, UAI 2024).
func AID(truth, guess Effects, kind string) int {
	wrong := 0
	for t, y := range ordered(truth.drawn.N()) {
		effect, z := guess.claims(kind, t, y)
		var mistake bool
		switch amenable := truth.Amenable(t, y); {
		case !effect:
			mistake = truth.possible(t, y)
		case guess.Amenable(t, y) != amenable:
			mistake = true
		default:
			mistake = amenable && !truth.valid(t, y, z)
		}
		if mistake {
			wrong++
		}
	}
	return wrong
}

// SID counts the ordered pairs t, y of two DAGs for which the parents of t in the guess are not a
// valid adjustment set in the truth. If y is one of them, the guess claims that t has no effect on
// it (Peters and Bühlmann, Structural intervention distance for evaluating causal graphs, Neural
// Comput. 27:771–799).
func SID(truth, guess *graph.Graph) int {
	wrong := 0
	for t, y := range ordered(truth.N()) {
		pa := Parents(guess, t, t)
		if pa.Has(y) {
			if Descendants(truth, graph.SetOf(t)).Has(y) {
				wrong++
			}
		} else if !ValidAdjustment(truth, t, y, pa) {
			wrong++
		}
	}
	return wrong
}

// SIDBounds returns the smallest and the largest [SID] over the members of a CPDAG.
func SIDBounds(truth, guess *graph.Graph) (lower, upper int) {
	for i, m := range Members(guess) {
		sid := SID(truth, m)
		if i == 0 {
			lower, upper = sid, sid
		}
		lower, upper = min(lower, sid), max(upper, sid)
	}
	return lower, upper
}
