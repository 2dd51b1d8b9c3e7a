package equiv

import "github.com/sepdist/sepdist/graph"

// Orient returns a member of the class of a CPDAG: every undirected edge becomes directed, without a new
// unshielded collider or cycle. If the undirected edges are not chordal there is none; then dag is nil and
// chordless is a cycle of at least four undirected edges without an undirected edge across it, in order. O(n +
// m log d).
//
// The undirected edges are oriented along a maximum cardinality search (Tarjan and Yannakakis, Simple linear-
// time algorithms to test chordality of graphs, test acyclicity of hypergraphs, and selectively reduce acyclic
// hypergraphs, SIAM J. Comput. 13:566–579). One search serves all components.
func Orient(cpdag *graph.Graph) (dag *graph.Graph, chordless []graph.Node) {
	s := newSearch(cpdag)
	s.run()
	if v := s.fault(); v != none {
		return nil, s.chordless(v)
	}
	return along(cpdag, s.place), nil
}

// along returns g with every undirected edge directed from the node with the lower place.
func along(g *graph.Graph, place []int32) *graph.Graph {
	edges := make([]graph.Edge, 0, g.M())
	for v := range graph.Node(g.N()) {
		for _, u := range g.Children(v) {
			edges = append(edges, graph.Directed(v, u))
		}
		for _, u := range g.UndirectedNeighbors(v) {
			if place[v] < place[u] {
				edges = append(edges, graph.Directed(v, u))
			}
		}
	}
	return g.With(edges)
}

// none means no node, clique or edge.
const none = -1

// A search is a maximum cardinality search over the undirected edges of a graph: it next visits a node with
// the most visited neighbours. Nodes without an undirected edge take no part.
type search struct {
	g       *graph.Graph
	order   []graph.Node // visited nodes
	place   []int32      // in order; none before the visit
	weight  []int32      // number of visited neighbours
	highest int32        // weight, or more
	// Unvisited nodes of the same weight are in a list.
	first      []graph.Node // by weight
	next, prev []graph.Node // by node
}

func newSearch(g *graph.Graph) *search {
	n := g.N()
	numbers := make([]int32, 2*n)
	nodes := make([]graph.Node, 4*n)
	s := &search{
		g:     g,
		place: numbers[:n], weight: numbers[n:],
		order: nodes[:0:n], first: nodes[n : 2*n], next: nodes[2*n : 3*n], prev: nodes[3*n:],
	}
	for v := range n {
		s.place[v], s.first[v] = none, none
	}
	for v := graph.Node(n) - 1; v >= 0; v-- {
		if len(g.UndirectedNeighbors(v)) > 0 {
			s.put(v)
		}
	}
	return s
}

// put adds v to the list of its weight.
func (s *search) put(v graph.Node) {
	head := &s.first[s.weight[v]]
	s.prev[v], s.next[v] = none, *head
	if *head != none {
		s.prev[*head] = v
	}
	*head = v
}

// drop removes v from the list of its weight.
func (s *search) drop(v graph.Node) {
	if s.prev[v] == none {
		s.first[s.weight[v]] = s.next[v]
	} else {
		s.next[s.prev[v]] = s.next[v]
	}
	if s.next[v] != none {
		s.prev[s.next[v]] = s.prev[v]
	}
}

// top returns a node to visit next, or none.
func (s *search) top() graph.Node {
	for s.highest > 0 && (int(s.highest) >= len(s.first) || s.first[s.highest] == none) {
		s.highest--
	}
	if len(s.first) == 0 {
		return none
	}
	return s.first[s.highest]
}

func (s *search) visit(v graph.Node) {
	s.drop(v)
	s.place[v] = int32(len(s.order))
	s.order = append(s.order, v)
	for _, u := range s.g.UndirectedNeighbors(v) {
		if s.place[u] == none {
			s.reweigh(u, 1)
		}
	}
	s.highest++
}

// unvisit undoes the last visit.
func (s *search) unvisit() {
	v := s.order[len(s.order)-1]
	s.order = s.order[:len(s.order)-1]
	for _, u := range s.g.UndirectedNeighbors(v) {
		if s.place[u] == none {
			s.reweigh(u, -1)
		}
	}
	s.place[v] = none
	s.put(v)
	s.highest = s.weight[v]
}

func (s *search) reweigh(v graph.Node, by int32) {
	s.drop(v)
	s.weight[v] += by
	s.put(v)
}

func (s *search) run() {
	for v := s.top(); v != none; v = s.top() {
		s.visit(v)
	}
}

// earlier appends the neighbours of v that were visited before it, in ascending order.
func (s *search) earlier(v graph.Node, nodes []graph.Node) []graph.Node {
	for _, u := range s.g.UndirectedNeighbors(v) {
		if s.place[u] < s.place[v] {
			nodes = append(nodes, u)
		}
	}
	return nodes
}
