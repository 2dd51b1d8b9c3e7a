package separator

import (
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// CheckScalar holds the nearest separators of all pairs, one at a time, against
// those of the lanes.
func CheckScalar(t *testing.T, m Model) {
	t.Helper()
	var pairs []Pair
	for x := range graph.Node(m.N()) {
		for y := range graph.Node(m.N()) {
			if x != y && !m.Drawn().Adjacent(x, y) {
				pairs = append(pairs, Pair{x, y})
			}
		}
	}
	lanes := &nearestLanes{}
	lanes.Reset(m)
	lanes.useOne = false
	var one scalar
	one.reset(m.Walk(), m.N(), msep.ManyAncestors)
	z := msep.NewBlock(m.Walk().N())
	for block := range slices.Chunk(pairs, msep.Width) {
		z.Clear()
		none := lanes.Choose(block, z)
		for lane, p := range block {
			want := z.Lane(nil, lane)
			slices.Sort(want)
			got, ok, _ := one.of(p.X, p.Y)
			slices.Sort(got)
			if ok == none.Has(lane) || ok && !slices.Equal(got, want) {
				t.Fatalf("%v: %v: %v, %v, in lanes %v, none %v", m.Drawn(), p, got, ok, want, none.Has(lane))
			}
		}
	}
}

// Scalar returns a function that finds the nearest separator of one pair, if there is one.
func Scalar(m Model) func(Pair) ([]graph.Node, bool) {
	one := new(scalar)
	one.reset(m.Walk(), m.N(), msep.ManyAncestors)
	return func(p Pair) ([]graph.Node, bool) {
		z, ok, _ := one.of(p.X, p.Y)
		slices.Sort(z)
		return z, ok
	}
}

// Sparse returns a grouper that looks at all pairs one by one, in a graph where more ancestors
// than limit are many.
func Sparse(m Model, limit int) Grouper {
	b := new(grouped)
	b.Reset(m)
	b.few, b.useSparse, b.zoneTargets, b.stepBudget = true, true, math.MaxInt, 1<<20
	b.resetSparse(msep.NewAncestry(m.Plan(), limit), limit)
	return b
}

// Zoned returns a grouper that lays out only what leads to the nodes of a block.
func Zoned(m Model) Grouper {
	b := new(grouped)
	b.Reset(m)
	b.zoneTargets, b.stepBudget = math.MaxInt, 1<<20
	return b
}

// Patient makes a grouper take many more steps, or fewer, before it leaves y to others. Reset
// ends that.
func Patient(g Grouper, stepBudget int) { g.(*grouped).stepBudget = stepBudget }

// LenderOf returns a lender with so much to lend.
func LenderOf(count int) *ScratchPool { return newScratchPool(count) }
