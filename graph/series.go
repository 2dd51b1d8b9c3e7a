package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Moment is a variable of a time series at one time, Lag steps before t. A negative
// lag is after t.
type Moment struct {
	Variable Node
	Lag      int
}

// Shift returns the moment that is so many steps earlier.
func (m Moment) Shift(steps int) Moment { return Moment{m.Variable, m.Lag + steps} }

// A Link is an edge of a time-series graph between X, Lag steps before t, and Y at t.
// It stands for the same edge at all other times.
type Link struct {
	X        Node
	Lag      int
	Y        Node
	AtX, AtY Mark
}

// Edge returns the marks of the link, between variables.
func (l Link) Edge() Edge { return Edge{l.X, l.Y, l.AtX, l.AtY} }

// Auto reports whether the link joins a variable with itself.
func (l Link) Auto() bool { return l.X == l.Y }

// forward returns the same link with the lower variable first, where lag 0 leaves a
// choice.
func (l Link) forward() Link {
	if l.Lag == 0 && l.X > l.Y {
		return Link{l.Y, 0, l.X, l.AtY, l.AtX}
	}
	return l
}

// A Series is a stationary time-series graph: variables, and links between their moments
// that repeat for every t. It is made by [NewSeries] and never changes.
type Series struct {
	names  *Names
	links  []Link
	maxLag int
}

// NewSeries returns the time-series graph with the given variables and links. It is an
// error if two variables have the same name, a link has a negative lag, joins a moment
// with itself, occurs twice, or is a line, circle or conflict beside another link
// of its moments.
func NewSeries(variables []string, links []Link) (*Series, error) {
	names, err := NewNames(variables)
	if err != nil {
		return nil, err
	}
	return SeriesOn(names, links)
}

// SeriesOn is [NewSeries] for names that several graphs share.
func SeriesOn(names *Names, links []Link) (*Series, error) {
	s := &Series{names: names, links: make([]Link, len(links))}
	n := names.Len()
	for i, l := range links {
		switch {
		case l.X < 0 || int(l.X) >= n || l.Y < 0 || int(l.Y) >= n:
			return nil, fmt.Errorf("graph: a link joins variable %d and variable %d of a series with %d variables", l.X+1, l.Y+1, n)
		case l.Lag < 0:
			return nil, fmt.Errorf("graph: the link from %s to %s has lag %d, expected 0 or more", s.Name(l.X), s.Name(l.Y), l.Lag)
		case l.Lag == 0 && l.X == l.Y:
			return nil, fmt.Errorf("graph: the link %s joins a moment with itself", s.Draw(l))
		case l.AtX == None || l.AtX > Conflict || l.AtY == None || l.AtY > Conflict:
			return nil, fmt.Errorf("graph: the link between %s and %s at lag %d has an end without a mark", s.Name(l.X), s.Name(l.Y), l.Lag)
		}
		s.links[i] = l.forward()
		s.maxLag = max(s.maxLag, l.Lag)
	}
	slices.SortFunc(s.links, compareLinks)
	for i := 1; i < len(s.links); i++ {
		k, l := s.links[i-1], s.links[i]
		switch {
		case k.X != l.X || k.Lag != l.Lag || k.Y != l.Y:
		case k == l:
			return nil, fmt.Errorf("graph: duplicate link %s", s.Draw(l))
		case !k.Edge().Shares() || !l.Edge().Shares():
			return nil, fmt.Errorf("graph: the link %s stands beside %s", s.Draw(k), s.Draw(l))
		}
	}
	return s, nil
}

// MustSeries is [SeriesOn] for links that are known to make a graph; it panics where
// they do not.
func MustSeries(names *Names, links []Link) *Series {
	s, err := SeriesOn(names, links)
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
func (s *Series) Adjacent(x, y Moment) bool {
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
	return Must(s.names, edges)
}

// With returns the time-series graph with the variables of s and the given links.
func (s *Series) With(links []Link) *Series { return MustSeries(s.names, links) }

// Same reports whether s and r have the same links, whatever the names.
func (s *Series) Same(r *Series) bool { return s.N() == r.N() && slices.Equal(s.links, r.links) }

// Equal reports whether s and r have the same variables, by name, and the same links
// between them.
func (s *Series) Equal(r *Series) bool {
	r, err := AlignSeries(s.names, r)
	return err == nil && s.Same(r)
}

// AlignSeries returns r with its variables in the order of names, matched by name, or a
// [*NodesError] where r does not have just these variables.
func AlignSeries(names *Names, r *Series) (*Series, error) {
	if r.names == names {
		return r, nil
	}
	// A graph without edges finds out where each variable goes.
	place := make([]Node, r.N())
	if _, err := Align(names, Must(r.names, nil)); err != nil {
		return nil, err
	}
	for v, name := range r.names.list {
		place[v], _ = names.Node(name)
	}
	links := slices.Clone(r.links)
	for i, l := range links {
		links[i].X, links[i].Y = place[l.X], place[l.Y]
	}
	return MustSeries(names, links), nil
}

// Keep returns the graph of the given variables, in this order, with the links among
// them.
func (s *Series) Keep(variables []Node) *Series {
	const gone = -1
	place := make([]Node, s.N())
	for v := range place {
		place[v] = gone
	}
	list := make([]string, len(variables))
	for i, v := range variables {
		place[v] = Node(i)
		list[i] = s.Name(v)
	}
	var links []Link
	for _, l := range s.links {
		if l.X, l.Y = place[l.X], place[l.Y]; l.X != gone && l.Y != gone {
			links = append(links, l)
		}
	}
	return MustSeries(&Names{list: list}, links)
}

// MomentName returns X(t), X(t-1) or X(t+1).
func (s *Series) MomentName(m Moment) string { return momentName(s.Name(m.Variable), m.Lag) }

func momentName(variable string, lag int) string {
	switch {
	case lag == 0:
		return variable + "(t)"
	case lag < 0:
		return variable + "(t+" + strconv.Itoa(-lag) + ")"
	}
	return variable + "(t-" + strconv.Itoa(lag) + ")"
}

// Draw draws a link: X(t-1) --> Y(t).
func (s *Series) Draw(l Link) string {
	return fmt.Sprintf("%s %s %s", momentName(s.Name(l.X), l.Lag), l.Edge().Arrow(), momentName(s.Name(l.Y), 0))
}

// String draws the graph on one line: "X(t-1) --> Y(t); Y(t) --- Z(t)". Variables
// without a link stand at the end.
func (s *Series) String() string {
	linked := NewSet(s.N())
	parts := make([]string, 0, len(s.links))
	for _, l := range s.links {
		linked.Add(l.X)
		linked.Add(l.Y)
		parts = append(parts, s.Draw(l))
	}
	for v := range Full(s.N()).Minus(linked).All() {
		parts = append(parts, s.Name(v))
	}
	return strings.Join(parts, "; ")
}
