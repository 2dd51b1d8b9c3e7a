package task

import (
	"sync"

	"github.com/sepdist/sepdist/internal/model"
)

// A Scratch keeps the working memory of one measurement for the next, which saves allocations when
// many graphs are compared. It serves one measurement at a time. A nil Scratch keeps nothing.
type Scratch struct {
	mu     sync.Mutex
	others []*Scratch // of the workers after the first
	kept   [slots]map[string]any
}

// A Slot is a kind of worker that a [Scratch] keeps.
type Slot uint8

const (
	SmallSeparations Slot = iota
	Verifiers             // by strategy
	Unions                // by strategy
	Blankets              // by strategy
	Enumerators
	SmallEffects
	Effects // by kind of adjustment set
	slots
)

// ForWorker returns the memory of a worker.
func (s *Scratch) ForWorker(worker int) *Scratch {
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

// Reuse returns the worker that s keeps in a slot under a name. If there is none, it creates one.
func Reuse[T any](s *Scratch, slot Slot, name string, create func() *T) *T {
	if s == nil {
		return create()
	}
	if w, ok := s.kept[slot][name].(*T); ok {
		return w
	}
	if s.kept[slot] == nil {
		s.kept[slot] = make(map[string]any)
	}
	w := create()
	s.kept[slot][name] = w
	return w
}

// Tables keep the exact counts of one s/c-metric between two graphs for the next one between the same
// graphs, in either direction. They serve any number of goroutines; nil Tables keep nothing.
type Tables struct {
	once sync.Once
	kept any // defined by package statements
}

// KeptTables returns the value that t keeps, a new one at first, and nil if t is nil.
func KeptTables[T any](t *Tables) *T {
	if t == nil {
		return nil
	}
	t.once.Do(func() { t.kept = new(T) })
	return t.kept.(*T)
}

// A CachedLayout keeps the layout of the last model, since many metrics and many guesses share one truth.
type CachedLayout[G any] struct {
	Graph G
	Model *model.Model
	ok    bool // the model has such a layout
}

// Reset lays out a model and reports whether that is possible.
func (l *CachedLayout[G]) Reset(m *model.Model, layOut func(*G, *model.Model) bool) bool {
	if l.Model != m {
		l.Model, l.ok = m, layOut(&l.Graph, m)
	}
	return l.ok
}
