package equiv

import (
	"iter"

	"github.com/sepdist/sepdist/graph"
)

// A discriminator finds discriminating paths: d, ..., a, b, c where d and c are not
// adjacent and every node from behind d up to a is a parent of c and a collider on the
// path. Whether b collides on it is the same in all members of the class.
//
// The parents of c fall into parts that bidirected edges connect. If an edge from a node that
// is not adjacent to c points into a part, a path reaches each of its nodes; so one search
// over the part is enough for all of them.
type discriminator struct {
	*marking
	status []status     // of the parents of the current c
	part   []graph.Node // the nodes with a status
}

// A status states whether discriminating paths reach a node.
type status uint8

const (
	unknown status = iota
	unreached
	reached
)

func newDiscriminator(m *marking) *discriminator {
	return &discriminator{marking: m, status: make([]status, len(m.queued))}
}

// rule4: if a discriminating path d, ..., a, b, c ends in b o-* c, it becomes
// a <-> b <-> c if b collides in the MAG, and b --> c if not. It is enough to copy the mark
// at b towards c: the others follow by R2. It reports whether it set any.
func (d *discriminator) rule4() bool {
	for bc := range d.open() {
		d.set(bc, d.truth[bc])
	}
	return len(d.touched) > 0
}

// open yields the ends at b of the edges b o-* c in which a discriminating path ends, until ctx is done.
func (d *discriminator) open() iter.Seq[end] {
	return func(yield func(end) bool) {
		for c := graph.Node(0); c < d.n() && !d.stopped(); c++ {
			for cb := range d.ends(c) {
				if bc := d.twin[cb]; d.mark[bc] == graph.Circle && d.asks(cb) && !yield(bc) {
					return
				}
			}
			d.forget()
		}
	}
}

// forget resets the status of all nodes, for another c.
func (d *discriminator) forget() {
	for _, v := range d.part {
		d.status[v] = unknown
	}
	d.part = d.part[:0]
}

// asks reports whether a discriminating path ends in the edge from b to c with the end cb at c.
func (d *discriminator) asks(cb end) bool {
	c := d.at[cb]
	for ba, ca := range d.common(d.to[cb], c) {
		// b *-> a --> c
		if d.mark[d.twin[ba]] == graph.Arrow && d.is(ca, graph.Arrow, graph.Tail) && d.reached(d.to[ca], c) {
			return true
		}
	}
	return false
}

// reached reports whether a discriminating path for c reaches its parent a.
func (d *discriminator) reached(a, c graph.Node) bool {
	if d.status[a] != unknown {
		return d.status[a] == reached
	}
	start := len(d.part)
	verdict := unreached
	d.part = append(d.part, a)
	d.status[a] = verdict
	for i := start; i < len(d.part); i++ {
		for e := range d.ends(d.part[i]) {
			if d.mark[e] != graph.Arrow {
				continue
			}
			u := d.to[e]
			cu, adjacent := d.find(c, u)
			switch {
			case !adjacent:
				verdict = reached
			case d.status[u] == unknown && d.is(cu, graph.Arrow, graph.Tail) && d.mark[d.twin[e]] == graph.Arrow:
				d.status[u] = verdict
				d.part = append(d.part, u)
			}
		}
	}
	for _, v := range d.part[start:] {
		d.status[v] = verdict
	}
	return verdict == reached
}
