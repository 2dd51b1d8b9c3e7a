package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Blankets finds the Markov blankets of one graph after another. It serves one goroutine.
type Blankets struct {
	oracle *msep.Oracle
	g      *graph.Graph
	n      int
	list   []graph.Node
	dag    bool
	seen   msep.Marks // in a DAG: nodes that are listed
}

// Reset makes m the graph whose blankets are given.
func (b *Blankets) Reset(m Model) {
	if b.g != m.Walk() {
		b.g, b.n = m.Walk(), m.N()
		if b.dag = m.Plan().DAG(); b.dag {
			b.seen.Reset(b.n)
		} else {
			b.oracle = msep.New(b.g)
		}
	}
}

// Of returns the Markov blanket of x, in no particular order, until the next call.
func (b *Blankets) Of(x graph.Node) []graph.Node {
	if b.dag {
		b.list = b.list[:0]
		b.seen.Clear()
		b.seen.Add(x)
		b.add(b.g.Parents(x))
		for _, c := range b.g.Children(x) {
			b.addOne(c)
			b.add(b.g.Parents(c))
		}
		return b.list
	}
	b.list = b.oracle.AppendBlanket(b.list[:0], x, b.n)
	return b.list
}

func (b *Blankets) add(nodes []graph.Node) {
	for _, v := range nodes {
		b.addOne(v)
	}
}

func (b *Blankets) addOne(v graph.Node) {
	if !b.seen.Has(v) {
		b.seen.Add(v)
		b.list = append(b.list, v)
	}
}

// Enhanced returns the strategy that offers the Markov blanket of x if y is outside it, and the set of base
// otherwise (Wahl and Runge, appendix on MB-separation).
func Enhanced(base Strategy) Strategy {
	return Strategy{
		Name: "mb-" + base.Name,
		Doc:  "the Markov blanket of x or, for y inside it, " + base.Doc,
		New:  func() Chooser { return &enhanced{base: base.New()} },
	}
}

type enhanced struct {
	base     Chooser
	blankets Blankets
	inside   []Pair // pairs with y in the blanket of x,
	lane     []int  // and their lanes
	z        msep.Block
	is       []bool // in the current blanket
}

func (s *enhanced) Reset(m Model) {
	s.base.Reset(m)
	s.blankets.Reset(m)
	s.z.Reset(m.Walk().N())
	s.is = append(s.is[:0], make([]bool, m.N())...)
}

func (s *enhanced) Choose(pairs []Pair, z *msep.Block) (none msep.Word) {
	s.inside, s.lane = s.inside[:0], s.lane[:0]
	lane := 0
	runs(pairs, func(x graph.Node, lanes msep.Word) {
		blanket := s.blankets.Of(x)
		for _, v := range blanket {
			s.is[v] = true
		}
		for ; lane < len(pairs) && lanes.Has(lane); lane++ {
			if s.is[pairs[lane].Y] {
				s.inside = append(s.inside, pairs[lane])
				s.lane = append(s.lane, lane)
				lanes.Unset(lane)
			}
		}
		for _, v := range blanket {
			s.is[v] = false
			z.Add(lanes, v)
		}
	})
	if len(s.inside) == 0 {
		return none
	}
	s.z.Clear()
	without := s.base.Choose(s.inside, &s.z)
	without.Each(func(i int) { none.Set(s.lane[i]) })
	for _, v := range s.z.Nodes {
		s.z.Words[v].Each(func(i int) { z.AddOne(s.lane[i], v) })
	}
	return none
}
