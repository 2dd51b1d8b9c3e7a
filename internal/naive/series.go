package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// An Unrolled is a finite piece of a stationary time-series graph, with every moment from lag First
// to lag Last and every directed edge among them. Moments before First are missing, so First must
// be early enough.
type Unrolled struct {
	First, Last int
	n           int // variables, those in place of bidirected links included
	parents     []graph.Set
	children    []graph.Set
}

// Unroll returns the slices of a DAG or ADMG. A bidirected link becomes a latent variable with a
// directed edge to each of its ends.
func Unroll(s *graph.Series, first, last int) *Unrolled {
	type arrow struct {
		x   graph.Node
		lag int
		y   graph.Node
	}
	var arrows []arrow
	n := graph.Node(s.N())
	for _, l := range s.Links() {
		switch e := l.Edge(); {
		case e.Bidirected():
			arrows = append(arrows, arrow{n, 0, l.X}, arrow{n, l.Lag, l.Y})
			n++
		case e.AtY == graph.Arrow:
			arrows = append(arrows, arrow{l.X, l.Lag, l.Y})
		default:
			arrows = append(arrows, arrow{l.Y, 0, l.X})
		}
	}
	u := &Unrolled{First: first, Last: last, n: int(n)}
	u.parents = make([]graph.Set, u.N())
	u.children = make([]graph.Set, u.N())
	for _, a := range arrows {
		for lag := last; lag+a.lag <= first; lag++ {
			u.join(graph.LaggedNode{Variable: a.x, Lag: lag + a.lag}, graph.LaggedNode{Variable: a.y, Lag: lag})
		}
	}
	return u
}

func (u *Unrolled) join(x, y graph.LaggedNode) {
	u.parents[u.Node(y)].Add(u.Node(x))
	u.children[u.Node(x)].Add(u.Node(y))
}

// N returns the number of moments.
func (u *Unrolled) N() int { return u.n * (u.First - u.Last + 1) }

// Node returns the number of a moment.
func (u *Unrolled) Node(m graph.LaggedNode) graph.Node {
	return graph.Node((m.Lag-u.Last)*u.n) + m.Variable
}

// Moment returns the moment of a number.
func (u *Unrolled) Moment(v graph.Node) graph.LaggedNode {
	return graph.LaggedNode{Variable: v % graph.Node(u.n), Lag: u.Last + int(v)/u.n}
}

// Adjacent reports whether a directed edge joins x and y.
func (u *Unrolled) Adjacent(x, y graph.Node) bool {
	return u.parents[y].Has(x) || u.parents[x].Has(y)
}

// ancestors returns the nodes of a set and their ancestors, on ways whose other nodes are
// all hidden.
func (u *Unrolled) ancestors(of graph.Set, hidden func(graph.Node) bool) graph.Set {
	seen := of.Clone()
	todo := of.Nodes()
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for p := range u.parents[v].All() {
			if !seen.Has(p) {
				seen.Add(p)
				if hidden(p) {
					todo = append(todo, p)
				}
			}
		}
	}
	return seen
}

func everyNode(graph.Node) bool { return true }

// Separated reports whether a set d-separates x and y: no walk from x to y on which all
// colliders are ancestors of the set and no other node is in it.
func (u *Unrolled) Separated(x, y graph.Node, set graph.Set) bool {
	above := u.ancestors(set, everyNode)
	type state struct {
		v    graph.Node
		head bool // the walk came by an arrowhead
	}
	seen := make(map[state]bool)
	todo := []state{{x, false}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s.v == y {
			return false
		}
		through := !set.Has(s.v)
		if through {
			for c := range u.children[s.v].All() {
				todo = append(todo, state{c, true})
			}
		}
		if through && !s.head || s.head && above.Has(s.v) {
			for p := range u.parents[s.v].All() {
				todo = append(todo, state{p, false})
			}
		}
	}
	return true
}

// Blanket returns the parents, children, and other parents of children of x.
func (u *Unrolled) Blanket(x graph.Node) graph.Set {
	b := u.parents[x].Union(u.children[x])
	for c := range u.children[x].All() {
		b = b.Union(u.parents[c])
	}
	return b.Without(x)
}

// Nearest returns the minimal separator nearest to x: those neighbors of x in the moral graph of
// the ancestors of x and y that are reached from y without passing the others. There is none if y
// is one of them.
func (u *Unrolled) Nearest(x, y graph.Node) (graph.Set, bool) {
	keep := u.ancestors(graph.SetOf(x, y), everyNode)
	near := make([]graph.Set, u.N())
	for v := range keep.All() {
		family := u.parents[v].Union(graph.SetOf(v))
		for a := range family.All() {
			near[a] = near[a].Union(family).Without(a)
		}
	}
	return nearestIn(near, x, y)
}

// nearestIn returns the neighbors of x that are reached from y without passing the others; none if
// y is one of them.
func nearestIn(near []graph.Set, x, y graph.Node) (graph.Set, bool) {
	if near[x].Has(y) {
		return nil, false
	}
	seen, todo := graph.SetOf(y), []graph.Node{y}
	var found graph.Set
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for w := range near[v].All() {
			switch {
			case near[x].Has(w):
				found.Add(w)
			case !seen.Has(w):
				seen.Add(w)
				todo = append(todo, w)
			}
		}
	}
	return found, true
}

// ProjectSeries returns the projection of a DAG or ADMG onto the measured moments of a window, by
// lag and then by variable: a directed edge for a directed path, and a bidirected edge for two
// directed paths from one moment, whose inner moments are hidden. It unrolls the given number of
// slices before the window.
func ProjectSeries(s *graph.Series, latent graph.Set, first, last, depth int) *graph.Graph {
	u := Unroll(s, first+depth, last)
	hidden := func(v graph.Node) bool {
		m := u.Moment(v)
		return m.Lag > first || int(m.Variable) >= s.N() || latent.Has(m.Variable)
	}
	var kept []graph.Node
	place := make(map[graph.Node]graph.Node)
	for v := range graph.Node(u.N()) {
		if !hidden(v) {
			place[v] = graph.Node(len(kept))
			kept = append(kept, v)
		}
	}
	var edges []graph.Edge
	tops := make([]graph.Set, len(kept)) // hidden ancestors
	for i, v := range kept {
		for w := range u.ancestors(graph.SetOf(v), hidden).Without(v).All() {
			if hidden(w) {
				tops[i].Add(w)
			} else {
				edges = append(edges, graph.Directed(place[w], graph.Node(i)))
			}
		}
		for j := range i {
			if !tops[i].And(tops[j]).Empty() {
				edges = append(edges, graph.Bidirected(graph.Node(j), graph.Node(i)))
			}
		}
	}
	return graph.MustNew(graph.NumberedNames("", 0, len(kept)), edges)
}

// StationaryClass returns all stationary DAGs with the adjacencies and unshielded colliders
// of a stationary DAG.
func StationaryClass(dag *graph.Series) []*graph.Series {
	want := seriesColliders(dag)
	var class []*graph.Series
	links := slices.Clone(dag.Links())
	var orient func(i int)
	orient = func(i int) {
		if i == len(links) {
			member := dag.With(links)
			if _, cycle := member.Lag0().Order(); cycle == nil && slices.Equal(seriesColliders(member), want) {
				class = append(class, member)
			}
			return
		}
		orient(i + 1)
		if links[i].Lag == 0 {
			l := &links[i]
			l.AtX, l.AtY = l.AtY, l.AtX
			orient(i + 1)
			l.AtX, l.AtY = l.AtY, l.AtX
		}
	}
	orient(0)
	return class
}

// seriesColliders returns the unshielded colliders of a stationary DAG whose middle is at t.
func seriesColliders(s *graph.Series) [][3]graph.Node {
	u := Unroll(s, 2*s.MaxLag(), 0)
	var found [][3]graph.Node
	for b := range graph.Node(s.N()) {
		for a := range u.parents[b].All() {
			for c := range u.parents[b].All() {
				if a < c && !u.Adjacent(a, c) {
					found = append(found, [3]graph.Node{a, b, c})
				}
			}
		}
	}
	return found
}
