package tspag

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// A Reason is why a ts-pag has no member.
type Reason string

// The reasons, in the order in which they are checked.
const (
	Conflict     Reason = "conflict"
	TimeOrder    Reason = "time order"
	TwoTails     Reason = "two tails"
	NotClosed    Reason = "not closed"
	NotChordal   Reason = "o-o not chordal"
	Cycle        Reason = "cycle"
	NotAncestral Reason = "not ancestral"
	Collider     Reason = "collider not shown"
	NotMaximal   Reason = "not maximal"
	Inseparable  Reason = "inseparable pair"
)

// An Error states why no stationary MAG over the window has the marks of a ts-pag.
type Error struct {
	Reason Reason
	Text   string // with the links that show it
}

func (e *Error) Error() string { return e.Text }

func refuse(r Reason, format string, args ...any) error {
	return &Error{r, fmt.Sprintf(format, args...)}
}

// Check returns an [*Error] if it finds no member of the ts-pag over the given number of slices. If
// the graph is [Closed], there is none then.
func Check(ctx context.Context, s *graph.Series, slices int) error {
	for _, l := range s.Links() {
		switch {
		case l.AtX == graph.Conflict || l.AtY == graph.Conflict:
			return refuse(Conflict, "the marks of %s are in conflict", s.Draw(l))
		case l.Lag > 0 && l.AtY != graph.Arrow:
			return refuse(TimeOrder, "%s has no arrowhead at the later moment", s.Draw(l))
		case l.AtX == graph.Tail && l.AtY == graph.Tail:
			return refuse(TwoTails, "%s is undirected", s.Draw(l))
		}
	}
	w := newWindow(s, max(slices, 1))
	if err := w.closed(func(atC graph.Mark) bool { return atC == graph.Circle }); err != nil {
		return err
	}
	place, err := perfectOrder(s)
	if err != nil {
		return err
	}
	member := w.member(place)
	_, err = class.Check(ctx, member, class.MAG)
	var bad *class.Error
	if err != nil && !errors.As(err, &bad) {
		return err
	}
	switch {
	case bad == nil:
	case bad.Err == class.ErrCycle:
		return refuse(Cycle, "%s", bad.What)
	case bad.Err != class.ErrInseparable:
		return refuse(NotAncestral, "%s", bad.What)
	}
	if err := w.showsColliders(member); err != nil {
		return err
	}
	if bad != nil {
		return refuse(NotMaximal, "%s", bad.What)
	}
	return w.separable(s)
}

// edge draws the edge between two moments.
func (w *Window) edge(u, v graph.Node) string {
	e := graph.Edge{X: u, Y: v, AtX: w.marks[v][u], AtY: w.marks[u][v]}
	return w.frame.Name(u) + " " + e.Arrow() + " " + w.frame.Name(v)
}

// Closed returns an [*Error] for a *-> b o-* c without a *-> c, which every PAG has (property CP1 of
// Zhang, JMLR 9:1437, 2008). Such a graph can have members, but it leaves marks open that are the
// same in all of them.
func Closed(s *graph.Series, slices int) error {
	w := newWindow(s, max(slices, 1))
	return w.closed(func(graph.Mark) bool { return true })
}

// closed checks the triples a *-> b o-* c whose mark at c counts. If it finds none with a circle at c,
// the o-o edges can be oriented in any perfect order.
func (w *Window) closed(counts func(atC graph.Mark) bool) error {
	for b := range graph.Node(w.n) {
		for a := range w.neighbors[b].All() {
			if w.marks[a][b] != graph.Arrow {
				continue
			}
			for c := range w.neighbors[b].All() {
				if c == a || w.marks[c][b] != graph.Circle || !counts(w.marks[b][c]) || w.marks[a][c] == graph.Arrow {
					continue
				}
				return refuse(NotClosed, "%s and %s, but no arrowhead from %s at %s", w.edge(a, b), w.edge(b, c), w.frame.Name(a), w.frame.Name(c))
			}
		}
	}
	return nil
}

// perfectOrder returns the places of variables in an order in which the o-o links can be directed
// without an unshielded collider, by a maximum cardinality search.
func perfectOrder(s *graph.Series) ([]int, error) {
	n := s.N()
	near := make([]graph.Set, n)
	for _, l := range s.Links() {
		if l.AtX == graph.Circle && l.AtY == graph.Circle {
			near[l.X].Add(l.Y)
			near[l.Y].Add(l.X)
		}
	}
	place, weight := slices.Repeat([]int{-1}, n), make([]int, n)
	for i := range n {
		next := -1
		for v := range n {
			if place[v] < 0 && (next < 0 || weight[v] > weight[next]) {
				next = v
			}
		}
		place[next] = i
		var before []graph.Node
		for u := range near[next].All() {
			if place[u] < 0 {
				weight[u]++
			} else {
				before = append(before, u)
			}
		}
		for _, a := range before {
			for _, b := range before {
				if a < b && !near[a].Has(b) {
					return nil, refuse(NotChordal, "%s(t) o-o %s(t) o-o %s(t) is part of a cycle of o-o links without a chord", s.Name(a), s.Name(graph.Node(next)), s.Name(b))
				}
			}
		}
	}
	return place, nil
}

// member returns the graph with tails for the circles of o->, and o-o edges in the given order. If
// the ts-pag has a member, this is one.
func (w *Window) member(place []int) *graph.Graph {
	names := make([]string, w.n)
	for v := range names {
		names[v] = w.frame.Name(graph.Node(v))
	}
	var edges []graph.Edge
	for u := range graph.Node(w.n) {
		for v := range w.neighbors[u].All() {
			if v < u {
				continue
			}
			e := graph.Edge{X: u, Y: v, AtX: w.marks[v][u], AtY: w.marks[u][v]}
			switch {
			case e.AtX == graph.Circle && e.AtY == graph.Circle:
				e.AtX, e.AtY = graph.Tail, graph.Arrow
				if place[w.frame.Moment(u).Variable] > place[w.frame.Moment(v).Variable] {
					e.AtX, e.AtY = graph.Arrow, graph.Tail
				}
			case e.AtX == graph.Circle:
				e.AtX = opposite(e.AtY)
			case e.AtY == graph.Circle:
				e.AtY = opposite(e.AtX)
			}
			edges = append(edges, e)
		}
	}
	list, err := graph.NewNames(names)
	if err != nil {
		panic(err) // moments have different names
	}
	return graph.MustNew(list, edges)
}

// opposite returns the mark that makes an edge directed.
func opposite(m graph.Mark) graph.Mark {
	if m == graph.Arrow {
		return graph.Tail
	}
	return graph.Arrow
}

// showsColliders returns an error if the member has an unshielded collider whose arrowheads the
// ts-pag does not show.
func (w *Window) showsColliders(member *graph.Graph) error {
	into := func(a, m graph.Node) bool {
		e, one := member.Edge(a, m)
		return one && e.AtY == graph.Arrow
	}
	for m := range graph.Node(w.n) {
		for a := range w.neighbors[m].All() {
			for b := range w.neighbors[m].All() {
				if a >= b || w.neighbors[a].Has(b) || !into(a, m) || !into(b, m) {
					continue
				}
				if w.marks[a][m] != graph.Arrow || w.marks[b][m] != graph.Arrow {
					return refuse(Collider, "%s and %s are a collider in every member, and their marks do not show it", w.edge(a, m), w.edge(b, m))
				}
			}
		}
	}
	return nil
}

// separable returns an error for moments that are not adjacent and that no set separates in any
// member: a walk joins them whose inner nodes are definite colliders and ancestors of the two.
// Common causes before the window count if definite links show them.
func (w *Window) separable(s *graph.Series) error {
	var sure []graph.Link
	for _, l := range s.Links() {
		if l.AtX != graph.Circle && l.AtY != graph.Circle {
			sure = append(sure, l)
		}
	}
	past := make([]graph.Set, w.n)
	causes := newPossible(s.N(), sure)
	for u := range graph.Node(w.n) {
		for v := range u {
			if causes.meet(w.moment(u), w.moment(v)) {
				past[u].Add(v)
				past[v].Add(u)
			}
		}
	}
	for x, y := range w.pairs(w.slices - 1) {
		if x < y && !w.neighbors[x].Has(y) && w.inseparable(x, y, past) {
			return refuse(Inseparable, "no set separates %s and %s, and they are not adjacent", w.frame.Name(x), w.frame.Name(y))
		}
	}
	return nil
}

func (w *Window) inseparable(x, y graph.Node, past []graph.Set) bool {
	if past[x].Has(y) {
		return true
	}
	ancestors := w.ancestors(x, y)
	seen := graph.NewSet(w.n)
	var todo []graph.Node
	visit := func(v graph.Node) {
		if ancestors.Has(v) && !seen.Has(v) {
			seen.Add(v)
			todo = append(todo, v)
		}
	}
	for v := range w.neighbors[x].All() {
		if w.marks[x][v] == graph.Arrow {
			visit(v)
		}
	}
	for v := range past[x].All() {
		visit(v)
	}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if past[m].Has(y) || w.marks[y][m] == graph.Arrow {
			return true
		}
		for v := range w.neighbors[m].All() {
			if w.marks[v][m] == graph.Arrow && w.marks[m][v] == graph.Arrow {
				visit(v)
			}
		}
		for v := range past[m].All() {
			visit(v)
		}
	}
	return false
}

// ancestors returns x, y and their definite ancestors.
func (w *Window) ancestors(x, y graph.Node) graph.Set {
	set := graph.SetOf(x, y)
	for todo := []graph.Node{x, y}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for u := range w.neighbors[v].All() {
			if w.marks[u][v] == graph.Arrow && w.marks[v][u] == graph.Tail && !set.Has(u) {
				set.Add(u)
				todo = append(todo, u)
			}
		}
	}
	return set
}
