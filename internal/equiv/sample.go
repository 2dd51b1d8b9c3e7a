package equiv

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
)

// Sample returns a DAG of the class that a CPDAG draws, each with the same chance, or
// nil where its lines are not chordal. To draw many use a [Sampler].
func Sample(cpdag *graph.Graph, rng *rand.Rand) *graph.Graph {
	s := NewSampler(cpdag)
	if s == nil {
		return nil
	}
	return s.Sample(rng)
}

// A Sampler draws DAGs from the class of one CPDAG. It serves one goroutine.
type Sampler struct {
	g      *graph.Graph
	tally  *tally
	place  []int32
	next   int32 // place
	todo   []behind
	p      part
	nodes  []graph.Node
	within []int // by node of a clique: the size of the smallest prefix that has it
}

// behind is the part behind an edge, seen from a clique in it.
type behind struct{ clique, edge int32 }

// NewSampler returns a Sampler for the class that a CPDAG draws, or nil where its
// lines are not chordal.
func NewSampler(cpdag *graph.Graph) *Sampler {
	t := newTally(cpdag)
	if t == nil {
		return nil
	}
	n := cpdag.N()
	return &Sampler{g: cpdag, tally: t, place: make([]int32, n), within: make([]int, n)}
}

// Sample returns a DAG of the class, each with the same chance.
//
// See [Size]: in each part a first clique is drawn with the number of orientations
// that are counted there as its weight, then an order of its nodes, and then
// the same for the parts that it leaves, one after the other.
func (s *Sampler) Sample(rng *rand.Rand) *graph.Graph {
	s.next = 0
	for c, up := range s.tally.parent {
		if up != none {
			continue
		}
		s.todo = append(s.todo, behind{int32(c), none})
		for len(s.todo) > 0 {
			at := s.todo[len(s.todo)-1]
			s.todo = s.todo[:len(s.todo)-1]
			s.draw(rng, at)
		}
	}
	return along(s.g, s.place)
}

// draw gives the nodes of a first clique their places and puts the parts it leaves on
// the list, so that those nearer to it come first.
func (s *Sampler) draw(rng *rand.Rand, at behind) {
	t, p := s.tally, &s.p
	var separator []graph.Node
	if at.edge != none {
		separator = t.separator(at.edge)
	}
	t.part(p, at.clique, separator)
	first := p.cliques[0]
	if len(p.cliques) > 1 {
		first = p.cliques[pick(rng, p, t.weigh(p))]
	}
	s.arrange(rng, first)
	t.flood(p, first.clique, separator)
	t.split(p)
	for i := len(p.cliques) - 1; i > 0; i-- {
		if m := p.cliques[i]; m.head == m.edge {
			s.todo = append(s.todo, behind{m.clique, m.edge})
		}
	}
}

// pick draws a member by its weight.
func pick(rng *rand.Rand, p *part, sum *big.Int) int {
	left := below(rng, sum)
	var weight big.Int
	for i, m := range p.cliques {
		if left.Sub(left, weight.Mul(m.orders, m.rest)).Sign() < 0 {
			return i
		}
	}
	panic("mec: the weights of a part do not add up")
}

// below returns a number from 0 to n-1, each with the same chance.
func below(rng *rand.Rand, n *big.Int) *big.Int {
	length := n.BitLen()
	words := (length + 63) / 64
	bytes := make([]byte, 0, 8*words)
	x := new(big.Int)
	for {
		bytes = binary.BigEndian.AppendUint64(bytes[:0], rng.Uint64()>>(64*words-length))
		for range words - 1 {
			bytes = binary.BigEndian.AppendUint64(bytes, rng.Uint64())
		}
		if x.SetBytes(bytes); x.Cmp(n) < 0 {
			return x
		}
	}
}

// arrange gives places to the nodes of a member, without those of the separator, in
// an order that begins with none of its prefixes, each with the same chance. At least
// every other order will do.
func (s *Sampler) arrange(rng *rand.Rand, m member) {
	t := s.tally
	s.nodes = s.nodes[:0]
	for _, list := range [...][]graph.Node{t.separator(m.clique), t.freshOf(m.clique)} {
		for _, v := range list {
			if t.marked[v] != t.round {
				s.nodes = append(s.nodes, v)
				s.within[v] = math.MaxInt
			}
		}
	}
	for chain := m.chain; chain != none; chain = s.p.chains[chain].before {
		for _, v := range t.separator(s.p.chains[chain].edge) {
			s.within[v] = s.p.chains[chain].size
		}
	}
	for {
		rng.Shuffle(len(s.nodes), func(i, j int) { s.nodes[i], s.nodes[j] = s.nodes[j], s.nodes[i] })
		if !s.begins() {
			break
		}
	}
	for _, v := range s.nodes {
		s.place[v] = s.next
		s.next++
	}
}

// begins reports whether the nodes as they stand begin with a prefix: whether the
// smallest prefix that has the first k of them has k nodes.
func (s *Sampler) begins() bool {
	smallest := 0
	for i, v := range s.nodes {
		smallest = max(smallest, s.within[v])
		if smallest == i+1 {
			return true
		}
	}
	return false
}
