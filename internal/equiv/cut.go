package equiv

import "github.com/sepdist/sepdist/graph"

// A cutter tells how many nodes it takes to separate two nodes.
//
// A least separator of x and y lies among the nodes anterior to them, and there it is a
// cut of nodes in the moral graph, which joins all pairs with a path between them on which
// every inner node is a collider. Those are the pairs inside D ∪ pa(D), for each
// district D; so the cutter keeps a hub for each district in place of the pairs, and
// has no more than n+m edges. It sends one unit of flow after the other from x to y, each
// through nodes that have not been used up.
type cutter struct {
	g *graph.Graph
	// The network. Node v is a pair of places: 2v to come in, 2v+1 to go out; the hubs
	// follow.
	at   []int32 // first arc of each place, or none
	arcs []arc
	hub  []int32 // of the district of each node; none outside of the network
	hubs int
	// The search: the arc by which each place was reached, or none.
	by    []int32
	queue []int32
}

// An arc leads to a place as long as it has room. Its reverse is the arc with the other
// last bit.
type arc struct {
	to   int32
	next int32 // arc from the same place
	room int32
}

const plenty = 1 << 30

func newCutter(g *graph.Graph) *cutter {
	n := g.N()
	c := &cutter{g: g, at: make([]int32, 3*n), by: make([]int32, 3*n), hub: make([]int32, n)}
	return c
}

// separable reports whether some set of at most k nodes separates x and y.
func (c *cutter) separable(x, y graph.Node, k int) bool {
	c.build(x, y)
	for range k + 1 {
		if !c.augment(x, y) {
			return true
		}
	}
	return false
}

// build lays out the network for x and y.
func (c *cutter) build(x, y graph.Node) {
	c.arcs, c.hubs = c.arcs[:0], 0
	for i := range c.at {
		c.at[i] = none
	}
	for v := range c.hub {
		c.hub[v] = none
	}
	within := c.g.Anterior(graph.SetOf(x, y))
	for v := range within.All() {
		room := int32(1)
		if v == x || v == y {
			room = plenty
		}
		c.join(in(v), out(v), room)
		for _, u := range c.g.Lines(v) {
			c.join(out(v), in(u), plenty)
		}
		if c.hub[v] == none {
			c.spread(v, within)
		}
	}
	for v := range within.All() {
		c.attach(v, c.hub[v])
		for _, p := range c.g.Parents(v) {
			c.attach(p, c.hub[v])
		}
	}
}

func in(v graph.Node) int32  { return 2 * int32(v) }
func out(v graph.Node) int32 { return 2*int32(v) + 1 }

// spread gives the district of v a hub.
func (c *cutter) spread(v graph.Node, within graph.Set) {
	hub := int32(2*c.g.N() + c.hubs)
	c.hubs++
	c.hub[v] = hub
	todo := []graph.Node{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range c.g.Siblings(v) {
			if within.Has(u) && c.hub[u] == none {
				c.hub[u] = hub
				todo = append(todo, u)
			}
		}
	}
}

func (c *cutter) attach(v graph.Node, hub int32) {
	c.join(out(v), hub, plenty)
	c.join(hub, in(v), plenty)
}

// join adds an arc and its reverse, which has no room yet.
func (c *cutter) join(from, to, room int32) {
	c.arcs = append(c.arcs, arc{to, c.at[from], room}, arc{from, c.at[to], 0})
	c.at[from], c.at[to] = int32(len(c.arcs)-2), int32(len(c.arcs)-1)
}

// augment sends one more unit of flow from x to y, and reports whether it could.
func (c *cutter) augment(x, y graph.Node) bool {
	for i := range c.by {
		c.by[i] = none
	}
	source, sink := out(x), in(y)
	c.queue = append(c.queue[:0], source)
	for i := 0; i < len(c.queue) && c.by[sink] == none; i++ {
		for a := c.at[c.queue[i]]; a != none; a = c.arcs[a].next {
			to := c.arcs[a].to
			if c.arcs[a].room > 0 && c.by[to] == none {
				c.by[to] = a
				c.queue = append(c.queue, to)
			}
		}
	}
	if c.by[sink] == none {
		return false
	}
	for place := sink; place != source; {
		a := c.by[place]
		c.arcs[a].room--
		c.arcs[a^1].room++
		place = c.arcs[a^1].to
	}
	return true
}
