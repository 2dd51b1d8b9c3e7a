package frontier

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// scout returns how many pairs of relations the two graphs have along the plan as long as
// neither x nor y is placed, or false where there are more than limit. They are a small
// part of all states, and tell much about the others.
func (p *Plan) scout(limit int) (int, bool) {
	graphs := []*graph.Graph{p.g, p.h}
	if p.g == p.h {
		graphs = graphs[:1]
	}
	var stages [2][]stage
	for k, g := range graphs {
		nodes := make([][]graph.Node, len(p.groups))
		for i := range p.groups {
			nodes[i] = nodesOf(p.groups[i].items, k)
		}
		var ok bool
		if stages[k], ok = lay(g, nodes); !ok {
			return 0, false
		}
	}
	var now, next table
	now.reset(len(graphs) * packedWords(ports))
	now.number(make([]uint64, now.words))
	sum := 0
	for i := range p.groups {
		words := 0
		for k := range graphs {
			words += stages[k][i].words
		}
		next.reset(words)
		g := group{items: p.groups[i].items} // without the choices that place x or y
		for _, c := range p.groups[i].choices {
			if c.placed == 0 {
				g.choices = append(g.choices, c)
			}
		}
		var walkers [2]*walker
		for k := range graphs {
			walkers[k] = newWalker(&g, k, &stages[k][i])
		}
		keys := make([]uint64, len(g.choices)*words)
		for j := range now.count {
			from, to := now.key(j), 0
			for k := range graphs {
				l := &stages[k][i]
				size := packedWords(l.before)
				walkers[k].each(from[:size], nonePlaced, func(choice int, o *outcome) {
					o.r.pack(keys[choice*words+to:][:l.words], l.size, l.gone)
				})
				from, to = from[size:], to+l.words
			}
			for key := range slices.Chunk(keys, words) {
				next.number(key)
			}
			if sum+next.count > limit {
				return sum, false
			}
		}
		sum += next.count
		now, next = next, now
	}
	return sum, true
}
