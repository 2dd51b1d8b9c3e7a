package separator

import "github.com/sepdist/sepdist/internal/separation/msep"

// A Lender has a limited number of Morals for any number of workers. In a large graph each takes much
// memory, though a worker needs one only now and then, and none of what is in it afterwards.
type ScratchPool struct{ free chan *msep.Moral }

const (
	// pooledBytes is what all that is lent may take where every node leads to one that is asked about,
	// which takes moralBytes for each node. Mostly a third of the nodes does.
	pooledBytes = 1 << 30
	moralBytes  = 5*msep.Width/8 + 24
)

// NewScratchPool returns a lender for workers that choose in m, or nil where each may have its own.
func NewScratchPool(m Model, workers int) *ScratchPool {
	count := max(1, pooledBytes/(moralBytes*max(1, m.Walk().N())))
	if count >= workers {
		return nil
	}
	return newScratchPool(count)
}

// newScratchPool returns a lender with so much to lend.
func newScratchPool(count int) *ScratchPool {
	l := &ScratchPool{make(chan *msep.Moral, count)}
	for range count {
		l.free <- nil
	}
	return l
}

// acquire waits until a Moral is free, and returns it ready for a block of the plan.
func (l *ScratchPool) acquire(p *msep.Plan, inZone bool) *msep.Moral {
	m := <-l.free
	if m == nil {
		m = new(msep.Moral)
		m.Reset(p, inZone)
	}
	return m
}

// release gives back what was borrowed.
func (l *ScratchPool) release(m *msep.Moral) { l.free <- m }
