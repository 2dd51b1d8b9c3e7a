package distance

import (
	"sync"

	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A Scratch keeps the working memory of one measurement for the next. It saves the
// allocations of those who compare many graphs; it serves one measurement at a time. A nil
// Scratch keeps nothing.
type Scratch struct {
	mu     sync.Mutex
	others []*Scratch // of the workers after the first

	verifiers map[string]*verifier // by strategy
	blanketed map[string]*blanketWorker
	pairs     *smallWorker
	statement *enumerator
	effects   map[string]*effectWorker // by kind of judge
}

// of returns the memory of a worker.
func (s *Scratch) of(worker int) *Scratch {
	if s == nil || worker == 0 {
		return s
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.others) < worker {
		s.others = append(s.others, new(Scratch))
	}
	return s.others[worker-1]
}

// kept returns what is kept under a name in one of the maps of s, or a new one.
func kept[T any](s *Scratch, in func(*Scratch) *map[string]*T, name string, create func() *T) *T {
	if s == nil {
		return create()
	}
	m := in(s)
	w := (*m)[name]
	if w == nil {
		if *m == nil {
			*m = make(map[string]*T)
		}
		w = create()
		(*m)[name] = w
	}
	return w
}

// verifier returns a verifier for the strategy.
func (s *Scratch) verifier(st separator.Strategy) *verifier {
	v := kept(s, func(s *Scratch) *map[string]*verifier { return &s.verifiers }, st.Name,
		func() *verifier { return &verifier{strategy: st, chooser: st.New()} })
	v.lender = nil // it was of the measurement before
	return v
}

// blankets returns a worker for the strategy, enhanced.
func (s *Scratch) blankets(st separator.Strategy) *blanketWorker {
	w := kept(s, func(s *Scratch) *map[string]*blanketWorker { return &s.blanketed }, st.Name,
		func() *blanketWorker { return &blanketWorker{verifier: verifier{strategy: st, chooser: st.New()}} })
	w.lender = nil
	return w
}

// effect returns a worker with a judge of the given kind.
func (s *Scratch) effect(kind judgeKind) *effectWorker {
	return kept(s, func(s *Scratch) *map[string]*effectWorker { return &s.effects }, kind.name,
		func() *effectWorker { return &effectWorker{judge: kind.new()} })
}

// small returns a worker for small graphs.
func (s *Scratch) small() *smallWorker {
	if s == nil {
		return newSmallWorker(1 << 6) // for one comparison
	}
	if s.pairs == nil {
		s.pairs = newSmallWorker(1 << 10)
	}
	return s.pairs
}

// enumerator returns a worker for an enumeration.
func (s *Scratch) enumerator(e *enumeration) *enumerator {
	a := new(enumerator)
	if s != nil {
		if s.statement == nil {
			s.statement = a
		}
		a = s.statement
	}
	a.reset(e)
	return a
}
