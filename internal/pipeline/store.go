package pipeline

import (
	"sync"

	"github.com/sepdist/sepdist"
)

// A Store keeps the graphs of files, so that each is read once for all its pairs and all workers. It keeps them as long
// as there is room.
type Store struct {
	mu     sync.Mutex
	graphs map[stored]*storedGraph
	room   int // nodes and edges that may still be kept
}

// NewStore returns an empty store.
func NewStore() *Store {
	const room = 4 << 20 // nodes and edges, of some 20 bytes each
	return &Store{graphs: make(map[stored]*storedGraph), room: room}
}

// A stored is the key of a file, which may be read with other options as a truth than as a guess.
type stored struct{ role, path, settings string }

type storedGraph struct {
	once sync.Once
	g    *sepdist.Graph
	err  error
}

// get returns the graph of a file, and calls read if it is not known. The graph must not be changed.
func (s *Store) get(key stored, read func() (*sepdist.Graph, error)) (*sepdist.Graph, error) {
	s.mu.Lock()
	k := s.graphs[key]
	if k == nil && s.room > 0 {
		k = new(storedGraph)
		s.graphs[key] = k
	}
	s.mu.Unlock()
	if k == nil {
		return read()
	}
	k.once.Do(func() {
		if k.g, k.err = read(); k.err != nil {
			return
		}
		s.mu.Lock()
		s.room -= k.g.N() + k.g.M()
		s.mu.Unlock()
	})
	return k.g, k.err
}
