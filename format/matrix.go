package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A matrix is what an array or a table says, before it is known what it means. Only
// the cells that are not 0 are kept, so that a sparse graph costs little more than
// the file.
type matrix struct {
	in        *input
	n         int
	names     []string // nil: the file has none
	nameless  bool     // and they are made up
	layers    [][]cell // by lag; one alone is no time series
	pairs     []pair   // lag 0, once it is matched
	loops     []cell   // its diagonal
	links     bool     // the cells are links such as -->, else numbers
	byName    bool     // rows were matched to columns by their names
	blankEnds bool     // every line of the text ends with a blank

	threshold *float64 // as stated, where numbers can be weights
	weights   bool     // there is a threshold and a number that is not 1; each stands as 1
	odd       float64  // the first number that is no small integer
	lightest  float64  // the smallest size of a number that is not 0
	turned    bool     // rows and columns were exchanged
}

// A cell is an entry that is not 0.
type cell struct {
	row, col int32
	value    int16 // see number and linkValue
}

// Values of numbers that are no small integers.
const (
	weight  = math.MaxInt16     // any other number
	missing = math.MaxInt16 - 1 // NaN
)

func newMatrix(in *input, o Options) *matrix {
	m := &matrix{in: in, layers: make([][]cell, 1), lightest: math.Inf(1)}
	if o.Threshold != nil && (o.Codes == "" || o.Codes == plain) {
		m.threshold = o.Threshold
	}
	return m
}

// number returns x as the value of a cell.
func (m *matrix) number(x float64) int16 {
	size := math.Abs(x)
	switch {
	case x == 0:
		return 0
	case x != x:
		return missing
	case m.threshold != nil:
		m.weights = m.weights || x != 1
		if size <= *m.threshold {
			return 0
		}
		return 1
	}
	m.lightest = min(m.lightest, size)
	if x == math.Trunc(x) && size < 1000 {
		return int16(x)
	}
	if m.odd == 0 {
		m.odd = x
	}
	return weight
}

// small is number for a whole number of one byte, where no threshold is stated.
func (m *matrix) small(v int16) int16 {
	if v != 0 && m.lightest > 1 {
		m.lightest = min(m.lightest, math.Abs(float64(v)))
	}
	return v
}

// add puts a value into a cell of a layer.
func (m *matrix) add(layer, row, col int, value int16) {
	if value != 0 {
		to := &m.layers[layer]
		if len(*to) == cap(*to) { // append alone would copy long lists more often
			*to = slices.Grow(*to, max(len(*to), 16))
		}
		*to = append(*to, cell{int32(row), int32(col), value})
	}
}

// reserve makes room for so many cells.
func (m *matrix) reserve(cells int) { m.layers[0] = slices.Grow(m.layers[0], cells) }

// show returns a value as the file has it.
func (m *matrix) show(value int16) string {
	switch {
	case m.links:
		return strconv.Quote(linkText(value))
	case value == missing:
		return "NaN"
	case value == weight:
		return "a number"
	}
	return strconv.Itoa(int(value))
}

// at says where a cell stands in the file.
func (m *matrix) at(row, col int32) string {
	if m.turned {
		row, col = col, row
	}
	if m.names == nil || m.nameless {
		return fmt.Sprintf("row %d, column %d", row+1, col+1)
	}
	if m.byName {
		return fmt.Sprintf("row %s, column %s", shown(m.names[row]), shown(m.names[col]))
	}
	return fmt.Sprintf("row %d (%s), column %d (%s)", row+1, shown(m.names[row]), col+1, shown(m.names[col]))
}

// turn exchanges rows and columns.
func (m *matrix) turn() {
	m.turned = !m.turned
	for i, p := range m.pairs {
		m.pairs[i].up, m.pairs[i].down = p.down, p.up
	}
	for _, cells := range m.layers {
		for i, c := range cells {
			cells[i].row, cells[i].col = c.col, c.row
		}
	}
}

// A pair is what stands in the cells [lo,hi] and [hi,lo]. One of them is not 0.
type pair struct {
	lo, hi   int32
	up, down int16
}

// match brings the two cells of each pair of lag 0 together.
func (m *matrix) match() {
	if m.pairs != nil || m.loops != nil {
		return
	}
	cells := m.layers[0]
	m.layers[0] = nil
	sortPairs(cells, m.n)
	m.pairs = make([]pair, 0, len(cells))
	var before cell
	for i, c := range cells {
		beside := i > 0 && c.pair() == before.pair()
		if beside && c.row == before.row {
			m.refuse(m.at(c.row, c.col)+" occurs twice", "")
		}
		before = c
		switch {
		case c.row == c.col:
			m.loops = append(m.loops, c)
		case beside:
			p := &m.pairs[len(m.pairs)-1]
			if p.up != 0 && p.down != 0 {
				m.refuse(m.at(c.row, c.col)+" occurs twice", "")
			}
			p.set(c)
		case c.row < c.col:
			m.pairs = append(m.pairs, pair{c.row, c.col, c.value, 0})
		default:
			m.pairs = append(m.pairs, pair{c.col, c.row, 0, c.value})
		}
	}
}

// pair returns what c has in common with its mirror image and with no other cell: the lower of row and
// column, then the higher.
func (c cell) pair() uint64 {
	return uint64(min(c.row, c.col))<<32 | uint64(max(c.row, c.col))
}

func (p *pair) set(c cell) {
	if c.row < c.col {
		p.up = c.value
	} else {
		p.down = c.value
	}
}

// sortPairs sorts cells of an n × n matrix so that [i,j] and [j,i] stand side by
// side, by the lower of i and j, then by the higher. Of the same cell the first stays first.
// O(n + cells).
func sortPairs(cells []cell, n int) {
	sorted := 1
	for sorted < len(cells) && cells[sorted-1].pair() <= cells[sorted].pair() {
		sorted++
	}
	if sorted >= len(cells) { // as of a DAG in a topological order
		return
	}
	byLow, byHigh := make([]int32, n+1), make([]int32, n+1)
	for _, c := range cells {
		byLow[min(c.row, c.col)+1]++
		byHigh[max(c.row, c.col)+1]++
	}
	for v := range n {
		byLow[v+1] += byLow[v]
		byHigh[v+1] += byHigh[v]
	}
	half := make([]cell, len(cells))
	for _, c := range cells {
		to := &byHigh[max(c.row, c.col)]
		half[*to] = c
		*to++
	}
	for _, c := range half {
		to := &byLow[min(c.row, c.col)]
		cells[*to] = c
		*to++
	}
}

// sortRows sorts cells of an n × n matrix by row, then column: two counting sorts.
func sortRows(cells []cell, n int) {
	half := make([]cell, len(cells))
	next := make([]int, n+1)
	pass := func(from, to []cell, key func(c cell) int32) {
		clear(next)
		for _, c := range from {
			next[key(c)+1]++
		}
		for v := range n {
			next[v+1] += next[v]
		}
		for _, c := range from {
			k := key(c)
			to[next[k]] = c
			next[k]++
		}
	}
	pass(cells, half, func(c cell) int32 { return c.col })
	pass(half, cells, func(c cell) int32 { return c.row })
}
