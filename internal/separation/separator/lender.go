package separator

import "github.com/sepdist/sepdist/internal/separation/msep"

// A Lender has a limited number of Morals for any number of workers. In a large graph each takes much
// memory, though a worker needs one only now and then, and none of what is in it afterwards.
type Lender struct{ free chan *msep.Moral }

const (
	// lentBytes is what all that is lent may take where every node leads to one that is asked about,
	// which takes moralBytes for each node. Mostly a third of the nodes does.
	lentBytes  = 1 << 30
	moralBytes = 5*msep.Width/8 + 24
)

// NewLender returns a lender for workers that choose in m, or nil where each may have its own.
func NewLender(m Model, workers int) *Lender {
	count := max(1, lentBytes/(moralBytes*max(1, m.Walk().N())))
	if count >= workers {
		return nil
	}
	return newLender(count)
}

// newLender returns a lender with so much to lend.
func newLender(count int) *Lender {
	l := &Lender{make(chan *msep.Moral, count)}
	for range count {
		l.free <- nil
	}
	return l
}

// borrow waits until a Moral is free, and returns it ready for a block of the plan.
func (l *Lender) borrow(p *msep.Plan, inZone bool) *msep.Moral {
	m := <-l.free
	if m == nil {
		m = new(msep.Moral)
		m.Reset(p, inZone)
	}
	return m
}

// giveBack gives back what was borrowed.
func (l *Lender) giveBack(m *msep.Moral) { l.free <- m }
