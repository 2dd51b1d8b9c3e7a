package distance

import "github.com/sepdist/sepdist/internal/separation/separator"

// A Scratch keeps the working memory of one measurement for the next. It saves the
// allocations of those who compare small graphs by the million; it serves one goroutine,
// with one worker. A nil Scratch keeps nothing.
type Scratch struct {
	verifiers map[string]*verifier // by strategy
	blanketed map[string]*blanketWorker
	pairs     *smallWorker
	statement *enumerator
	effects   map[string]*effectWorker // by kind of judge
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
	return kept(s, func(s *Scratch) *map[string]*verifier { return &s.verifiers }, st.Name,
		func() *verifier { return &verifier{strategy: st, chooser: st.New()} })
}

// blankets returns a worker for the strategy, enhanced.
func (s *Scratch) blankets(st separator.Strategy) *blanketWorker {
	return kept(s, func(s *Scratch) *map[string]*blanketWorker { return &s.blanketed }, st.Name,
		func() *blanketWorker { return &blanketWorker{verifier: verifier{strategy: st, chooser: st.New()}} })
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
