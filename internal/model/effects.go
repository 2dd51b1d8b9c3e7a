package model

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// effectRules states for each class what the adjustment criterion requires (Perković, Textor, Kalisch and Maathuis, Complete
// graphical characterization and construction of adjustment sets in Markov equivalence classes of ancestral graphs, JMLR
// 18(220):1–62).
var effectRules = map[graph.Kind]effectRule{
	graph.DAG:   {sure: true},                   // Shpitser, VanderWeele and Robins, UAI 2010
	graph.CPDAG: {sure: true},                   // Perković et al.
	graph.MPDAG: {sure: true, unshielded: true}, // Perković, Kalisch and Maathuis, UAI 2017
	graph.MAG:   {visible: true},                // van der Zander, Liśkiewicz and Textor, UAI 2014
	graph.PAG:   {visible: true},                // Perković et al.
	graph.ADMG:  {},                             // van der Zander, Liśkiewicz and Textor, Artif. Intell. 270:1–40
}

type effectRule struct {
	sure       bool // every amenable effect is identified
	unshielded bool // an arrow between any two nodes of a path may rule it out: follow unshielded paths
	visible    bool // a directed edge is also visible only if no latent confounder can accompany it
}

// Adjustable holds the classes for which the adjustment criterion is stated.
var Adjustable = func() (all graph.Kinds) {
	for k := range effectRules {
		all |= kind.Of(k)
	}
	return all
}()

// Effects is what the adjustment criterion needs to know about a graph. It is read only.
type Effects struct {
	Down, Up *msep.PossiblePaths // from causes to effects, and back

	DirectedDown, DirectedUp *msep.PossiblePaths // of directed edges only

	// For an amenable effect of t on y, the nodes that these paths reach from both t and y determine the forbidden nodes. They are
	// Down and Up, except in an MPDAG, where not all such nodes are on one possibly directed path: there they are directed.
	CausalDown, CausalUp *msep.PossiblePaths

	Invisible [][]graph.Node                  // for each t the far ends of the edges that are not visible and have no arrowhead at t
	Barred    func(t graph.Node) []graph.Node // the nodes other than t that no possibly directed path from t passes
	Sure      bool                            // every amenable effect is identified
	Several   bool                            // the graph represents several graphs; Plan is the plan of one of them
	Plan      *msep.Plan                      // a DAG in which the sets that block all non-causal paths are those of the graph
}

// Steps returns the number of steps that a search looks at.
func (e *Effects) Steps() int { return e.Down.Steps() + e.Plan.Steps() }

// Effects returns what the adjustment criterion needs to know, or nil if the graph has undirected edges that mean selection,
// for which the criterion is not stated. The class must be one of [Adjustable].
func (m *Model) Effects() *Effects {
	return m.derived().effects.get(m.newEffects)
}

func (m *Model) newEffects() *Effects {
	g, rule := m.drawn, effectRules[m.kind]
	if m.kind.Latent() && slices.ContainsFunc(g.EdgeList(), selects) {
		return nil
	}
	_, plan := m.Canonical()
	if plan == nil {
		return nil
	}
	paths := func(r msep.PathRule) *msep.PossiblePaths { return msep.NewPossiblePaths(g, r, m.Plan().Position) }
	e := &Effects{Sure: rule.sure, Several: m.kind.RepresentsClass(), Plan: plan, Invisible: invisible(g, rule.visible)}
	e.Down = paths(msep.PathRule{Unshielded: rule.unshielded})
	e.Up = paths(msep.PathRule{Unshielded: rule.unshielded, Up: true})
	e.DirectedDown, e.DirectedUp, e.CausalDown, e.CausalUp = e.Down, e.Up, e.Down, e.Up
	if e.Several {
		e.DirectedDown, e.DirectedUp = paths(msep.PathRule{Directed: true}), paths(msep.PathRule{Directed: true, Up: true})
	}
	e.Barred = func(graph.Node) []graph.Node { return nil }
	if rule.unshielded {
		e.CausalDown, e.CausalUp = e.DirectedDown, e.DirectedUp
		e.Barred = g.Parents
	}
	return e
}

// selects reports whether a graph with latent confounders has the edge only under selection: a --- b or a --o b.
func selects(e graph.Edge) bool {
	return e.AtX == graph.Tail && e.AtY != graph.Arrow || e.AtY == graph.Tail && e.AtX != graph.Arrow
}

// invisible returns for each node the far ends of its edges that have no arrowhead at it and are not visible. Only a directed
// edge is visible; with latent confounders see [confounded].
func invisible(g *graph.Graph, latent bool) [][]graph.Node {
	ends := make([][]graph.Node, g.N())
	for t := range graph.Node(g.N()) {
		for e := range g.EdgesAt(t) {
			if e.AtX != graph.Arrow && (!e.Directed() || latent && confounded(g, e)) {
				ends[t] = append(ends[t], e.Y)
			}
		}
	}
	return ends
}

// confounded reports whether a latent confounder can accompany the edge t --> v. It cannot if a node c that is not adjacent to v
// has an edge into t, or a collider path into t whose inner nodes are parents of v:
//
//	c *-> t --> v    c *-> a <-> t --> v with a --> v
//
// (Zhang, Causal reasoning with ancestral graphs, JMLR 9:1437–1474, lemma 9).
func confounded(g *graph.Graph, e graph.Edge) bool {
	inner := []graph.Node{e.X}
	for i := 0; i < len(inner); i++ {
		for f := range g.EdgesAt(inner[i]) {
			switch {
			case f.AtX != graph.Arrow || f.Y == e.Y:
			case !g.Adjacent(f.Y, e.Y):
				return false
			case f.Bidirected() && slices.Contains(g.Parents(e.Y), f.Y) && !slices.Contains(inner, f.Y):
				inner = append(inner, f.Y)
			}
		}
	}
	return true
}
