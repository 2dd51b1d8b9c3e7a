package equiv

import "github.com/sepdist/sepdist/graph"

// The consequences of decisions about the readings of a graph, and how they are taken back.

// mark returns the current length of the trail.
func (r *Readings) mark() int { return len(r.trail) }

// back takes back all decisions since the mark.
func (r *Readings) back(to int) {
	for len(r.trail) > to {
		u := r.trail[len(r.trail)-1]
		r.trail = r.trail[:len(r.trail)-1]
		r.spent = u.spent
		if u.unshieldedTriple >= 0 {
			r.triples[u.unshieldedTriple].status = graph.Ambiguous
		} else {
			r.toward[u.pair] = nowhere
		}
	}
	r.todo = r.todo[:0]
}

// decide gives triple i a status and follows its consequences. It returns false if they are
// contradictory.
func (r *Readings) decide(i int32, status graph.Status) bool {
	r.settle(i, status)
	return r.hold(i) && r.follow()
}

func (r *Readings) settle(i int32, status graph.Status) {
	r.trail = append(r.trail, change{pair: -1, unshieldedTriple: i, spent: r.spent})
	r.triples[i].status = status
}

// orient makes pair p point to v.
func (r *Readings) orient(p int32, v graph.Node) bool {
	switch r.toward[p] {
	case v:
		return true
	case nowhere:
	default:
		return false
	}
	r.trail = append(r.trail, change{pair: p, unshieldedTriple: -1, spent: r.spent})
	r.toward[p] = v
	r.todo = append(r.todo, p)
	if r.cost != nil {
		r.spent += r.cost(p)
	}
	return r.cost == nil || r.spent <= r.most
}

// away makes pair p point away from v.
func (r *Readings) away(p int32, v graph.Node) bool {
	return r.orient(p, other(r.pairs[p], v))
}

// follow draws the consequences of the oriented pairs.
func (r *Readings) follow() bool {
	for len(r.todo) > 0 {
		p := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		for _, i := range r.at[p] {
			if !r.hold(i) {
				return false
			}
		}
		for _, c := range r.closing[p] {
			if !r.close(p, c[0], c[1]) {
				return false
			}
		}
	}
	return true
}

// hold orients the pairs of a triple as its status requires:
//
//	collider       a --> b <-- c
//	non-collider   a --> b then b --> c
//	open           a --> b <-- c makes it a collider, b --> c a non-collider
func (r *Readings) hold(i int32) bool {
	c := r.triples[i]
	p, q := c.pair[0], c.pair[1]
	to, from := r.toward[p], r.toward[q]
	leaves := func(v graph.Node) bool { return v != nowhere && v != c.middle }
	switch c.status {
	case graph.Collider:
		return r.orient(p, c.middle) && r.orient(q, c.middle)
	case graph.NonCollider:
		if to == c.middle {
			return r.away(q, c.middle)
		}
		if from == c.middle {
			return r.away(p, c.middle)
		}
	default:
		if leaves(to) || leaves(from) {
			r.settle(i, graph.NonCollider)
			return r.hold(i)
		}
		if to == c.middle && from == c.middle {
			r.settle(i, graph.Collider)
		}
	}
	return true
}

// close keeps three pairs that form a triangle from forming a directed cycle.
func (r *Readings) close(p, q, s int32) bool {
	for _, t := range [][3]int32{{p, q, s}, {q, s, p}, {s, p, q}} {
		first, second, third := t[0], t[1], t[2]
		a, b := r.toward[first], r.toward[second]
		if a == nowhere || b == nowhere {
			continue
		}
		// x --> a and a --> b: not b --> x.
		if r.has(second, a) && b != a && !r.orient(third, b) {
			return false
		}
		if r.has(first, b) && a != b && !r.orient(third, a) {
			return false
		}
	}
	return true
}

// has reports whether v is an end of pair p.
func (r *Readings) has(p int32, v graph.Node) bool { return r.pairs[p].X == v || r.pairs[p].Y == v }
