package tspag

import (
	"cmp"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
)

// A Window is a ts-pag over the moments of several slices. Its nodes are numbered by
// [series.MomentIndex], from the latest slice into the past.
type Window struct {
	frame     series.MomentIndex
	slices    int
	n         int
	neighbors []graph.Set
	marks     []map[graph.Node]graph.Mark // marks[u][v]: the mark at v of the edge between u and v
	arcs      [][]arc                     // what may be at each moment
	past      [][2]graph.Node
}

// An arc is a possible edge at a moment.
type arc struct {
	to          graph.Node
	here, there bool // arrowheads; otherwise tails
	past        bool // a common cause before the window
}

// maxMoments is the limit for the moments of a window. The claims take cubic time.
const maxMoments = 2000

// New returns the window of the latest slices of a ts-pag. With slices 0 it is as long as the
// largest lag requires. Links that are longer than the window belong to the past.
func New(s *graph.Series, slices int) (*Window, error) {
	slices = cmp.Or(slices, s.MaxLag()+1)
	if slices > maxMoments/max(1, s.N()) {
		return nil, fmt.Errorf("a window of %d slices has more than %d moments: use a shorter one", slices, maxMoments)
	}
	w := newWindow(s, slices)
	possible := newPossible(s.N(), s.Links())
	for u := range graph.Node(w.n) {
		for v := range u {
			if possible.meet(w.moment(u), w.moment(v)) {
				w.addPast(u, v)
			}
		}
	}
	return w, nil
}

// newWindow returns the window without past edges.
func newWindow(s *graph.Series, slices int) *Window {
	w := &Window{frame: series.MomentIndex{Variables: s.Names()}, slices: slices, n: slices * s.N()}
	w.neighbors = make([]graph.Set, w.n)
	w.marks = make([]map[graph.Node]graph.Mark, w.n)
	w.arcs = make([][]arc, w.n)
	for v := range w.n {
		w.neighbors[v] = graph.NewSet(w.n)
		w.marks[v] = map[graph.Node]graph.Mark{}
	}
	for _, l := range s.Links() {
		for shift := 0; shift+l.Lag < slices; shift++ {
			u, v := w.frame.Node(l.First().Shift(shift)), w.frame.Node(graph.LaggedNode{Variable: l.Y, Lag: shift})
			w.neighbors[u].Add(v)
			w.neighbors[v].Add(u)
			w.marks[u][v], w.marks[v][u] = l.AtY, l.AtX
			for _, t := range linkTypes(l) {
				w.arcs[u] = append(w.arcs[u], arc{v, t.atX, t.atY, false})
				w.arcs[v] = append(w.arcs[v], arc{u, t.atY, t.atX, false})
			}
		}
	}
	return w
}

func (w *Window) addPast(u, v graph.Node) {
	w.past = append(w.past, [2]graph.Node{u, v})
	w.arcs[u] = append(w.arcs[u], arc{v, true, true, true})
	w.arcs[v] = append(w.arcs[v], arc{u, true, true, true})
}

// moment returns a node with its time: 0 is the first slice of the window.
func (w *Window) moment(v graph.Node) moment {
	m := w.frame.Moment(v)
	return moment{m.Variable, w.slices - 1 - m.Lag}
}

// A linkType is a way to read a link: where it has arrowheads.
type linkType struct{ atX, atY bool }

// linkTypes returns what a link can be. A lagged link does not point back in time.
func linkTypes(l graph.Link) (list []linkType) {
	may := func(m, as graph.Mark) bool { return m == as || m == graph.Circle }
	if may(l.AtX, graph.Tail) && may(l.AtY, graph.Arrow) {
		list = append(list, linkType{false, true})
	}
	if l.Lag == 0 && may(l.AtX, graph.Arrow) && may(l.AtY, graph.Tail) {
		list = append(list, linkType{true, false})
	}
	if may(l.AtX, graph.Arrow) && may(l.AtY, graph.Arrow) {
		list = append(list, linkType{true, true})
	}
	return list
}

// possibleAncestors returns x and y and the moments with a possibly directed path to one of them.
func (w *Window) possibleAncestors(x, y graph.Node) graph.Set {
	set := graph.NewSet(w.n)
	todo := []graph.Node{x, y}
	set.Add(x)
	set.Add(y)
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, a := range w.arcs[v] {
			if !a.past && a.here && !a.there && !set.Has(a.to) {
				set.Add(a.to)
				todo = append(todo, a.to)
			}
		}
	}
	return set
}

// joined returns the moments of keep that are joined with v: those that no set separates from v in
// all members, if only moments of keep can be in it.
func (w *Window) joined(v graph.Node, keep graph.Set) graph.Set {
	set := w.neighbors[v].And(keep)
	w.addColliderPaths(v, keep, set)
	w.addPastWalks(v, keep, set)
	set.Remove(v)
	return set
}

// addColliderPaths adds the moments at the end of a path in keep whose inner nodes are definite
// colliders.
func (w *Window) addColliderPaths(v graph.Node, keep, set graph.Set) {
	seen := graph.NewSet(w.n)
	var todo []graph.Node
	for m := range set.All() {
		if w.marks[v][m] == graph.Arrow {
			todo = append(todo, m)
		}
	}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen.Has(m) {
			continue
		}
		seen.Add(m)
		for b := range w.neighbors[m].All() {
			if !keep.Has(b) || w.marks[b][m] != graph.Arrow {
				continue
			}
			set.Add(b)
			if w.marks[m][b] == graph.Arrow {
				todo = append(todo, b)
			}
		}
	}
}

// addPastWalks adds the moments at the end of a walk in keep that has a past edge and whose inner
// nodes are possible colliders.
func (w *Window) addPastWalks(v graph.Node, keep, set graph.Set) {
	type state struct {
		at   graph.Node // reached with an arrowhead
		past bool       // over a past edge
	}
	seen := map[state]bool{}
	var todo []state
	for _, a := range w.arcs[v] {
		if !keep.Has(a.to) {
			continue
		}
		if a.past {
			set.Add(a.to)
		}
		if a.there {
			todo = append(todo, state{a.to, a.past})
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, a := range w.arcs[s.at] {
			if !a.here || !keep.Has(a.to) {
				continue
			}
			if s.past || a.past {
				set.Add(a.to)
			}
			if a.there {
				todo = append(todo, state{a.to, s.past || a.past})
			}
		}
	}
}
