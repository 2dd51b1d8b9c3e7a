package graph

import "slices"

// closure returns the nodes that can be reached from the given set along the lists of next,
// including the set itself.
func (g *Graph) closure(from Set, next ...func(Node) []Node) Set {
	seen := NewSet(g.N())
	copy(seen, from)
	todo := from.Nodes()
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, list := range next {
			for _, u := range list(v) {
				if !seen.Has(u) {
					seen.Add(u)
					todo = append(todo, u)
				}
			}
		}
	}
	return seen
}

// Ancestors returns the given nodes and all nodes with a directed path to one of them.
func (g *Graph) Ancestors(of Set) Set { return g.closure(of, g.Parents) }

// Descendants returns the given nodes and all nodes that they have a directed path to.
func (g *Graph) Descendants(of Set) Set { return g.closure(of, g.Children) }

// Anterior returns the given nodes and all nodes with a path of directed and undirected edges
// to one of them. Without undirected edges these are the ancestors.
func (g *Graph) Anterior(of Set) Set { return g.closure(of, g.Parents, g.UndirectedNeighbors) }

// Order returns a topological order of the nodes, with sources in ascending order; or, if there
// is none, a directed cycle: each of its nodes has a directed edge to the next, and the last to
// the first. The slices are cached and must not be changed.
func (g *Graph) Order() (order, cycle []Node) {
	o := g.order.Load()
	if o == nil {
		o = new(ordering)
		o.order, o.cycle = g.findOrder()
		g.order.Store(o)
	}
	return o.order, o.cycle
}

// An ordering is what [Graph.Order] returns.
type ordering struct{ order, cycle []Node }

func (g *Graph) findOrder() (order, cycle []Node) {
	n := g.N()
	var room [64]int32 // for small graphs
	missing := room[:] // number of parents without a place in the order
	if n > len(room) {
		missing = make([]int32, n)
	}
	order = make([]Node, 0, n)
	for v := range Node(n) {
		missing[v] = int32(len(g.Parents(v)))
		if missing[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, c := range g.Children(order[i]) {
			if missing[c]--; missing[c] == 0 {
				order = append(order, c)
			}
		}
	}
	if len(order) == n {
		return order, nil
	}
	return nil, g.cycleAmong(func(v Node) bool { return missing[v] > 0 })
}

// cycleAmong returns a directed cycle among the nodes that are left. Each of them must have a
// parent that is left.
func (g *Graph) cycleAmong(left func(Node) bool) []Node {
	v := Node(0)
	for !left(v) {
		v++
	}
	place := make(map[Node]int)
	var walk []Node
	for {
		if at, again := place[v]; again {
			cycle := walk[at:]
			slices.Reverse(cycle) // the walk went up
			return cycle
		}
		place[v] = len(walk)
		walk = append(walk, v)
		v = g.Parents(v)[slices.IndexFunc(g.Parents(v), left)]
	}
}

// Components returns for each node the number of its strongly connected component
// along directed edges, and the number of components. A directed edge between two components goes from
// the higher number to the lower one. (Tarjan, Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1:146–160; with an explicit stack, because a path may
// be as long as the graph.)
func (g *Graph) Components() (of []int32, count int) {
	n := g.N()
	of = make([]int32, n)
	low := make([]int32, n)  // 0: not seen
	next := make([]int32, n) // index of the next child
	var open, todo []Node    // nodes of unfinished components; stack of the search
	const done = 1 << 30
	index := int32(0)
	for root := range Node(n) {
		if low[root] != 0 {
			continue
		}
		todo = append(todo, root)
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			if next[v] == 0 && low[v] == 0 {
				index++
				low[v] = index
				open = append(open, v)
			}
			children := g.Children(v)
			if int(next[v]) < len(children) {
				c := children[next[v]]
				next[v]++
				if low[c] == 0 {
					todo = append(todo, c)
				}
				continue
			}
			// All children are seen: v's low point is the least of theirs and its own.
			own := low[v]
			for _, c := range children {
				low[v] = min(low[v], low[c])
			}
			todo = todo[:len(todo)-1]
			if low[v] == own {
				for {
					u := open[len(open)-1]
					open = open[:len(open)-1]
					of[u], low[u] = int32(count), done
					if u == v {
						break
					}
				}
				count++
			}
		}
	}
	return of, count
}

// Connected returns for each node the number of its connected component, ignoring marks, and
// the number of components. Components are numbered by their first node.
func (g *Graph) Connected() (of []int32, count int) {
	of = slices.Repeat([]int32{-1}, g.N())
	var todo []Node
	for root := range Node(g.N()) {
		if of[root] >= 0 {
			continue
		}
		of[root] = int32(count)
		todo = append(todo, root)
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range g.Neighbors(v) {
				if of[u] < 0 {
					of[u] = int32(count)
					todo = append(todo, u)
				}
			}
		}
		count++
	}
	return of, count
}
