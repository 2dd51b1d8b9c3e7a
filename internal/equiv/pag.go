package equiv

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// PAG returns the drawing of the equivalence class of a MAG: its skeleton with the
// marks that all members share, and a circle wherever two members differ.
//
// The rules are R1 to R10 of Zhang, On the completeness of orientation rules for
// causal discovery in the presence of latent confounders and selection bias,
// Artificial Intelligence 172:1873–1896 (2008), with their numbers. The MAG decides what
// collides. R1 to R4 find all arrowheads, R5 to R7 the tails that come from selection, R8 to R10
// the other tails. In the comments * is any mark.
//
// No rule lists paths. If a rule requires one, a search over nodes (R4) or over
// edges (R5, R9, R10) finds a walk; the comment there explains why a walk is sufficient.
//
// It returns nil if ctx is done first.
func PAG(ctx context.Context, mag *graph.Graph) *graph.Graph {
	var small smallMarking
	if small.settle(mag) {
		return small.graph(mag)
	}
	return pag(ctx, mag)
}

func pag(ctx context.Context, mag *graph.Graph) *graph.Graph {
	m := blank(ctx, mag)
	m.arrowheads()
	if slices.ContainsFunc(mag.EdgeList(), graph.Edge.Undirected) {
		// An undirected edge that all members share is in the MAG, and without one R6 and R7
		// do not apply.
		m.rule5()
		m.settle(m.rule6, m.rule7)
	}
	m.tails()
	if m.stopped() {
		return nil
	}
	return m.graph(mag)
}

// arrowheads sets all arrowheads of the PAG, and the tails that R1 and R4 find on the
// way.
func (m *marking) arrowheads() {
	for b := range m.n() {
		if m.stopped() {
			return
		}
		m.collide(b)
	}
	m.settle(m.rule1, m.rule2, m.rule3)
	d := newDiscriminator(m)
	for d.rule4() && !m.stopped() {
		m.resettle(m.rule1, m.rule2, m.rule3)
	}
}

// collide puts the arrowheads of the unshielded colliders of the MAG at b.
func (m *marking) collide(b graph.Node) {
	for e := range m.ends(b) {
		if m.truth[e] != graph.Arrow {
			continue
		}
		for f := range m.ends(b) {
			if m.truth[f] == graph.Arrow && m.apart(m.to[e], m.to[f]) {
				m.set(e, graph.Arrow)
				m.set(f, graph.Arrow)
				break
			}
		}
	}
}

// rule1: a *-> b o-* c with a, c apart becomes b --> c, since otherwise a, b, c would collide.
func (m *marking) rule1(b graph.Node) {
	for e := range m.ends(b) {
		if m.mark[e] != graph.Circle {
			continue
		}
		for f := range m.ends(b) {
			if m.mark[f] == graph.Arrow && m.apart(m.to[f], m.to[e]) {
				m.set(e, graph.Tail)
				m.set(m.twin[e], graph.Arrow)
				break
			}
		}
	}
}

// rule2: a --> b *-> c or a *-> b --> c, with a *-o c, becomes a *-> c, since otherwise there would be
// a directed or almost directed cycle. It is applied to all edges at v.
func (m *marking) rule2(v graph.Node) {
	for e := range m.ends(v) {
		m.rule2At(e)
		m.rule2At(m.twin[e])
	}
}

// rule2At is R2 with the end e at c.
func (m *marking) rule2At(e end) {
	if m.mark[e] != graph.Circle {
		return
	}
	for ab, cb := range m.common(m.to[e], m.at[e]) {
		ba, bc := m.twin[ab], m.twin[cb]
		if m.mark[ba] == graph.Arrow && m.mark[cb] == graph.Arrow &&
			(m.mark[ab] == graph.Tail || m.mark[bc] == graph.Tail) {
			m.set(e, graph.Arrow)
			return
		}
	}
}

// rule3: a *-> b <-* c and a *-o d o-* c with a, c apart, and d *-o b, becomes d *-> b.
// With d <-- b the path a, d, c would collide by R2.
func (m *marking) rule3(b graph.Node) {
	var into []graph.Node // a *-> b with a *-o d
	for e := range m.ends(b) {
		if m.mark[e] != graph.Circle {
			continue
		}
		d := m.to[e]
		into = into[:0]
		for ba, da := range m.common(b, d) {
			if m.mark[ba] == graph.Arrow && m.mark[da] == graph.Circle {
				into = append(into, m.to[ba])
			}
		}
		if m.anyApart(into) {
			m.set(e, graph.Arrow)
		}
	}
}

// anyApart reports whether two of the nodes are not adjacent.
func (m *marking) anyApart(nodes []graph.Node) bool {
	for i, a := range nodes {
		for _, c := range nodes[:i] {
			if m.apart(a, c) {
				return true
			}
		}
	}
	return false
}
