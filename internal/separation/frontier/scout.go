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
		key := make([]uint64, words)
		choices := p.groups[i].choices
		if i := slices.IndexFunc(choices, func(c choice) bool { return c.placed > 0 }); i >= 0 {
			choices = choices[:i]
		}
		for j := range now.count {
			from := now.key(j)
			for c := range choices {
				at, to := 0, 0
				for k := range graphs {
					l := &stages[k][i]
					size := packedWords(l.before)
					var r relation
					r.unpack(from[at:at+size], l.before)
					d := 0
					for m, it := range p.groups[i].items {
						if it.of(k) >= 0 {
							r.decide(&l.steps[d], choices[c].decisions[m], nonePlaced)
							d++
						}
					}
					r.pack(key[to:to+l.words], l.size, l.gone)
					at += size
					to += l.words
				}
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
