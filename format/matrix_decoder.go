package format

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
)

// A decoder translates the pairs of a matrix into edges.
type decoder struct {
	code    code
	table   *pairTable
	turned  bool         // rows and columns are exchanged, compared with the pairs of the code
	weights bool         // every number other than 0 counts as 1
	nan     []graph.Edge // the meaning of two NaN
}

// newDecoder returns the decoder of a code whose meaning does not depend on the entries.
func newDecoder(c code, o Options) *decoder {
	nan := graph.Bidirected(0, 1)
	if o.NaN == "undirected" {
		nan = graph.Undirected(0, 1)
	}
	return &decoder{code: c, table: tableOf(c.pairs), turned: c.turned(o), nan: []graph.Edge{nan}}
}

// edges returns the meaning of a pair, drawn from node 0 (lo) to node 1 (hi), or nil if the code
// does not have it.
func (d *decoder) edges(p pair) []graph.Edge {
	up, down := p.up, p.down
	if d.turned {
		up, down = down, up
	}
	if d.weights || up >= missing {
		if up == missing && down == missing {
			return d.nan
		}
		up, down = d.one(up), d.one(down)
	}
	return d.table.edges(up, down)
}

// one returns 1 for a weight.
func (d *decoder) one(value int16) int16 {
	if d.weights && value != 0 && value != missing {
		return 1
	}
	return value
}

// append appends the edges of a pair, and reports whether there are some.
func (d *decoder) append(list []graph.Edge, p pair) ([]graph.Edge, bool) {
	between := d.edges(p)
	for _, e := range between {
		list = append(list, graph.Edge{X: graph.Node(p.lo), Y: graph.Node(p.hi), AtX: e.AtX, AtY: e.AtY})
	}
	return list, between != nil
}

// lagged returns the meaning of an entry at a lag, drawn from the earlier node to the later one.
func (d *decoder) lagged(value int16, links bool) []graph.Edge {
	if links {
		return d.table.edges(value, mirrorLink(value))
	}
	return d.table.edges(d.one(value), 0)
}

// oneBased is a matrix for errors that count rows from 1.
var oneBased = &matrix{first: 1}

// A Coding reads integer matrices in one code, for callers with many of them in memory. It may be
// used by several goroutines at once.
type Coding struct {
	decoder
	dropLoops bool
	scratch   sync.Pool // of *codingScratch
}

type codingScratch struct {
	layer
	npy.Finder
	pairs []pair
}

// Coding returns the coding that o states by codes, orientation, class, mark-at, opposite-arcs
// and drop-self-loops, as for a matrix in a file. Nothing is inferred.
func (o Options) Coding() (*Coding, error) {
	if o.Codes == "" || o.check() != nil {
		return nil, new(Options).Set("codes", o.Codes)
	}
	c := codeNamed(o.Codes).with(o)
	if err := c.checkOrientation("", o); err != nil {
		return nil, err
	}
	if c.asks && o.Orientation == "" {
		return nil, &AmbiguityError{
			Question: "does an entry in row i, column j mean i → j or j → i?",
			Option:   "orientation", Values: []string{rowToCol, colToRow},
		}
	}
	return &Coding{decoder: *newDecoder(c, o), dropLoops: o.DropSelfLoops}, nil
}

// Edges appends the edges of the n × n matrix with the given cells, row by row, to list. They are
// ordered by the lower node, then the higher one.
func (c *Coding) Edges(list []graph.Edge, n int, cells []int8) ([]graph.Edge, error) {
	if len(cells) != n*n {
		return nil, fmt.Errorf("a matrix of %d cells for %d nodes: it must have %d", len(cells), n, n*n)
	}
	s, _ := c.scratch.Get().(*codingScratch)
	if s == nil {
		s = new(codingScratch)
	}
	defer c.scratch.Put(s)
	s.reset()
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(cells))), len(cells))
	for k := 0; k < len(data); k += npy.PartSize {
		for _, i := range s.Nonzero(data[k:min(k+npy.PartSize, len(data))], 1) {
			at := k + int(i)
			s.add(int32(at/n), int32(at%n), int16(cells[at]))
		}
	}
	s.sortRowByRow(n)
	if len(s.loops) > 0 && !c.dropLoops {
		return nil, oneBased.selfLoop(s.loops[0])
	}
	s.pairs = s.appendPairs(s.pairs[:0])
	for _, p := range s.pairs {
		var ok bool
		if list, ok = c.append(list, p); !ok {
			return nil, oneBased.noEdge(p, &c.decoder)
		}
	}
	return list, nil
}
