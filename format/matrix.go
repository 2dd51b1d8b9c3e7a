package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/try"
)

// A matrix holds the entries of an array or a table before it is known what they mean. Sources
// fill it with [matrix.add]; [matrix.document] turns it into a graph.
type matrix struct {
	file      string // as the caller named it, for errors
	n         int    // rows, and columns
	first     int    // the number of the first row in messages
	names     []string
	generated bool // the names are not those of the source

	scratch *matrixScratch // memory of another matrix to use again, or nil

	now    layer     // the entries without a lag
	pairs  []pair    // of now, after match
	lagged [][]entry // the entries at lag 1, 2, ...; if empty, the matrix is not a time series
	links  bool      // the entries are links such as -->; otherwise they are numbers

	byName    bool // rows were matched to columns by their names
	blankEnds bool // every line of the text ends with a blank
	npy       bool // a file of NumPy, which programs in R do not write

	threshold *float64 // as stated, if numbers can be weights
	weighted  bool     // there is a threshold, and a number that is not 1; each number is stored as 1
	odd       float64  // the first number that is not a small integer
	lightest  float64  // the smallest size of a number that is not 0
}

// Values of entries that are not small integers.
const (
	weight  = math.MaxInt16     // any other number
	missing = math.MaxInt16 - 1 // NaN
	light   = math.MaxInt16 - 2 // 1, if it is not above the threshold
)

func newMatrix(file string, o Options) *matrix {
	m := &matrix{file: file, first: 1, lightest: math.Inf(1)}
	if o.Threshold != nil && (o.Codes == "" || o.Codes == plain) {
		m.threshold = o.Threshold
	}
	return m
}

// number returns x as the value of an entry.
func (m *matrix) number(x float64) int16 {
	size := math.Abs(x)
	switch {
	case x == 0:
		return 0
	case x != x:
		return missing
	case m.threshold != nil:
		m.weighted = m.weighted || x != 1
		switch {
		case size > *m.threshold:
			return 1
		case x == 1:
			return light
		}
		return 0
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

// small is number for an integer of one byte if there is no threshold.
func (m *matrix) small(v int16) int16 {
	if v != 0 && m.lightest > 1 {
		m.lightest = min(m.lightest, math.Abs(float64(v)))
	}
	return v
}

// add adds the entry of a row and column at a lag.
func (m *matrix) add(lag, row, col int, value int16) {
	switch {
	case value == 0:
	case lag == 0:
		m.now.add(int32(row), int32(col), value)
	default:
		m.setLags(lag)
		m.lagged[lag-1] = append(m.lagged[lag-1], entry{int32(row), int32(col), value})
	}
}

// setLags makes the matrix a time series with lags up to most, at least.
func (m *matrix) setLags(most int) {
	for len(m.lagged) < most {
		m.lagged = append(m.lagged, nil)
	}
}

// settleOnes decides about numbers 1 that are not above the threshold: they are small weights beside other
// numbers, and edges in a matrix of 0 and 1, which has no weights.
func (m *matrix) settleOnes(d *Document) {
	if m.threshold == nil || *m.threshold < 1 {
		return
	}
	found := false
	settle := func(list *[]entry) {
		*list = slices.DeleteFunc(*list, func(e entry) bool { return e.value == light && m.weighted })
		for i := range *list {
			if e := &(*list)[i]; e.value == light {
				e.value, found = 1, true
			}
		}
	}
	settle(&m.now.above)
	settle(&m.now.below)
	settle(&m.now.loops)
	for i := range m.lagged {
		settle(&m.lagged[i])
	}
	if found {
		d.note("all entries are 0 and 1: the threshold is for weights and was not applied")
	}
}

// match pairs the entries (i,j) and (j,i).
func (m *matrix) match() {
	if e, twice := m.now.sort(m.n); twice {
		m.refuse(m.at(e.row, e.col)+" occurs twice", "")
	}
	if m.scratch != nil {
		m.pairs = m.now.appendPairs(m.scratch.pairs[:0])
		m.scratch.pairs = m.pairs
		return
	}
	m.pairs = m.now.appendPairs(make([]pair, 0, len(m.now.above)+len(m.now.below)))
	m.now.above, m.now.below = nil, nil
}

// show returns a value as the source has it.
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

// at describes the place of an entry in the source.
func (m *matrix) at(row, col int32) string {
	i, j := int(row)+m.first, int(col)+m.first
	if m.names == nil || m.generated {
		return fmt.Sprintf("row %d, column %d", i, j)
	}
	if m.byName {
		return fmt.Sprintf("row %s, column %s", shown(m.names[row]), shown(m.names[col]))
	}
	return fmt.Sprintf("row %d (%s), column %d (%s)", i, shown(m.names[row]), j, shown(m.names[col]))
}

// error returns a [*FileError] about the matrix.
func (m *matrix) error(why, do string) error { return &FileError{File: m.file, Why: why, Do: do} }

// optionError is error with advice about an option.
func (m *matrix) optionError(why, use string, options ...any) error {
	return &FileError{File: m.file, Why: why, use: advice.Textf(use, options...)}
}

// refuse ends the reader with a [*FileError].
func (m *matrix) refuse(why, do string) { try.Check(m.error(why, do)) }

// ask ends the reader with an [*AmbiguityError].
func (m *matrix) ask(option, question string, values ...string) {
	try.Check(&AmbiguityError{File: m.file, Option: option, Values: values, Question: question})
}
