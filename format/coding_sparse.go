package format

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// SparseEdges returns the edges of a matrix in CSR form: row i has the columns and values from
// rows[i] to rows[i+1].
func (c *Coding) SparseEdges(n int, rows, cols []int32, values []int8) ([]graph.Edge, error) {
	if n < 0 || len(rows) != n+1 || len(cols) != len(values) || rows[0] != 0 || int(rows[n]) != len(cols) {
		return nil, fmt.Errorf("a sparse matrix of %d rows, %d columns and %d values for %d nodes: it is damaged", len(rows)-1, len(cols), len(values), n)
	}
	// Each entry with the lower node first, so that the two of a pair come together.
	type entry struct {
		lo, hi   int32
		up, down int16
	}
	list := make([]entry, 0, len(cols))
	for i := range int32(n) {
		if rows[i] > rows[i+1] {
			return nil, fmt.Errorf("row %d of the sparse matrix ends before it begins", i+1)
		}
		for k := rows[i]; k < rows[i+1]; k++ {
			j, value := cols[k], int16(values[k])
			switch {
			case j < 0 || int(j) >= n:
				return nil, fmt.Errorf("row %d: column %d of %d", i+1, j+1, n)
			case value == 0:
			case i == j:
				return nil, fmt.Errorf("row %d, column %[1]d: %d on the diagonal: an edge joins two nodes", i+1, value)
			case i < j:
				list = append(list, entry{i, j, value, 0})
			default:
				list = append(list, entry{j, i, 0, value})
			}
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	edges := make([]graph.Edge, 0, len(list))
	for k := 0; k < len(list); k++ {
		e := list[k]
		for ; k+1 < len(list) && list[k+1].lo == e.lo && list[k+1].hi == e.hi; k++ {
			if other := list[k+1]; e.up != 0 && other.up != 0 || e.down != 0 && other.down != 0 {
				return nil, fmt.Errorf("row %d, column %d stands in the sparse matrix twice", e.lo+1, e.hi+1)
			}
			e.up, e.down = e.up+list[k+1].up, e.down+list[k+1].down
		}
		ij, ji := e.up, e.down
		if c.turned {
			ij, ji = ji, ij
		}
		between := c.table.edges(ij, ji)
		if between == nil {
			return nil, fmt.Errorf("row %d, column %d: %d and, mirrored, %d mean no edge in the code %s", e.lo+1, e.hi+1, e.up, e.down, c.name)
		}
		for _, f := range between {
			edges = append(edges, graph.Edge{X: graph.Node(e.lo), Y: graph.Node(e.hi), AtX: f.AtX, AtY: f.AtY})
		}
	}
	return edges, nil
}
