package distance

import "github.com/sepdist/sepdist/internal/separation/separator"

// A Scratch keeps the working memory of one measurement for the next. It saves the
// allocations of those who compare small graphs by the million; it serves one goroutine,
// with one worker. A nil Scratch keeps nothing.
type Scratch struct {
	judges    map[string]*verifier
	enhancers map[string]*blanketWorker
	pairs     *smallWorker
	statement *asker
	effects   map[string]*effectWorker
}

// judge returns a worker for the strategy.
func (s *Scratch) judge(st separator.Strategy) *verifier {
	if s == nil {
		return &verifier{strategy: st, chooser: st.New()}
	}
	w := s.judges[st.Name]
	if w == nil {
		if s.judges == nil {
			s.judges = make(map[string]*verifier)
		}
		w = &verifier{strategy: st, chooser: st.New()}
		s.judges[st.Name] = w
	}
	return w
}

// small returns a worker for small graphs.
func (s *Scratch) small() *smallWorker {
	if s == nil {
		return new(smallWorker)
	}
	if s.pairs == nil {
		s.pairs = new(smallWorker)
	}
	return s.pairs
}

// blankets returns a worker for the strategy, enhanced.
func (s *Scratch) blankets(st separator.Strategy) *blanketWorker {
	if s == nil {
		return &blanketWorker{verifier: verifier{strategy: st, chooser: st.New()}}
	}
	w := s.enhancers[st.Name]
	if w == nil {
		if s.enhancers == nil {
			s.enhancers = make(map[string]*blanketWorker)
		}
		w = &blanketWorker{verifier: verifier{strategy: st, chooser: st.New()}}
		s.enhancers[st.Name] = w
	}
	return w
}

// asker returns a worker for an enumeration.
func (s *Scratch) asker(e *enumeration) *asker {
	a := new(asker)
	if s != nil {
		if s.statement == nil {
			s.statement = a
		}
		a = s.statement
	}
	a.reset(e)
	return a
}

// effect returns a worker with a judge of the given kind.
func (s *Scratch) effect(kind judgeKind) *effectWorker {
	if s == nil {
		return &effectWorker{judge: kind.new()}
	}
	w := s.effects[kind.name]
	if w == nil {
		if s.effects == nil {
			s.effects = make(map[string]*effectWorker)
		}
		w = &effectWorker{judge: kind.new()}
		s.effects[kind.name] = w
	}
	return w
}
