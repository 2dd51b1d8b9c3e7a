package frontier

import (
	"cmp"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A group holds items that are decided at once. What hangs from a node as a tree, and what
// lies between two nodes as a chain, has many ways to be decided but few that the rest
// can tell apart:
//
//	a --> u <-- b --> c      a, c, b and u: 81 ways, 8 choices
//
// No state is made between the items of a group.
type group struct {
	items   []item
	choices []choice // with fewer of x and y placed first
}

// A choice represents all ways to decide a group that have the same future in both graphs.
type choice struct {
	decisions []decision // one of the ways
	placed    int        // of x and y
	ways      []uint64   // number of ways by |S|
}

// choicesOf returns the choices of items that are decided in turn, without those after
// which x and y are separated in both graphs. It returns false if there are more than most.
//
// Choices are distinguished by the relations that the items have by themselves, when all
// others are still undecided. That is enough: what the items mean for the rest does not
// depend on what of the rest was decided before them.
func choicesOf(graphs [2]*graph.Graph, items []item, most int) ([]choice, bool) {
	var stages [2]stage
	for k, g := range graphs {
		laid, ok := lay(g, [][]graph.Node{nodesOf(items, k)})
		if !ok {
			return nil, false
		}
		stages[k] = laid[0]
	}
	type entry struct {
		choice
		reached [2]int
		r       [2]relation
	}
	now := []entry{{choice: choice{ways: []uint64{1}}, reached: [2]int{open, open}}}
	var at [2]int // steps that are done
	key := make([]uint64, 0, 64)
	for i, it := range items {
		var next []entry
		numbers := make(map[string]int)
		var bytes []byte
		for e := range now {
			for d := in; d < decisions; d++ {
				from := &now[e]
				if d != out && !it.observed() || d == chosen && from.placed == bothPlaced {
					continue
				}
				to := entry{reached: from.reached, r: from.r}
				to.placed = from.placed
				key = key[:0]
				for k := range graphs {
					if it.of(k) >= 0 && to.reached[k] == open {
						to.reached[k] = to.r[k].decide(&stages[k].steps[at[k]], d, from.placed)
					}
					key = append(key, uint64(to.reached[k]))
					if size := stages[k].sizeAfter(at[k], it.of(k) >= 0); to.reached[k] == open && size > ports {
						key = append(key, to.r[k][ports:size]...)
					}
				}
				if d == chosen {
					to.placed++
				}
				if to.reached == [2]int{separated, separated} {
					continue
				}
				key = append(key, uint64(to.placed))
				bytes = bytes[:0]
				for _, w := range key {
					for b := range 8 {
						bytes = append(bytes, byte(w>>(8*b)))
					}
				}
				shift := 0
				if d == in {
					shift = 1
				}
				n, found := numbers[string(bytes)]
				if !found {
					n = len(next)
					numbers[string(bytes)] = n
					to.decisions = append(slices.Clone(from.decisions), d)
					to.ways = make([]uint64, i+2)
					next = append(next, to)
				}
				for j, w := range from.ways {
					next[n].ways[j+shift] += w
				}
			}
		}
		if len(next) > 4*most { // fewer in the end, perhaps, but not worth it
			return nil, false
		}
		for k := range graphs {
			if it.of(k) >= 0 {
				at[k]++
			}
		}
		now = next
	}
	if len(now) > most {
		return nil, false
	}
	choices := make([]choice, len(now))
	for i := range now {
		choices[i] = now[i].choice
		for w := &choices[i].ways; (*w)[len(*w)-1] == 0; {
			*w = (*w)[:len(*w)-1]
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(a.placed, b.placed) })
	return choices, true
}

// single returns the choices of one item. If it has too many neighbours to look at
// them, it has one choice for each decision.
func single(graphs [2]*graph.Graph, it item) []choice {
	if c, ok := choicesOf(graphs, []item{it}, int(decisions)); ok {
		return c
	}
	if !it.observed() {
		return []choice{{[]decision{out}, 0, []uint64{1}}}
	}
	return []choice{
		{[]decision{in}, 0, []uint64{0, 1}},
		{[]decision{out}, 0, []uint64{1}},
		{[]decision{chosen}, 1, []uint64{1}},
	}
}

// nodesOf returns the nodes that graph k has among the items.
func nodesOf(items []item, k int) []graph.Node {
	var nodes []graph.Node
	for _, it := range items {
		if v := it.of(k); v >= 0 {
			nodes = append(nodes, v)
		}
	}
	return nodes
}

// A trial decides a group in one graph, choice by choice, in an order in which each has
// much in common with the one before.
type trial struct {
	choice    int
	decisions []decision // of the nodes of this graph
	shared    int        // number of first decisions that are those of the previous trial
}

// trials returns the trials of graph k if the given number of x and y can still be placed.
func (g *group) trials(k, left int) []trial {
	var all []trial
	for c := range g.choices {
		if g.choices[c].placed > left {
			continue
		}
		t := trial{choice: c}
		for i, it := range g.items {
			if it.of(k) >= 0 {
				t.decisions = append(t.decisions, g.choices[c].decisions[i])
			}
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b trial) int { return slices.Compare(a.decisions, b.decisions) })
	for i := range all[1:] {
		a, b := all[i].decisions, all[i+1].decisions
		for all[i+1].shared < len(b) && a[all[i+1].shared] == b[all[i+1].shared] {
			all[i+1].shared++
		}
	}
	return all
}

// observed returns how many items of the group can be in S.
func (g *group) observed() int {
	n := 0
	for _, it := range g.items {
		if it.observed() {
			n++
		}
	}
	return n
}
