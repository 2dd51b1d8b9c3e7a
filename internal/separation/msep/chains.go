package msep

import "github.com/sepdist/sepdist/graph"

// Chains lays out a DAG or a CPDAG as drawn. The nodes of a chain component, which are connected by undirected
// edges, are next to each other, and every directed edge points to a later component. Within a component, the
// earlier neighbours of a node are adjacent to each other (Tarjan and Yannakakis, Simple linear-time
// algorithms to test chordality of graphs, SIAM J. Comput. 13:566–579). So on an undirected path without a
// chord no node is later than both its neighbours: it leads down the order and then up.
func Chains(g *graph.Graph) *Plan {
	for v := range graph.Node(g.N()) {
		if len(g.UndirectedNeighbors(v)) > 0 {
			order, chain := chainOrder(g)
			p := newPlan(g, g.N(), order)
			p.chain = chain
			return p
		}
	}
	return NewPlan(g, g.N())
}

// chainOrder returns the nodes in the order of [Chains], and for each position where its component ends.
func chainOrder(g *graph.Graph) (order []graph.Node, chain []int32) {
	n := g.N()
	components := componentsOf(n, g.UndirectedNeighbors)
	missing := make([]int32, components.count) // directed edges from components without a place
	for v := range graph.Node(n) {
		missing[components.of[v]] += int32(len(g.Parents(v)))
	}
	var ready []int32
	for c, m := range missing {
		if m == 0 {
			ready = append(ready, int32(c))
		}
	}
	order = make([]graph.Node, 0, n)
	chain = make([]int32, 0, n)
	search := newCardinality(n)
	for i := 0; i < len(ready); i++ {
		first := len(order)
		order = search.order(order, components.members(ready[i]), g.UndirectedNeighbors)
		for _, v := range order[first:] {
			chain = append(chain, int32(len(order)))
			for _, c := range g.Children(v) {
				k := components.of[c]
				if missing[k]--; missing[k] == 0 {
					ready = append(ready, k)
				}
			}
		}
	}
	if len(order) < n {
		panic("msep: arrows and lines run in a circle")
	}
	return order, chain
}

// components are the connected components of a graph.
type components struct {
	of    []int32 // by node
	list  []graph.Node
	at    []int32 // where in list each starts
	count int
}

func (c *components) members(i int32) []graph.Node { return c.list[c.at[i]:c.at[i+1]] }

// componentsOf returns the components of n nodes that near connects, ordered by their first node.
func componentsOf(n int, near func(graph.Node) []graph.Node) *components {
	c := &components{of: make([]int32, n), list: make([]graph.Node, 0, n), at: []int32{0}}
	for v := range c.of {
		c.of[v] = -1
	}
	for v := range graph.Node(n) {
		if c.of[v] >= 0 {
			continue
		}
		c.of[v] = int32(c.count)
		c.list = append(c.list, v)
		for i := int(c.at[c.count]); i < len(c.list); i++ {
			for _, u := range near(c.list[i]) {
				if c.of[u] < 0 {
					c.of[u] = int32(c.count)
					c.list = append(c.list, u)
				}
			}
		}
		c.count++
		c.at = append(c.at, int32(len(c.list)))
	}
	return c
}

// A cardinality search visits next a node with the most visited neighbours.
type cardinality struct {
	seen    []int32        // visited neighbours; -1 for visited nodes
	buckets [][]graph.Node // nodes by what seen was when they were put there
}

func newCardinality(n int) *cardinality { return &cardinality{seen: make([]int32, n)} }

// order appends the given nodes, a component, as they are visited.
func (c *cardinality) order(order, nodes []graph.Node, near func(graph.Node) []graph.Node) []graph.Node {
	if len(nodes) == 1 {
		return append(order, nodes[0])
	}
	c.put(nodes[0], 0)
	for top := 0; top >= 0; {
		bucket := c.buckets[top]
		if len(bucket) == 0 {
			top--
			continue
		}
		v := bucket[len(bucket)-1]
		c.buckets[top] = bucket[:len(bucket)-1]
		if int(c.seen[v]) != top {
			continue // it has moved up or was visited
		}
		c.seen[v] = -1
		order = append(order, v)
		for _, u := range near(v) {
			if c.seen[u] >= 0 {
				c.seen[u]++
				c.put(u, int(c.seen[u]))
				top = max(top, int(c.seen[u]))
			}
		}
	}
	return order
}

func (c *cardinality) put(v graph.Node, bucket int) {
	for len(c.buckets) <= bucket {
		c.buckets = append(c.buckets, nil)
	}
	c.buckets[bucket] = append(c.buckets[bucket], v)
}
