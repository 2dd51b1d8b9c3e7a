package pipeline

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/graph"
)

// TestStore asks for files from many goroutines: each is read once, with its graph or its error, and a
// store without room reads each time.
func TestStore(t *testing.T) {
	const files, asked = 8, 50
	graphs := make([]*sepdist.Graph, files)
	for i := range graphs {
		graphs[i] = &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("", 0, i+1), nil)}
	}
	bad := errors.New("damaged")
	for _, full := range []bool{false, true} {
		s := NewStore()
		if full {
			s.room = 0
		}
		var reads [files]atomic.Int32
		var all sync.WaitGroup
		for k := range asked {
			all.Go(func() {
				for i := range files {
					i = (i + k) % files
					g, err := s.get(stored{"guess", fmt.Sprint(i), ""}, func() (*sepdist.Graph, error) {
						reads[i].Add(1)
						if i == 3 {
							return nil, bad
						}
						return graphs[i], nil
					})
					if i == 3 && err != bad || i != 3 && (err != nil || g != graphs[i]) {
						t.Errorf("file %d: %v, %v", i, g, err)
					}
				}
			})
		}
		all.Wait()
		want := int32(1)
		if full {
			want = asked
		}
		for i := range reads {
			if n := reads[i].Load(); n != want {
				t.Errorf("file %d was read %d times, want %d", i, n, want)
			}
		}
	}
}

// TestStoreRoles reads a file once as a truth and once as a guess, which may have options of their own.
func TestStoreRoles(t *testing.T) {
	s := NewStore()
	for _, role := range []string{"truth", "guess"} {
		want := &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("", 0, 2), nil)}
		if g, err := s.get(stored{role, "g.txt", ""}, func() (*sepdist.Graph, error) { return want, nil }); g != want || err != nil {
			t.Errorf("%s: %v, %v", role, g, err)
		}
	}
}
