package compare

import "sync"

// A Store keeps the graphs of files, so that each is read once, whatever the number of its pairs and
// of workers. It keeps them so long as there is room.
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

// A stored file may be read in another way as a truth than as a guess.
type stored struct{ role, path string }

type storedGraph struct {
	once sync.Once
	g    *Graph
	err  error
}

// get returns the graph of a file, which read reads where it is not known. It must not be changed.
func (s *Store) get(key stored, read func() (*Graph, error)) (*Graph, error) {
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
		nodes, edges := k.g.size()
		s.mu.Lock()
		s.room -= nodes + edges
		s.mu.Unlock()
	})
	return k.g, k.err
}
