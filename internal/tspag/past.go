package tspag

import "github.com/sepdist/sepdist/graph"

// A moment is a variable at a time; times before the window are negative. Variables from the
// number of measured ones on are latent.
type moment struct {
	v    graph.Node
	time int
}

// A possible graph has every link in each of its possible types, with a latent variable for each
// possibly bidirected link.
type possible struct {
	measured graph.Node
	parents  [][]parent // by variable
}

type parent struct {
	v   graph.Node
	lag int
}

func newPossible(n int, links []graph.Link) *possible {
	p := &possible{measured: graph.Node(n), parents: make([][]parent, n)}
	for _, l := range links {
		for _, t := range linkTypes(l) {
			switch {
			case t.atX && t.atY:
				latent := graph.Node(len(p.parents)) // at the time of X
				p.parents = append(p.parents, nil)
				p.parents[l.Y] = append(p.parents[l.Y], parent{latent, l.Lag})
				p.parents[l.X] = append(p.parents[l.X], parent{latent, 0})
			case t.atY:
				p.parents[l.Y] = append(p.parents[l.Y], parent{l.X, l.Lag})
			default:
				p.parents[l.X] = append(p.parents[l.X], parent{l.Y, 0})
			}
		}
	}
	return p
}

// back returns the parents of a moment that are before the window or latent.
func (p *possible) back(m moment) (list []moment) {
	for _, u := range p.parents[m.v] {
		if at := m.time - u.lag; at < 0 || u.v >= p.measured {
			list = append(list, moment{u.v, at})
		}
	}
	return list
}

// meet reports whether two possible ways back from u and v meet before the window. It walks over
// pairs of moments, the later one first. What is before the window repeats itself in time, so
// pairs are moved to just before the window, and there are finitely many.
func (p *possible) meet(u, v moment) bool {
	type pair struct {
		a, b   moment
		before bool // a measured moment before the window was visited
	}
	first := pair{u, v, false}
	seen := map[pair]bool{first: true}
	todo := []pair{first}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var next []pair
		if at.a.time >= at.b.time {
			for _, m := range p.back(at.a) {
				next = append(next, pair{m, at.b, at.before || m.v < p.measured})
			}
		}
		if at.b.time >= at.a.time {
			for _, m := range p.back(at.b) {
				next = append(next, pair{at.a, m, at.before || m.v < p.measured})
			}
		}
		for _, q := range next {
			if q.a == q.b {
				if q.before {
					return true
				}
				continue
			}
			if late := max(q.a.time, q.b.time); late < -1 {
				q.a.time -= late + 1
				q.b.time -= late + 1
			}
			if !seen[q] {
				seen[q] = true
				todo = append(todo, q)
			}
		}
	}
	return false
}
