package equiv

import "math/big"

// A prefix of a clique in a part is a separator on the path to it from the first member
// whose nodes are all in the clique. An orientation in which they come before the other
// nodes of the clique is counted nearer to the first member; so the orders that are counted
// at the clique do not begin with a prefix. Each prefix is part of the next one.
type prefix struct {
	edge   int32    // with the separator
	size   int      // of the separator, without S
	before int32    // the next smaller prefix, or none
	orders *big.Int // orders of its nodes that begin with no smaller prefix
}

// order sets the chain and the orders of each member of a part.
func (t *tally) order(p *part) {
	p.chains = p.chains[:0]
	for i := range p.cliques {
		m := &p.cliques[i]
		m.chain = none
		if i > 0 {
			m.chain = t.prefix(p, p.cliques[m.up].chain, m.edge)
		}
		m.orders = t.orders(p, t.size(m.clique)-p.shared, m.chain)
	}
}

// prefix returns the chain of prefixes behind an edge at a clique with the given
// chain: those in the separator of the edge, and this one.
func (t *tally) prefix(p *part, chain, edge int32) int32 {
	size := len(t.separator(edge)) - p.shared
	for chain != none && !t.within(p.chains[chain].edge, edge) {
		chain = p.chains[chain].before
	}
	if chain != none && p.chains[chain].size == size {
		return chain
	}
	p.chains = append(p.chains, prefix{edge, size, chain, t.orders(p, size, chain)})
	return int32(len(p.chains) - 1)
}

// orders returns the number of orders of size nodes that begin with none of the prefixes of a
// chain: all orders but those whose shortest prefix at the beginning is one of them.
func (t *tally) orders(p *part, size int, chain int32) *big.Int {
	if chain == none {
		return t.factorial(size)
	}
	count := new(big.Int).Set(t.factorial(size))
	var some big.Int
	for ; chain != none; chain = p.chains[chain].before {
		c := p.chains[chain]
		count.Sub(count, some.Mul(t.factorial(size-c.size), c.orders))
	}
	return t.share(count)
}
