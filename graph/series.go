package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A LaggedNode is a variable of a time series at one time, Lag steps before t. A negative
// lag is after t.
type LaggedNode struct {
	Variable Node
	Lag      int
}

// Shift returns the same variable the given number of steps earlier.
func (m LaggedNode) Shift(steps int) LaggedNode { return LaggedNode{m.Variable, m.Lag + steps} }

// A Link is an edge of a time-series graph between X, Lag steps before t, and Y at t.
// It represents the same edge at every t.
type Link struct {
	X        Node
	Lag      int
	Y        Node
	AtX, AtY Mark
}

// First returns the earlier of the two moments, (X, Lag).
func (l Link) First() LaggedNode { return LaggedNode{l.X, l.Lag} }

// Edge returns the marks of the link, between variables.
func (l Link) Edge() Edge { return Edge{l.X, l.Y, l.AtX, l.AtY} }

// Auto reports whether the link joins a variable with itself.
func (l Link) Auto() bool { return l.X == l.Y }

// forward returns the same link, with the lower variable first if the lag is 0.
func (l Link) forward() Link {
	if l.Lag == 0 && l.X > l.Y {
		return Link{l.Y, 0, l.X, l.AtY, l.AtX}
	}
	return l
}

// A LaggedTriple is a triple of moments with a status, as a [Triple] is one of nodes.
type LaggedTriple struct {
	A, B, C LaggedNode
	Status  Status
}

// A Series is a stationary time-series graph: variables, and links between their moments
// that repeat for every t. It is made by [NewSeries] and never changes.
type Series struct {
	names   *Names
	links   []Link
	triples []LaggedTriple
	maxLag  int
}

// NewSeries returns the time-series graph with the given variables and links. It returns an
// error if two variables have the same name, if a link has a negative lag, is a self-loop or a
// duplicate, if a pair of moments has several links that are not all directed or bidirected, or
// if a triple is not a path of three moments or is a duplicate.
func NewSeries(variables []string, links []Link, triples ...LaggedTriple) (*Series, error) {
	names, err := NewNames(variables)
	if err != nil {
		return nil, err
	}
	return newSeries(names, links, triples...)
}

// newSeries is [NewSeries] for names that several graphs share.
func newSeries(names *Names, links []Link, triples ...LaggedTriple) (*Series, error) {
	s := &Series{names: names, links: make([]Link, len(links)), triples: triples}
	n := names.Len()
	for i, l := range links {
		switch {
		case l.X < 0 || int(l.X) >= n || l.Y < 0 || int(l.Y) >= n:
			return nil, fmt.Errorf("a link joins variable %d and variable %d of a series with %d variables", l.X+1, l.Y+1, n)
		case l.Lag < 0:
			return nil, fmt.Errorf("the link from %s to %s has lag %d, expected 0 or more", s.Name(l.X), s.Name(l.Y), l.Lag)
		case l.Lag == 0 && l.X == l.Y:
			return nil, fmt.Errorf("the link %s joins a moment with itself", s.Draw(l))
		case l.AtX == None || l.AtX > Conflict || l.AtY == None || l.AtY > Conflict:
			return nil, fmt.Errorf("the link between %s and %s at lag %d has an end without a mark", s.Name(l.X), s.Name(l.Y), l.Lag)
		}
		s.links[i] = l.forward()
		s.maxLag = max(s.maxLag, l.Lag)
	}
	for _, t := range triples {
		for _, m := range []LaggedNode{t.A, t.B, t.C} {
			if m.Variable < 0 || int(m.Variable) >= n {
				return nil, fmt.Errorf("a triple names variable %d of a series with %d variables", m.Variable+1, n)
			}
		}
	}
	slices.SortFunc(s.links, compareLinks)
	for i := 1; i < len(s.links); i++ {
		k, l := s.links[i-1], s.links[i]
		switch {
		case k.X != l.X || k.Lag != l.Lag || k.Y != l.Y:
		case k == l:
			return nil, fmt.Errorf("duplicate link %s", s.Draw(l))
		case !k.Edge().MayBeParallel() || !l.Edge().MayBeParallel():
			return nil, fmt.Errorf("the link %s cannot be combined with %s", s.Draw(k), s.Draw(l))
		}
	}
	seen := make(map[LaggedTriple]bool, len(triples))
	for _, t := range triples {
		names := fmt.Sprintf("%s, %s, %s", s.MomentName(t.A), s.MomentName(t.B), s.MomentName(t.C))
		switch {
		case t.A == t.C || !s.Adjacent(t.A, t.B) || !s.Adjacent(t.B, t.C):
			return nil, fmt.Errorf("the triple %s is not a path of the graph", names)
		case seen[t] || seen[LaggedTriple{t.C, t.B, t.A, t.Status}]:
			return nil, fmt.Errorf("duplicate triple %s", names)
		}
		seen[t] = true
	}
	return s, nil
}

// MustSeries is [NewSeries] for shared names and links that are known to form a graph. It panics on an
// error.
func MustSeries(names *Names, links []Link, triples ...LaggedTriple) *Series {
	s, err := newSeries(names, links, triples...)
	if err != nil {
		panic(err)
	}
	return s
}

// compareLinks orders links by Y, lag, X and marks.
func compareLinks(k, l Link) int {
	return cmp.Or(cmp.Compare(k.Y, l.Y), cmp.Compare(k.Lag, l.Lag), cmp.Compare(k.X, l.X),
		cmp.Compare(k.AtX, l.AtX), cmp.Compare(k.AtY, l.AtY))
}

// N returns the number of variables.
func (s *Series) N() int { return s.names.Len() }

// M returns the number of links.
func (s *Series) M() int { return len(s.links) }

// MaxLag returns the largest lag of a link.
func (s *Series) MaxLag() int { return s.maxLag }

// Names returns the names of the variables.
func (s *Series) Names() *Names { return s.names }

// Name returns the name of a variable.
func (s *Series) Name(v Node) string { return s.names.list[v] }

// Links returns the links by Y, lag and X. At lag 0 the lower variable is X.
func (s *Series) Links() []Link { return s.links }

// Between returns the links between X, lag steps before, and Y, read from X.
func (s *Series) Between(x Node, lag int, y Node) []Link {
	want := Link{X: x, Lag: lag, Y: y}.forward()
	i, _ := slices.BinarySearchFunc(s.links, want, compareLinks)
	j := i
	for j < len(s.links) && s.links[j].X == want.X && s.links[j].Lag == lag && s.links[j].Y == want.Y {
		j++
	}
	found := s.links[i:j:j]
	if want.X == x {
		return found
	}
	read := make([]Link, len(found))
	for k, l := range found {
		read[k] = Link{x, 0, y, l.AtY, l.AtX}
	}
	return read
}

// Adjacent reports whether a link joins two moments.
func (s *Series) Adjacent(x, y LaggedNode) bool {
	if x.Lag < y.Lag {
		x, y = y, x
	}
	return len(s.Between(x.Variable, x.Lag-y.Lag, y.Variable)) > 0
}

// Lag0 returns the contemporaneous part of the graph, over its variables.
func (s *Series) Lag0() *Graph {
	var edges []Edge
	for _, l := range s.links {
		if l.Lag == 0 {
			edges = append(edges, l.Edge())
		}
	}
	var triples []Triple
	for _, t := range s.triples {
		if t.A.Lag == 0 && t.B.Lag == 0 && t.C.Lag == 0 {
			triples = append(triples, Triple{A: t.A.Variable, B: t.B.Variable, C: t.C.Variable, Status: t.Status})
		}
	}
	return MustNew(s.names, edges, triples...)
}

// Summary returns the summary graph: the variables, and the edges of all links between two of them, without lags.
// Links of a variable with itself are left out. It returns an error if links between two variables differ and are
// not all directed or bidirected.
func (s *Series) Summary() (*Graph, error) {
	last := make(map[[2]Node]Link)
	seen := make(map[Edge]bool)
	var edges []Edge
	for _, l := range s.links {
		if l.Auto() {
			continue
		}
		e := l.Edge().Canonical()
		if seen[e] {
			continue
		}
		pair := [2]Node{e.X, e.Y}
		k, several := last[pair]
		if several && !(k.Edge().MayBeParallel() && e.MayBeParallel()) {
			return nil, fmt.Errorf("%s and %s differ", s.Draw(k), s.Draw(l))
		}
		last[pair], seen[e] = l, true
		edges = append(edges, e)
	}
	return NewWithNames(s.names, edges)
}

// Triples returns the triples with a status.
func (s *Series) Triples() []LaggedTriple { return s.triples }

// With returns the time-series graph with the variables of s and the given links.
func (s *Series) With(links []Link) *Series { return MustSeries(s.names, links) }

// EqualByIndex reports whether s and r have the same links, ignoring the names.
func (s *Series) EqualByIndex(r *Series) bool {
	return s.N() == r.N() && slices.Equal(s.links, r.links)
}

// Equal reports whether s and r have the same variables, by name, and the same links
// between them.
func (s *Series) Equal(r *Series) bool {
	r, err := r.Align(s.names)
	return err == nil && s.EqualByIndex(r)
}

// Align returns s with its variables in the order of names, matched by name, or a
// [*NodesError] if s does not have exactly these variables.
func (s *Series) Align(names *Names) (*Series, error) {
	if s.names == names {
		return s, nil
	}
	// Aligning a graph without edges yields the place of each variable.
	place := make([]Node, s.N())
	if _, err := MustNew(s.names, nil).Align(names); err != nil {
		return nil, err
	}
	for v, name := range s.names.list {
		place[v], _ = names.Node(name)
	}
	links := slices.Clone(s.links)
	for i, l := range links {
		links[i].X, links[i].Y = place[l.X], place[l.Y]
	}
	triples := slices.Clone(s.triples)
	for i := range triples {
		for _, m := range []*LaggedNode{&triples[i].A, &triples[i].B, &triples[i].C} {
			m.Variable = place[m.Variable]
		}
	}
	return newSeries(names, links, triples...)
}

// ParseMoment splits X(t), X(t-1) or X(t+1) into variable and lag.
func ParseMoment(name string) (variable string, lag int, ok bool) {
	i := strings.LastIndex(name, "(t")
	if i < 0 || !strings.HasSuffix(name, ")") {
		return "", 0, false
	}
	digits := name[i+2 : len(name)-1]
	if digits == "" {
		return name[:i], 0, true
	}
	const most = 9 // digits
	if sign := digits[0]; sign != '-' && sign != '+' || len(digits) < 2 || len(digits) > 1+most || digits[1] == '0' {
		return "", 0, false
	}
	lag, err := strconv.Atoi(digits)
	return name[:i], -lag, err == nil
}

// Induced returns the graph of the given variables, in this order, with the links among
// them.
func (s *Series) Induced(variables []Node) *Series {
	names, place := s.names.induced(variables)
	var links []Link
	for _, l := range s.links {
		if l.X, l.Y = place[l.X], place[l.Y]; l.X != gone && l.Y != gone {
			links = append(links, l)
		}
	}
	return MustSeries(names, links)
}

// MomentName returns X(t), X(t-1) or X(t+1).
func (s *Series) MomentName(m LaggedNode) string { return m.Name(s.Name(m.Variable)) }

// Name returns X(t), X(t-1) or X(t+1) if the variable is named X. [ParseMoment] reads it.
func (m LaggedNode) Name(variable string) string {
	switch {
	case m.Lag == 0:
		return variable + "(t)"
	case m.Lag < 0:
		return variable + "(t+" + strconv.Itoa(-m.Lag) + ")"
	}
	return variable + "(t-" + strconv.Itoa(m.Lag) + ")"
}

// Draw draws a link: X(t-1) --> Y(t).
func (s *Series) Draw(l Link) string {
	return fmt.Sprintf("%s %s %s", s.MomentName(l.First()), l.Edge().Arrow(), s.MomentName(LaggedNode{Variable: l.Y}))
}

// String draws the graph on one line: "X(t-1) --> Y(t); Y(t) --- Z(t)". Variables
// without a link come last.
func (s *Series) String() string {
	linked := NewSet(s.N())
	parts := make([]string, 0, len(s.links))
	for _, l := range s.links {
		linked.Add(l.X)
		linked.Add(l.Y)
		parts = append(parts, s.Draw(l))
	}
	for v := range AllNodes(s.N()).Minus(linked).All() {
		parts = append(parts, s.Name(v))
	}
	return strings.Join(parts, "; ")
}
