package format

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/graph"
)

// A Coding reads integer matrices in one code, for those who have many of them in memory
// and do not want them to pass through text. It serves any number of goroutines.
type Coding struct {
	table  *pairTable
	name   string
	turned bool
	scans  sync.Pool // of *cellScan
}

// NewCoding returns the coding that o states by its codes, orientation, class, mark-at and
// opposite-arcs, as for a matrix in a file. What the code leaves open must be stated.
func NewCoding(o Options) (*Coding, error) {
	i := slices.IndexFunc(codes, func(c code) bool { return c.name == o.Codes })
	if i < 0 {
		var names []string
		for _, c := range codes {
			names = append(names, c.name)
		}
		return nil, fmt.Errorf("unknown code %q: use one of %s", o.Codes, strings.Join(names, ", "))
	}
	c := codes[i].with(o)
	if err := c.checkOrientation("", o); err != nil {
		return nil, err
	}
	if c.asks && o.Orientation == "" {
		return nil, &AmbiguityError{
			Question: "does an entry in row i, column j mean i → j or j → i?",
			Option:   "orientation", Values: []string{rowToCol, colToRow},
		}
	}
	return &Coding{table: tableOf(c.pairs), name: c.name, turned: c.turned(o)}, nil
}

// Graph returns the graph of the matrix with the given cells, row by row. There are as many
// rows and columns as names.
func (c *Coding) Graph(names *graph.Names, cells []int8) (*graph.Graph, error) {
	edges, err := c.Edges(nil, names.Len(), cells)
	if err != nil {
		return nil, err
	}
	return graph.On(names, edges)
}

// Edges appends the edges of the matrix to list, by row and column of the cell above the diagonal.
func (c *Coding) Edges(list []graph.Edge, n int, cells []int8) ([]graph.Edge, error) {
	if len(cells) != n*n {
		return nil, fmt.Errorf("a matrix of %d cells for %d nodes: it must have %d", len(cells), n, n*n)
	}
	if n <= smallMatrix {
		if list, ok := c.edgesByPair(list, n, cells); ok {
			return list, nil
		}
		return nil, c.fault(n, cells)
	}
	s, _ := c.scans.Get().(*cellScan)
	if s == nil {
		s = new(cellScan)
	}
	defer c.scans.Put(s)
	if s.read(n, cells) {
		if list, ok := s.edges(list, c.table, c.turned); ok {
			return list, nil
		}
	}
	return nil, c.fault(n, cells)
}

// smallMatrix is the number of rows up to which the cells are looked up pair by pair: so few are in the
// cache, wherever they are.
const smallMatrix = 24

// edgesByPair is Edges for a small matrix, and reports whether all its cells mean some.
func (c *Coding) edgesByPair(list []graph.Edge, n int, cells []int8) ([]graph.Edge, bool) {
	for i := range n {
		row, column := cells[i*n:(i+1)*n], cells[i:]
		if row[i] != 0 {
			return nil, false
		}
		joined := uint32(0) // no branch depends on a cell, as in [wordsIn]
		for j := i + 1; j < n; j++ {
			bit := uint32(0)
			if row[j]|column[j*n] != 0 {
				bit = 1
			}
			joined |= bit << j
		}
		for ; joined != 0; joined &= joined - 1 {
			j := bits.TrailingZeros32(joined)
			var ok bool
			if list, ok = appendPair(list, c.table, c.turned, graph.Node(i), graph.Node(j), int16(row[j]), int16(column[j*n])); !ok {
				return nil, false
			}
		}
	}
	return list, true
}

// fault says what is wrong with a matrix that has no edges.
func (c *Coding) fault(n int, cells []int8) error {
	for i := range n {
		row := cells[i*n : (i+1)*n]
		if row[i] != 0 {
			return fmt.Errorf("row %d, column %[1]d: %d on the diagonal: an edge joins two nodes", i+1, row[i])
		}
		for j := i + 1; j < n; j++ {
			ij, ji := int16(row[j]), int16(cells[j*n+i])
			if c.turned {
				ij, ji = ji, ij
			}
			if ij|ji != 0 && c.table.edges(ij, ji) == nil {
				return fmt.Errorf("row %d, column %d: %d and, mirrored, %d mean no edge in the code %s", i+1, j+1, row[j], cells[j*n+i], c.name)
			}
		}
	}
	return errors.New("the matrix changed while it was read")
}
