package simulate

import (
	"cmp"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// An order is an order of the nodes in which every directed edge points to a later node, maintained while
// edges are added and removed. A new edge against the order makes a cycle, or the order has to change. Two
// searches decide: from its head to descendants that come before its tail, and from its tail to ancestors
// that come after its head. If they meet, there is a cycle. Otherwise one of them ends first, often after
// few nodes while the other would visit many, and it is enough to move the nodes that it found:
//
//	y --> a --> b   ...   x        a new edge x --> y: y, a and b move behind x
//
// The idea of two searches is from Bender, Fineman, Gilbert and Tarjan
// (A new approach to incremental cycle detection and related problems, ACM Trans. Algorithms 12:14).
type order struct {
	children, parents [][]graph.Node
	label             []uint64     // by node, ascending along the order
	next, previous    []graph.Node // in the order, which is a ring through n, the place before the first
	down, up          search
	searches          int32
}

// A search follows the edges from one end of a new edge.
type search struct {
	seen  []int32 // by node: the number of the last search that found it
	found []graph.Node
	at    int // the next one of found to continue from
}

// newOrder returns an order of the nodes of g, whose directed edges make no cycle.
func newOrder(g *graph.Graph) *order {
	n := g.N()
	o := &order{
		children: lists(g, g.Children), parents: lists(g, g.Parents),
		label: make([]uint64, n), next: make([]graph.Node, n+1), previous: make([]graph.Node, n+1),
		down: search{seen: make([]int32, n)}, up: search{seen: make([]int32, n)},
	}
	nodes, _ := g.Order()
	o.link(o.end(), o.end())
	o.insert(o.end(), nodes)
	return o
}

// lists returns a copy of the list of each node, all in one array. A list that grows is copied again.
func lists(g *graph.Graph, of func(graph.Node) []graph.Node) [][]graph.Node {
	all, l := make([]graph.Node, 0, g.M()), make([][]graph.Node, g.N())
	for v := range l {
		at := len(all)
		all = append(all, of(graph.Node(v))...)
		l[v] = all[at:len(all):len(all)]
	}
	return l
}

// add adds a directed edge that is allowed.
func (o *order) add(from, to graph.Node) {
	o.children[from] = append(o.children[from], to)
	o.parents[to] = append(o.parents[to], from)
}

// drop removes a directed edge.
func (o *order) drop(from, to graph.Node) {
	o.children[from] = without(o.children[from], to)
	o.parents[to] = without(o.parents[to], from)
}

// without removes v, which occurs once, from a list without order.
func without(list []graph.Node, v graph.Node) []graph.Node {
	last := len(list) - 1
	list[slices.Index(list, v)] = list[last]
	return list[:last]
}

// allows reports whether a new directed edge makes no cycle. If it returns true, the order fits the edge.
func (o *order) allows(from, to graph.Node) bool {
	lowest, highest := o.label[to], o.label[from]
	if highest < lowest {
		return true
	}
	o.searches++
	o.down.start(to, o.searches)
	o.up.start(from, o.searches)
	for {
		switch v, ok := o.down.take(); {
		case !ok:
			o.move(from, o.down.found)
			return true
		default:
			for _, c := range o.children[v] {
				if o.label[c] <= highest && o.down.meet(c, o.searches) && o.up.seen[c] == o.searches {
					return false
				}
			}
		}
		switch v, ok := o.up.take(); {
		case !ok:
			o.move(o.previous[to], o.up.found)
			return true
		default:
			for _, p := range o.parents[v] {
				if o.label[p] >= lowest && o.up.meet(p, o.searches) && o.down.seen[p] == o.searches {
					return false
				}
			}
		}
	}
}

func (s *search) start(v graph.Node, number int32) {
	s.found, s.at = append(s.found[:0], v), 0
	s.seen[v] = number
}

// take returns the next node to continue from, and whether there is one.
func (s *search) take() (graph.Node, bool) {
	if s.at == len(s.found) {
		return 0, false
	}
	s.at++
	return s.found[s.at-1], true
}

// meet adds v to the nodes found, and reports whether it is new.
func (s *search) meet(v graph.Node, number int32) bool {
	if s.seen[v] == number {
		return false
	}
	s.seen[v] = number
	s.found = append(s.found, v)
	return true
}

// end is the place before the first node and behind the last one.
func (o *order) end() graph.Node { return graph.Node(len(o.label)) }

func (o *order) link(v, w graph.Node) { o.next[v], o.previous[w] = w, v }

// move moves nodes behind v and keeps their order.
func (o *order) move(v graph.Node, nodes []graph.Node) {
	slices.SortFunc(nodes, func(a, b graph.Node) int { return cmp.Compare(o.label[a], o.label[b]) })
	for _, u := range nodes {
		o.link(o.previous[u], o.next[u])
	}
	o.insert(v, nodes)
}

// insert puts nodes, which have no place, behind v.
func (o *order) insert(v graph.Node, nodes []graph.Node) {
	first, last := uint64(0), uint64(math.MaxUint64)
	if v != o.end() {
		first = o.label[v]
	}
	after := o.next[v]
	if after != o.end() {
		last = o.label[after]
	}
	step := (last - first) / uint64(len(nodes)+1)
	for _, u := range nodes {
		first += step
		o.label[u] = first
		o.link(v, u)
		v = u
	}
	o.link(v, after)
	if step == 0 { // no room
		o.relabel()
	}
}

// relabel gives all nodes labels that are far from each other.
func (o *order) relabel() {
	step, label := math.MaxUint64/uint64(len(o.label)+1), uint64(0)
	for v := o.next[o.end()]; v != o.end(); v = o.next[v] {
		label += step
		o.label[v] = label
	}
}
