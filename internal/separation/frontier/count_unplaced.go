package frontier

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// countUnplaced returns how many pairs of relations the two graphs have along the plan as long as
// neither x nor y is placed, or false if there are more than limit or ctx is done. They are a small
// part of all states, and tell much about the others.
//
// One relation is part of many pairs. So the choices are made in each graph by itself, and
// the pairs, which are numbers of relations, follow what became of these.
func (p *Plan) countUnplaced(ctx context.Context, limit int) (int, bool) {
	graphs := []*graph.Graph{p.g, p.h}
	if p.g == p.h {
		graphs = graphs[:1]
	}
	counters := make([]unplacedCounter, len(graphs))
	for k, g := range graphs {
		nodes := make([][]graph.Node, len(p.groups))
		for i := range p.groups {
			nodes[i] = nodesOf(p.groups[i].items, k)
		}
		stages, ok := lay(g, nodes)
		if !ok {
			return 0, false
		}
		s := &counters[k]
		s.graph, s.stages = k, stages
		s.now.reset(packedWords(ports))
		s.now.number(make([]uint64, s.now.words))
	}
	sum, pairs := 0, []uint64{0}
	for i := range p.groups {
		g := group{items: p.groups[i].items} // without the choices that place x or y
		for _, c := range p.groups[i].choices {
			if c.placed == 0 {
				g.choices = append(g.choices, c)
			}
		}
		if ctx.Err() != nil {
			return sum, false
		}
		for k := range counters {
			if !counters[k].decide(&g, i, limit-sum) {
				return sum, false
			}
		}
		toG, toH, n := counters[0].to, counters[len(counters)-1].to, len(g.choices)
		found := shard{slots: make([]uint32, 1<<8)}
		for _, pair := range pairs {
			rowG, rowH := toG[int(pair>>32)*n:][:n], toH[int(uint32(pair))*n:][:n]
			for c := range n {
				next := uint64(rowG[c])<<32 | uint64(rowH[c])
				found.number(next, uint32(mix(next)))
			}
			if sum+len(found.pairs) > limit {
				return sum, false
			}
		}
		pairs = found.pairs
		sum += len(pairs)
	}
	return sum, true
}

// An unplacedCounter holds the relations of one graph.
type unplacedCounter struct {
	graph     int
	stages    []stage
	now, next table
	to        []uint32 // the relation that every choice led to, of one relation before after the other
}

// decide makes every choice of group i in every relation, and reports whether there are no
// more than limit after it. Each of them is in a pair.
func (s *unplacedCounter) decide(g *group, i, limit int) bool {
	l := &s.stages[i]
	w := newWalker(g, s.graph, l)
	s.next.reset(l.words)
	s.to = append(s.to[:0], make([]uint32, s.now.count*len(g.choices))...)
	key := make([]uint64, l.words)
	for j := range s.now.count {
		to := s.to[j*len(g.choices):]
		w.each(s.now.key(j), nonePlaced, func(choice int, o *outcome) {
			o.r.pack(key, l.size, l.gone)
			n, _ := s.next.number(key)
			to[choice] = uint32(n)
		})
		if s.next.count > limit {
			return false
		}
	}
	s.now, s.next = s.next, s.now
	return true
}
