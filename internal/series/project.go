package series

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A Window is the slices from lag First, the earliest, to lag Last.
type Window struct{ First, Last int }

// windowOf returns the smallest window with the given moments.
func windowOf(x, y graph.LaggedNode, set []graph.LaggedNode) Window {
	w := Window{max(x.Lag, y.Lag), min(x.Lag, y.Lag)}
	for _, z := range set {
		w = Window{max(w.First, z.Lag), min(w.Last, z.Lag)}
	}
	return w
}

// Slices returns the number of slices.
func (w Window) Slices() int { return w.First - w.Last + 1 }

// Has reports whether a moment is in the window.
func (w Window) Has(m graph.LaggedNode) bool { return w.Last <= m.Lag && m.Lag <= w.First }

// A Projection is a finite graph over the measured moments of a window that has the
// separations of the infinite graph. It is read only.
type Projection struct {
	Window
	// Graph is an ADMG:
	//
	//	u --> v  a directed path whose inner moments are hidden
	//	u <-> v  two directed paths over hidden moments, from one of them or from two
	//	         that a bidirected link joins, to u and to v; or such a link itself
	//
	// Hidden are all moments before the window and those of latent variables. The nodes
	// are sorted by lag, and then by variable. They are named as in [graph.Series.MomentName].
	Graph *graph.Graph

	measured []graph.Node // variables, by place
	place    []int32      // of each variable; -1 where it is latent
}

// maxBytes bounds the memory that a projection takes while it is made.
const maxBytes = 4 << 30

// Project returns the graph that has the separations of the infinite graph among the
// measured moments of a window. It is an error if it would not fit into memory.
func (m *Model) Project(w Window) (*Projection, error) { return m.project(w, m.Measured()) }

// project is Project with the measured variables in the given order.
func (m *Model) project(w Window, measured []graph.Node) (*Projection, error) {
	if w.Slices() < 1 {
		return nil, fmt.Errorf("a window from lag %d to lag %d has no slices, expected at least one", w.First, w.Last)
	}
	if err := m.fits(w); err != nil {
		return nil, err
	}
	p := &Projection{Window: w, measured: measured, place: slices.Repeat([]int32{-1}, m.walk.N())}
	for i, v := range measured {
		p.place[v] = int32(i)
	}
	edges := append(p.directed(m), p.bidirected(m)...)
	names, err := graph.NewNames(p.names(m.walk))
	if err != nil {
		return nil, err
	}
	p.Graph = graph.MustNew(names, edges)
	return p, nil
}

// fits returns an error if the projection would not fit into memory.
func (m *Model) fits(w Window) error {
	n, lag, slices := float64(m.walk.N()), float64(m.walk.MaxLag()), float64(w.Slices())
	active := n * (lag + min(slices, lag)) // moments with a row
	for v := range m.siblings {
		if m.latent.Has(graph.Node(v)) || len(m.siblings[v]) > 0 {
			active += slices
		}
	}
	if m.latent.Len() > 0 {
		active = n * (lag + slices)
	}
	if bytes := active*active/8 + n*n*(lag+1) + 64*n*(lag+slices) + 24*float64(m.walk.M())*slices; bytes > maxBytes {
		return fmt.Errorf("the projection of %d variables with lags up to %d onto %d slices takes %.0f GB of memory, at most %d GB are allowed; use a smaller window or fewer variables",
			m.walk.N(), m.walk.MaxLag(), w.Slices(), bytes/(1<<30), maxBytes>>30)
	}
	return nil
}

func (p *Projection) names(s *graph.Series) []string {
	list := make([]string, 0, p.Slices()*len(p.measured))
	for lag := p.Last; lag <= p.First; lag++ {
		for _, v := range p.measured {
			list = append(list, s.MomentName(graph.LaggedNode{Variable: v, Lag: lag}))
		}
	}
	return list
}

// Node returns the node of a measured moment of the window.
func (p *Projection) Node(m graph.LaggedNode) (graph.Node, bool) {
	if m.Variable < 0 || int(m.Variable) >= len(p.place) || p.place[m.Variable] < 0 || !p.Has(m) {
		return -1, false
	}
	return p.node(m), true
}

func (p *Projection) node(m graph.LaggedNode) graph.Node {
	return graph.Node((m.Lag-p.Last)*len(p.measured)) + graph.Node(p.place[m.Variable])
}

// Moment returns the moment of a node.
func (p *Projection) Moment(v graph.Node) graph.LaggedNode {
	k := len(p.measured)
	return graph.LaggedNode{Variable: p.measured[int(v)%k], Lag: p.Last + int(v)/k}
}

// directed returns the directed edges. They are the same in all slices of the window.
func (p *Projection) directed(m *Model) []graph.Edge {
	edges := make([]graph.Edge, 0, m.walk.M()*p.Slices())
	latent := m.latent.Len() > 0
	var todo []step
	seen := make(map[step]bool)
	for _, v := range p.measured {
		clear(seen)
		todo = append(todo[:0], step{v, 0})
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, up := range m.parents[at.to] {
				u := step{up.to, at.lag + up.lag}
				if u.lag >= p.Slices() || seen[u] {
					continue
				}
				if latent { // without latent variables there is one way only
					seen[u] = true
				}
				if p.place[u.to] < 0 {
					todo = append(todo, u)
					continue
				}
				for lag := p.Last; lag+u.lag <= p.First; lag++ {
					edges = append(edges, graph.Directed(p.node(graph.LaggedNode{Variable: u.to, Lag: lag + u.lag}), p.node(graph.LaggedNode{Variable: v, Lag: lag})))
				}
			}
		}
	}
	return edges
}

// bidirected returns the bidirected edges.
func (p *Projection) bidirected(m *Model) []graph.Edge {
	t := newTreks(m, p.Window)
	var edges []graph.Edge
	for i, v := range t.moments {
		if t.hidden(v) {
			continue
		}
		node := p.node(t.moment(v))
		for k, word := range t.row(i)[:i/64+1] {
			for word &= t.measured[k]; word != 0; word &= word - 1 {
				if j := 64*k + bits.TrailingZeros64(word); j < i {
					edges = append(edges, graph.Bidirected(p.node(t.moment(t.moments[j])), node))
				}
			}
		}
	}
	return edges
}

// Separated reports whether a set separates two moments in the infinite graph. It is an
// error if one of them is not a measured moment of the window, or if the set has x or y.
func (p *Projection) Separated(x, y graph.LaggedNode, set []graph.LaggedNode) (bool, error) {
	nodes := make([]graph.Node, 0, 2+len(set))
	for _, m := range append([]graph.LaggedNode{x, y}, set...) {
		v, ok := p.Node(m)
		if !ok {
			return false, fmt.Errorf("variable %d at lag %d is not a measured moment of the window from lag %d to lag %d", m.Variable+1, m.Lag, p.First, p.Last)
		}
		nodes = append(nodes, v)
	}
	given := graph.SetOf(nodes[2:]...)
	switch {
	case x == y:
		return false, fmt.Errorf("%s is not separated from itself: expected two moments", p.Graph.Name(nodes[0]))
	case given.Has(nodes[0]) || given.Has(nodes[1]):
		return false, fmt.Errorf("the set has one of the moments %s and %s that it should separate", p.Graph.Name(nodes[0]), p.Graph.Name(nodes[1]))
	}
	return msep.New(p.Graph).Separated(nodes[0], nodes[1], given), nil
}

// Separated reports whether a set separates two moments in the infinite graph.
func (m *Model) Separated(x, y graph.LaggedNode, set []graph.LaggedNode) (bool, error) {
	p, err := m.Project(windowOf(x, y, set))
	if err != nil {
		return false, err
	}
	return p.Separated(x, y, set)
}
