package separator

import (
	"math/bits"

	"github.com/sepdist/sepdist/internal/separation/msep"
)

// The strategies for small graphs. Each returns the set of its chooser if some set separates x and y.

func smallParents(g *msep.Small, p *msep.SmallPairs) { give(p, g.N(), &g.Parents) }

func smallAncestors(g *msep.Small, p *msep.SmallPairs) { g.GiveAncestors(p) }

func smallPossibleParents(g *msep.Small, p *msep.SmallPairs) { give(p, g.N(), g.PossibleParents()) }

func smallPossibleAncestors(g *msep.Small, p *msep.SmallPairs) {
	give(p, g.N(), &g.Equivalence().Above)
	for v := range g.N() {
		p.Given[v] &^= p.X[v] | p.Y[v]
	}
}

func smallNearest(g *msep.Small, p *msep.SmallPairs) { g.GiveNearest(p) }

// give makes the set of each pair the union of the sets of x and y, among n nodes.
func give(p *msep.SmallPairs, n int, of *[msep.MaxSmall]uint64) {
	clear(p.Given[:n])
	for v := range n {
		pairs := p.X[v] | p.Y[v]
		for set := of[v]; set != 0; set &= set - 1 {
			p.Given[bits.TrailingZeros64(set)] |= pairs
		}
	}
}
