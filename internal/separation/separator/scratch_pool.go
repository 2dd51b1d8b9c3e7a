package separator

import "github.com/sepdist/sepdist/internal/separation/msep"

// A ScratchPool holds a limited number of Morals for any number of workers. In a large graph a Moral takes
// much memory, but a worker needs one only occasionally, and not its content afterwards.
type ScratchPool struct{ free chan *msep.Moral }

const (
	// pooledBytes limits the memory of the pool in the worst case, in which all nodes are ancestors of the
	// requested pairs and take moralBytes each. Usually a third of them are.
	pooledBytes = 1 << 30
	moralBytes  = 6*msep.Width/8 + 24
)

// NewScratchPool returns a pool for workers that choose in m, or nil if each may have its own Moral.
func NewScratchPool(m Model, workers int) *ScratchPool {
	count := max(1, pooledBytes/(moralBytes*max(1, m.Walk().N())))
	if count >= workers {
		return nil
	}
	return newScratchPool(count)
}

// newScratchPool returns a pool of count Morals.
func newScratchPool(count int) *ScratchPool {
	l := &ScratchPool{make(chan *msep.Moral, count)}
	for range count {
		l.free <- nil
	}
	return l
}

// acquire waits until a Moral is free, and returns it ready for a block of the plan.
func (l *ScratchPool) acquire(p *msep.Plan) *msep.Moral {
	m := <-l.free
	if m == nil {
		m = new(msep.Moral)
		m.Reset(p)
	}
	return m
}

// release returns a Moral to the pool.
func (l *ScratchPool) release(m *msep.Moral) { l.free <- m }
