package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Unshielded returns the triples a, b, c of g with edges from b to both others and none between
// these, a < c, sorted by b, a, c, each with its status.
func Unshielded(g *graph.Graph) []graph.Triple {
	var triples []graph.Triple
	for b := range graph.Node(g.N()) {
		for a := range graph.Node(g.N()) {
			for c := a + 1; int(c) < g.N(); c++ {
				ab, bc := g.Between(a, b), g.Between(b, c)
				if a == b || b == c || len(ab) == 0 || len(bc) == 0 || len(g.Between(a, c)) > 0 {
					continue
				}
				status := graph.NonCollider
				if collide(ab, bc) {
					status = graph.Collider
				}
				triples = append(triples, graph.Triple{A: a, B: b, C: c, Status: status})
			}
		}
	}
	return triples
}

// collide reports whether every way from the edges in to the edges out makes their
// common node a collider.
func collide(in, out []graph.Edge) bool {
	for _, e := range in {
		for _, f := range out {
			if !collides(e, f) {
				return false
			}
		}
	}
	return true
}

// Colliders returns those triples of [Unshielded] that are colliders.
func Colliders(g *graph.Graph) []graph.Triple {
	return slices.DeleteFunc(Unshielded(g), func(t graph.Triple) bool { return t.Status != graph.Collider })
}

// Readings returns one DAG for each set of unshielded colliders that a DAG on the skeleton of g can
// have and that agrees with the triples of g: it contains all listed colliders, no listed
// non-collider, no triple that is not listed, and any of the ambiguous ones.
func Readings(g *graph.Graph) []*graph.Graph {
	var readings []*graph.Graph
	var had [][]graph.Triple
	for h := range orientations(g, arrows, anyway) {
		colliders := Colliders(h)
		seen := slices.ContainsFunc(had, func(t []graph.Triple) bool { return slices.Equal(t, colliders) })
		if !seen && admits(g.Triples(), colliders) && IsDAG(h) {
			readings = append(readings, h)
			had = append(had, colliders)
		}
	}
	return readings
}

// admits reports whether the colliders are the listed ones, apart from the ambiguous ones.
func admits(said, colliders []graph.Triple) bool {
	has := func(list []graph.Triple, t graph.Triple, status graph.Status) bool {
		t.Status = status
		return slices.Contains(list, t)
	}
	more := func(t graph.Triple) bool { return !has(said, t, graph.Collider) && !has(said, t, graph.Ambiguous) }
	lacks := func(t graph.Triple) bool { return t.Status == graph.Collider && !has(colliders, t, graph.Collider) }
	return !slices.ContainsFunc(colliders, more) && !slices.ContainsFunc(said, lacks)
}
