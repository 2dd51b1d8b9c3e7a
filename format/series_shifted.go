package format

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
)

// atTimeT returns the edges of a graph of moments as links that end at time t. Those
// that end earlier must repeat one of them; they are counted.
func atTimeT(g *graph.Graph, at []Moment) (links []Link, copies int, err error) {
	shifted := func(e graph.Edge) (l Link, by int) {
		l = Link{at[e.X], at[e.Y], e.AtX, e.AtY}
		if l.X.Variable > l.Y.Variable || l.X.Variable == l.Y.Variable && l.X.Lag < l.Y.Lag {
			l = Link{l.Y, l.X, l.AtY, l.AtX}
		}
		by = min(l.X.Lag, l.Y.Lag)
		l.X.Lag -= by
		l.Y.Lag -= by
		return l, by
	}
	now := make(map[Link]bool)
	for e := range g.Edges() {
		if l, by := shifted(e); by == 0 {
			now[l] = true
			links = append(links, l)
		}
	}
	for e := range g.Edges() {
		if l, by := shifted(e); by > 0 && !now[l] {
			return nil, 0, fmt.Errorf("%s %s %s does not end at time t and repeats no edge that does", shown(g.Name(e.X)), e.Arrow(), shown(g.Name(e.Y)))
		} else if by > 0 {
			copies++
		}
	}
	return links, copies, nil
}

// unseenLag reports whether no node of the graph is at the largest lag.
func (s *Series) unseenLag() bool {
	for _, m := range s.At {
		if m.Lag == s.MaxLag {
			return false
		}
	}
	return len(s.Variables) > 0
}
