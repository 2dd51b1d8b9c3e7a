package series

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// An InfiniteError reports that the sets of a strategy are infinite in a graph, and shows links that
// lead from a moment to an earlier one of the same variable, again and again.
type InfiniteError struct{ why string }

func (e *InfiniteError) Error() string { return e.why }

// A district contains a moment and all moments that bidirected links join to it, directly or one
// after the other. With latent variables, directed links out of a latent moment join as well, since
// it is never given. In the moral graph of an ancestral set, the neighbours of x are the moments in the
// districts, within the set, of x and of its children, and the parents of these moments.
//
// It suffices that a frame contains the neighbours of x. In the moral graph of the ancestors of x and
// y, the projection onto a window joins two moments if and only if a path joins them whose inner
// moments are outside of the window. If the window contains all neighbours of x, then x has the same
// ones in the projection as in the infinite graph, and y reaches the same of them around the
// others: the nearest separator is the same. So is the Markov blanket, if the window contains
// the neighbours of x in the moral graph of the whole graph.
//
// A district of the whole graph is finite unless it contains two moments of the same variable. If it
// does, then it contains a third one, as far from the second as that is from the first, and so on.
// Hence the search for a district ends.
//
// Districts among the ancestors of x and y can be finite even then, since only some moments are
// ancestors. The ancestors of x in one slice depend on those in the p slices after it, in the same
// way for all slices before x. There are finitely many sets of p slices, so from some lag on the
// ancestors repeat with a period. Beyond this lag, let links lead from a moment to one of the same
// variable, with lags that differ by a multiple of the period. They can be
// shifted back by this difference, again and again: the district is infinite. Conversely, an infinite
// district has such links. A link spans at most p slices, so there are paths that stay beyond
// that lag and have more moments than there are variables times slices in a period. Hence this search
// ends as well: with the whole district, or with such links.

// A momentSet is a set of moments that repeats with a period from lag begin on.
type momentSet struct {
	has           func(step) bool
	begin, period int
}

// first returns the first moment, from lag begin on, that is whole periods away from another one.
func (s *momentSet) first(at step) step {
	return step{at.to, s.begin + ((at.lag-s.begin)%s.period+s.period)%s.period}
}

// A visit is a moment of a district.
type visit struct {
	at   step
	from int // the visit before it on a path, or -1
	root int // the first visit of this path that stays from lag begin on, or -1 if it does not
}

// joined returns the moments that links join to v in a district.
func (m *Model) joined(v graph.Node) []step {
	if m.latent.Empty() {
		return m.siblings[v]
	}
	list := slices.Clone(m.siblings[v])
	for _, p := range m.parents[v] {
		if m.latent.Has(p.to) {
			list = append(list, p)
		}
	}
	if m.latent.Has(v) {
		list = append(list, m.children[v]...)
	}
	return list
}

// district returns the moments of a set that links join to the given ones. If they are infinitely many,
// it returns the links that show it instead.
//
// If only latent moments repeat, and they have no measured parents, then none of these is a
// neighbour of x. But links may lead from them to other moments, so the search goes on from all of them
// close to lag begin. This can be more than the district, never less.
func (m *Model) district(from []step, in momentSet) (visits []visit, links string) {
	type repeated struct {
		root  int
		first step
	}
	seen := make(map[step]bool)
	before := make(map[repeated]int)
	latent := make(map[step]bool) // the first of the latent moments that repeat
	near := in.begin + m.walk.MaxLag()
	var add func(at step, from int)
	add = func(at step, from int) {
		if links != "" || seen[at] || !in.has(at) || latent[in.first(at)] && at.lag >= near {
			return
		}
		seen[at] = true
		v := visit{at, from, -1}
		if at.lag >= in.begin {
			v.root = len(visits)
			if from >= 0 && visits[from].root >= 0 {
				v.root = visits[from].root
			}
		}
		visits = append(visits, v)
		key := repeated{v.root, in.first(at)}
		if v.root < 0 || latent[key.first] {
			return
		}
		k, ok := before[key]
		if !ok {
			before[key] = len(visits) - 1
			return
		}
		found := m.onlyLatent(key.first, in)
		if found == nil {
			links = m.drawJoined(visits, k, len(visits)-1)
		}
		for _, first := range found {
			latent[first] = true
		}
		for _, at := range found {
			for ; at.lag < near; at.lag += in.period {
				add(at, -1)
			}
		}
	}
	for _, at := range from {
		add(at, -1)
	}
	for i := 0; i < len(visits) && links == ""; i++ {
		for _, s := range m.joined(visits[i].at.to) {
			add(step{s.to, visits[i].at.lag + s.lag}, i)
		}
	}
	return visits, links
}

// onlyLatent returns the moments that links join to one from lag begin on, moved by whole periods to
// lag begin. There are none if some of them are measured or have measured parents.
func (m *Model) onlyLatent(at step, in momentSet) []step {
	measured := func(p step) bool { return !m.latent.Has(p.to) }
	found := []step{at}
	for i := 0; i < len(found); i++ {
		v := found[i]
		if measured(v) || slices.ContainsFunc(m.parents[v.to], measured) {
			return nil
		}
		for _, s := range m.joined(v.to) {
			if next := in.first(step{s.to, v.lag + s.lag}); in.has(next) && !slices.Contains(found, next) {
				found = append(found, next)
			}
		}
	}
	return found
}

// drawJoined draws the links between two visits of the same root, the later moment first and at t.
func (m *Model) drawJoined(visits []visit, a, b int) string {
	var up, down []step
	for a != b {
		if a > b {
			up = append(up, visits[a].at)
			a = visits[a].from
		} else {
			down = append(down, visits[b].at)
			b = visits[b].from
		}
	}
	slices.Reverse(down)
	path := append(append(up, visits[a].at), down...)
	if path[0].lag > path[len(path)-1].lag {
		slices.Reverse(path)
	}
	var text strings.Builder
	for i, at := range path {
		if i > 0 {
			back := step{at.to, at.lag - path[i-1].lag}
			switch v := path[i-1].to; {
			case slices.Contains(m.siblings[v], back):
				text.WriteString(" <-> ")
			case slices.Contains(m.parents[v], back):
				text.WriteString(" <-- ")
			default:
				text.WriteString(" --> ")
			}
		}
		text.WriteString(m.walk.MomentName(graph.LaggedNode{Variable: at.to, Lag: at.lag - path[0].lag}))
	}
	return text.String()
}

// wholeDistricts returns the number of slices between the first and the last moment of a district of
// the whole graph, at most; and for each variable with infinite districts the links that show it.
func (m *Model) wholeDistricts() (width int, infinite map[graph.Node]string) {
	// Latent variables without measured descendants do not matter.
	todo := m.Measured()
	above := graph.SetOf(todo...)
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range m.parents[v] {
			if !above.Has(p.to) {
				above.Add(p.to)
				todo = append(todo, p.to)
			}
		}
	}
	whole := momentSet{func(at step) bool { return above.Has(at.to) }, math.MinInt / 2, 1}
	infinite = make(map[graph.Node]string)
	var done graph.Set
	for v := range above.All() {
		if done.Has(v) || len(m.joined(v)) == 0 {
			continue
		}
		visits, links := m.district([]step{{v, 0}}, whole)
		if links != "" {
			infinite[v] = links
			continue
		}
		first, last := 0, 0
		for _, u := range visits {
			done.Add(u.at.to)
			first, last = max(first, u.at.lag), min(last, u.at.lag)
		}
		width = max(width, first-last)
	}
	return width, infinite
}

// An extent is a window that contains the sets of all pairs that count.
type extent struct {
	first, last      int   // last only matters for Markov blankets
	nearest, blanket error // why nearest separators and Markov blankets are not defined, or nil
}

// newExtent returns the window that contains the neighbours of x for every pair x, y that counts.
func (c *Comparison) newExtent() *extent {
	m, p := c.guess, c.guess.walk.MaxLag()
	width, infinite := m.wholeDistricts()
	e := &extent{first: c.options.MaxLag + width + p, last: -width - p}
	if len(infinite) == 0 {
		return e
	}
	of := &ancestry{m: m, of: make([]*ancestors, m.walk.N())}
	look := func(x, y graph.LaggedNode) {
		if c.options.Weight(x, y) == 0 {
			return
		}
		x.Variable, y.Variable = c.ofGuess[x.Variable], c.ofGuess[y.Variable]
		links := infinite[x.Variable]
		for _, child := range m.children[x.Variable] {
			links = cmp.Or(links, infinite[child.to])
		}
		if links == "" {
			return
		}
		if e.blanket == nil {
			e.blanket = &InfiniteError{fmt.Sprintf("the Markov blanket of %s is infinite: %s continues forever", m.walk.MomentName(x), links)}
		}
		if e.nearest == nil {
			var lag int
			lag, e.nearest = of.neighbours(x, y)
			e.first = max(e.first, lag+p)
		}
	}
	n := graph.Node(len(c.ofGuess))
	for lag := range c.options.MaxLag + 1 {
		for x := range n {
			for y := range n {
				earlier, later := graph.LaggedNode{Variable: x, Lag: lag}, graph.LaggedNode{Variable: y}
				if lag > 0 || x != y {
					look(earlier, later)
				}
				if lag > 0 {
					look(later, earlier)
				}
			}
		}
	}
	return e
}
