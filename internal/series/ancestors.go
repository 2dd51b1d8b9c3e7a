package series

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// ancestors are the ancestors of a moment, by the number of slices that they are earlier. From
// slice begin on, they repeat with a period.
type ancestors struct {
	slices        []graph.Set
	begin, period int
}

// mostSlices bounds the search for a period. It can be as long as the least common multiple of the
// lengths of cycles, which is short unless many cycles differ in length.
const mostSlices = 1 << 16

// newAncestors returns the ancestors of v(t). It finds the period by Brent's algorithm (An improved Monte
// Carlo factorization algorithm, BIT 20:176–184, 1980).
func (m *Model) newAncestors(v graph.Node) (*ancestors, error) {
	p := max(1, m.walk.MaxLag())
	a := new(ancestors)
	saved, power := p-1, 1
	for l := range mostSlices {
		a.slices = append(a.slices, m.slice(v, a.slices))
		if l > saved && slices.EqualFunc(a.slices[l+1-p:], a.slices[saved+1-p:saved+1], slices.Equal[graph.Set]) {
			a.begin, a.period = saved+1-p, l-saved
			return a, nil
		}
		if l-saved == power {
			saved, power = l, 2*power
		}
	}
	return nil, &InfiniteError{fmt.Sprintf("the ancestors of %s may be infinite without a pattern: they do not repeat within %d slices",
		m.walk.MomentName(graph.LaggedNode{Variable: v}), mostSlices)}
}

// slice returns the ancestors of v(t) in the slice before those that are known.
func (m *Model) slice(v graph.Node, known []graph.Set) graph.Set {
	slice := graph.NewSet(m.walk.N())
	if len(known) == 0 {
		slice.Add(v)
	}
	for i := len(m.order) - 1; i >= 0; i-- { // children at the same time come first
		u := m.order[i]
		for _, c := range m.children[u] {
			later := slice
			if c.lag < 0 {
				if -c.lag > len(known) {
					continue
				}
				later = known[len(known)+c.lag]
			}
			if later.Has(c.to) {
				slice.Add(u)
				break
			}
		}
	}
	return slice
}

// has reports whether v is an ancestor if it is lag slices earlier.
func (a *ancestors) has(v graph.Node, lag int) bool {
	if lag >= len(a.slices) {
		lag = a.begin + (lag-a.begin)%a.period
	}
	return lag >= 0 && a.slices[lag].Has(v)
}

// An ancestry keeps the ancestors of variables.
type ancestry struct {
	m  *Model
	of []*ancestors // by variable, nil before it is needed
}

func (a *ancestry) ancestors(v graph.Node) (of *ancestors, err error) {
	if a.of[v] == nil {
		a.of[v], err = a.m.newAncestors(v)
	}
	return a.of[v], err
}

// neighbours returns the lag of the first moment in the districts of x and its children among the
// ancestors of x and y. It is an [*InfiniteError] if there is none.
func (a *ancestry) neighbours(x, y graph.LaggedNode) (lag int, err error) {
	ofX, err := a.ancestors(x.Variable)
	if err != nil {
		return 0, err
	}
	ofY, err := a.ancestors(y.Variable)
	if err != nil {
		return 0, err
	}
	in := momentSet{
		has: func(u step) bool {
			return ofX.has(u.to, u.lag-x.Lag) || ofY.has(u.to, u.lag-y.Lag)
		},
		begin: max(x.Lag+ofX.begin, y.Lag+ofY.begin), period: ofX.period,
	}
	for in.period%ofY.period != 0 {
		in.period += ofX.period
	}
	from := []step{{x.Variable, x.Lag}}
	for _, c := range a.m.children[x.Variable] {
		from = append(from, step{c.to, x.Lag + c.lag})
	}
	visits, links := a.m.district(from, in)
	if links != "" {
		name := a.m.walk.MomentName
		return 0, &InfiniteError{fmt.Sprintf("%s has infinitely many neighbours among the ancestors of %[1]s and %s: %s continues forever",
			name(x), name(y), links)}
	}
	for _, u := range visits {
		lag = max(lag, u.at.lag)
	}
	return lag, nil
}
