package independence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// A strata tests by contingency tables, one for each combination of values of the set: chi-square
// and g-square.
type strata struct {
	table *Table
	g     bool
}

func (s *strata) worker() worker {
	most := 0
	for i := range s.table.Columns {
		most = max(most, s.table.Columns[i].Levels)
	}
	w := &strataWorker{strata: s, rows: make([]int32, s.table.Rows), of: make([]int32, s.table.Rows)}
	w.x.local, w.y.local = make([]int32, most), make([]int32, most)
	return w
}

type strataWorker struct {
	*strata
	rows  []int32 // sorted by stratum
	ends  []int32 // where each stratum ends in rows
	of    []int32 // the stratum of each row
	x, y  margin
	cells []int32
	keys  []int64
}

// A margin counts the rows of a stratum by the value of one column.
type margin struct {
	local []int32 // by level: its place among those that occur, plus 1
	seen  []int32 // levels that occur
	count []int32
}

func (m *margin) clear() {
	for _, level := range m.seen {
		m.local[level] = 0
	}
	m.seen, m.count = m.seen[:0], m.count[:0]
}

func (m *margin) add(level int32) int32 {
	at := m.local[level]
	if at == 0 {
		m.seen, m.count = append(m.seen, level), append(m.count, 0)
		at = int32(len(m.seen))
		m.local[level] = at
	}
	m.count[at-1]++
	return at - 1
}

// given sorts the rows by stratum.
func (w *strataWorker) given(set []int32) {
	clear(w.of)
	count := int32(1)
	for _, column := range set {
		c := &w.table.Columns[column]
		next := make(map[int64]int32)
		for row, code := range c.Codes {
			key := int64(w.of[row])*int64(c.Levels) + int64(code)
			at, ok := next[key]
			if !ok {
				at = int32(len(next))
				next[key] = at
			}
			w.of[row] = at
		}
		count = int32(len(next))
	}
	w.ends = slices.Grow(w.ends[:0], int(count))[:count]
	clear(w.ends)
	for _, at := range w.of {
		w.ends[at]++
	}
	sum := int32(0)
	for i, n := range w.ends {
		w.ends[i] = sum
		sum += n
	}
	for row, at := range w.of {
		w.rows[w.ends[at]] = int32(row)
		w.ends[at]++
	}
}

func (w *strataWorker) test(x, y int32) Result {
	cx, cy := &w.table.Columns[x], &w.table.Columns[y]
	statistic, df := 0.0, 0.0
	lo := int32(0)
	for _, hi := range w.ends {
		v, more := w.stratum(cx.Codes, cy.Codes, w.rows[lo:hi])
		statistic, df = statistic+v, df+more
		lo = hi
	}
	statistic = max(0, statistic) // rounding
	r := Result{P: 1, Statistic: statistic}
	if df > 0 {
		r.P = mathext.GammaIncRegComp(df/2, statistic/2)
	}
	if least := min(cx.Levels, cy.Levels) - 1; least > 0 {
		r.Effect = min(1, math.Sqrt(statistic/float64(w.table.Rows)/float64(least)))
	}
	return r
}

// denseCells is the number of cells up to which all cells of a table are visited.
const denseCells = 1 << 12

// stratum returns the statistic and the degrees of freedom of one table.
func (w *strataWorker) stratum(xs, ys, rows []int32) (statistic, df float64) {
	if len(rows) < 2 {
		return 0, 0
	}
	w.x.clear()
	w.y.clear()
	w.keys = w.keys[:0]
	for _, row := range rows {
		i, j := w.x.add(xs[row]), w.y.add(ys[row])
		w.keys = append(w.keys, int64(i)<<32|int64(j))
	}
	r, c, n := len(w.x.count), len(w.y.count), float64(len(rows))
	if r < 2 || c < 2 {
		return 0, 0
	}
	term := func(key int64, observed float64) float64 {
		expected := float64(w.x.count[key>>32]) * float64(w.y.count[key&math.MaxUint32]) / n
		off := observed - expected
		switch {
		case !w.g:
			return off * off / expected
		case observed == 0:
			return 2 * expected
		}
		// The sum of observed - expected over all cells is 0. Without it, terms of both signs cancel.
		return 2 * (observed*math.Log1p(off/expected) - off)
	}
	if r*c <= denseCells {
		w.cells = slices.Grow(w.cells[:0], r*c)[:r*c]
		clear(w.cells)
		for _, key := range w.keys {
			w.cells[int(key>>32)*c+int(key&math.MaxUint32)]++
		}
		for at, observed := range w.cells {
			statistic += term(int64(at/c)<<32|int64(at%c), float64(observed))
		}
		return statistic, float64(r-1) * float64(c-1)
	}
	slices.Sort(w.keys)
	rest := n // expected in cells without rows
	for lo := 0; lo < len(w.keys); {
		key, hi := w.keys[lo], lo
		for hi < len(w.keys) && w.keys[hi] == key {
			hi++
		}
		statistic += term(key, float64(hi-lo))
		rest -= float64(w.x.count[key>>32]) * float64(w.y.count[key&math.MaxUint32]) / n
		lo = hi
	}
	if rest = max(0, rest); w.g {
		rest *= 2
	}
	return statistic + rest, float64(r-1) * float64(c-1)
}
