package format

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/try"
)

// An Array is a square matrix in memory, described as NumPy describes it. It may have a further
// index for lags, as in [Formats] under npy.
type Array struct {
	Data    []byte // begins with the first element; not copied
	Type    string // of the elements, as in NumPy's dtype.str: |i1, <f8, <U3
	Shape   []int  // the length of each index
	Strides []int  // bytes between neighbours along each index; nil: the last index runs fastest
}

// Nodes describe the nodes of a matrix in memory.
type Nodes struct {
	Names []string // nil: the names that its code generates
	First int      // the number of the first row in messages: 0 as in Python, or 1 as in R
}

// Read returns the graph of the array, with the same options, inference and messages as for a file.
// The name is used in errors; it may be empty.
func (a *Array) Read(name string, nodes Nodes, o Options) (*Document, error) {
	return readMemory(name, nodes, o, func(m *matrix, o Options) {
		checkArray(name, "", a.elements(name).fill(m, o))
	})
}

// elements returns the array to read its elements.
func (a *Array) elements(name string) array {
	e, err := npy.Memory(a.Data, a.Type, a.Shape, a.Strides)
	checkArray(name, "", err)
	return array{e}
}

// A SparseArray is a sparse matrix of N rows and columns in memory, as in SciPy.
type SparseArray struct {
	// Layout is csr, csc or coo. Rows and Cols are the row and the column of each value (coo).
	// For csr, Rows is the index of the first value of each row (indptr) instead, followed by
	// the number of values; for csc, Cols is.
	Layout             string
	N                  int
	Rows, Cols, Values Array
}

// Read returns the graph of the matrix: see [Array.Read].
func (s *SparseArray) Read(name string, nodes Nodes, o Options) (*Document, error) {
	return readMemory(name, nodes, o, func(m *matrix, _ Options) {
		if m.n = s.N; m.n <= 0 {
			m.refuse(fmt.Sprintf("a matrix of %d rows", m.n), "")
		}
		row, col := s.Rows.elements(name).integers(name, "of rows"), s.Cols.elements(name).integers(name, "of columns")
		m.addSparse(s.Layout, row, col, s.Values.elements(name), "of values")
	})
}

// A matrixScratch is memory for reading a matrix. Programs read many arrays of one size, one after another.
type matrixScratch struct {
	now   layer
	pairs []pair
	edges []graph.Edge
}

var scratches sync.Pool // of *matrixScratch

// readMemory returns the document of a matrix in memory.
func readMemory(name string, nodes Nodes, o Options, fill func(m *matrix, o Options)) (*Document, error) {
	return askAll(o, func(o Options) (*Document, error) { return readFilled(name, nodes, o, fill) })
}

// readFilled is readMemory up to the first question.
func readFilled(name string, nodes Nodes, o Options, fill func(m *matrix, o Options)) (_ *Document, err error) {
	defer try.Catch(&err)
	try.Check(o.check())
	m := newMatrix(name, o)
	m.first = nodes.First
	m.scratch, _ = scratches.Get().(*matrixScratch)
	if m.scratch == nil {
		m.scratch = new(matrixScratch)
	}
	m.now = m.scratch.now
	m.now.reset()
	defer func() {
		m.scratch.now = m.now
		scratches.Put(m.scratch)
	}()
	fill(m, o)
	if m.names = nodes.Names; m.names != nil && len(m.names) != m.n {
		m.refuse(fmt.Sprintf("%d names for a matrix of %d rows", len(m.names), m.n), "")
	}
	return m.document(o)
}

// An array is one of NumPy that is read as a matrix, or as a part of one.
type array struct{ *npy.Array }

// checkArray ends the reader if err is not nil, with an error that names the file and the array in
// it.
func checkArray(file, member string, err error) {
	var e *npy.Error
	var ask *AmbiguityError
	switch {
	case err == nil:
	case errors.As(err, &ask):
		try.Check(err)
	case !errors.As(err, &e):
		try.Check(readError(file, err))
	case member != "":
		try.Check(&FileError{File: file, Why: "the array " + shown(member) + ": " + e.Why, Do: e.Do})
	default:
		try.Check(&FileError{File: file, Why: e.Why, Do: e.Do})
	}
}

// axes are the roles of the indices of an array.
type axes struct {
	row, col int
	lag      int // -1: none
	lagCol   int // the lag of the column, if rows and columns have a lag each; otherwise -1
}

// axesOf finds the roles by the shape. tigramite has the lag last, [i,j,lag], and in its graphs of
// time series one lag for each end. A stack of matrices has it first, [lag,i,j], as VAR-LiNGAM.
func (a array) axesOf(file string, o Options) (axes, error) {
	s := a.Shape
	switch {
	case slices.Contains(s, 0):
		return axes{}, &npy.Error{Why: fmt.Sprintf("an array of shape %v is empty", s)}
	case len(s) == 2 && s[0] == s[1]:
		return axes{0, 1, -1, -1}, nil
	case len(s) == 4 && s[0] == s[1] && s[2] == s[3] && (a.Texts() || s[2] == 1):
		return axes{0, 1, 2, 3}, nil
	case len(s) != 3 || s[0] != s[1] && s[1] != s[2]:
		return axes{}, &npy.Error{Why: fmt.Sprintf("an array of shape %v is not a square matrix", s)}
	}
	last, first := axes{0, 1, 2, -1}, axes{1, 2, 0, -1}
	switch {
	case s[0] != s[1]:
		return first, nil
	case s[1] != s[2] || a.Texts() || o.Codes == links:
		return last, nil
	case a.Kind == 'f' || o.Codes == plain || o.Threshold != nil:
		return first, nil
	}
	return axes{}, &AmbiguityError{File: file, Option: "codes", Values: []string{links, plain},
		Question: fmt.Sprintf("is the lag the last index of the array of the shape %v, as in tigramite, or the first, as in a stack of matrices?", s)}
}

// fill adds the elements of the array to an empty matrix.
func (a array) fill(m *matrix, o Options) error {
	x, err := a.axesOf(m.file, o)
	if err != nil {
		return err
	}
	m.n, m.links = a.Shape[x.row], a.Texts()
	switch {
	case x.lagCol >= 0:
		err = a.fold(m, x)
	case x.lag >= 0:
		err = a.values(m, x, func(k int, v int16) {
			at := a.Index(k)
			m.add(at[x.lag], at[x.row], at[x.col], v)
		})
		if err == nil {
			m.setLags(a.Shape[x.lag] - 1)
		}
	default:
		err = a.entries(m)
	}
	return err
}

// entries fills a matrix without lags.
func (a array) entries(m *matrix) error {
	value := a.valuer(m)
	err := a.Parts(func(first int, data []byte, nonzero []int32) error {
		for _, i := range nonzero {
			v, err := value(data[int(i)*a.Size : (int(i)+1)*a.Size])
			at := first + int(i)
			row, col := int32(at/m.n), int32(at%m.n)
			if err != nil {
				if a.Fortran {
					row, col = col, row
				}
				return m.located(err, row, col)
			}
			if v != 0 {
				m.now.add(row, col, v)
			}
		}
		return nil
	})
	m.now.sortRowByRow(m.n)
	if a.Fortran {
		m.now.transpose()
	}
	return err
}

// values calls put for each element that is not 0, with its position in the array.
func (a array) values(m *matrix, x axes, put func(k int, v int16)) error {
	value := a.valuer(m)
	return a.Each(func(k int, e []byte) error {
		v, err := value(e)
		if err != nil {
			at := a.Index(k)
			return m.located(err, int32(at[x.row]), int32(at[x.col]))
		}
		if v != 0 {
			put(k, v)
		}
		return nil
	})
}

// located returns an error about an element with its row and column.
func (m *matrix) located(err error, row, col int32) error {
	if e, ok := errors.AsType[*npy.Error](err); ok {
		return &npy.Error{Why: m.at(row, col) + ": " + e.Why, Do: e.Do}
	}
	return err
}

// valuer returns the function that turns an element into the value of an entry.
func (a array) valuer(m *matrix) func(e []byte) (int16, error) {
	if a.Texts() {
		return func(e []byte) (int16, error) { return linkIn(a.Text(e)) }
	}
	if a.Size == 1 && m.threshold == nil {
		signed := a.Kind == 'i'
		return func(e []byte) (int16, error) {
			if signed {
				return m.small(int16(int8(e[0]))), nil
			}
			return m.small(int16(e[0])), nil
		}
	}
	return func(e []byte) (int16, error) {
		x := a.Number(e)
		if math.IsInf(x, 0) {
			return 0, &npy.Error{Why: "an entry is infinite"}
		}
		return m.number(x), nil
	}
}

// linkIn returns the value of a text that should be a link.
func linkIn(s string) (int16, error) {
	if s == "" {
		return 0, nil
	}
	if v, ok := linkValue([]byte(s)); ok {
		return v, nil
	}
	if link, finished := isLink([]byte(s)); link && !finished {
		return 0, &npy.Error{Why: "the link " + clipped(s) + " is of a graph that is not finished, or of background knowledge"}
	}
	return 0, &npy.Error{Why: clipped(s) + " is not a link such as -->"}
}

// fold fills a matrix from an array with a lag for each end. All its links must be the same at all
// times.
func (a array) fold(m *matrix, x axes) error {
	type place struct{ row, col, from, to int }
	type link struct {
		place
		value int16
	}
	var list []link
	now := make(map[place]int16) // the links with an end at time t
	err := a.values(m, x, func(k int, v int16) {
		at := a.Index(k)
		p := place{at[x.row], at[x.col], at[x.lag], at[x.lagCol]}
		list = append(list, link{p, v})
		if min(p.from, p.to) == 0 {
			now[p] = v
		}
	})
	steps := a.Shape[x.lag]
	if err == nil && steps == 1 { // not a time series
		for _, l := range list {
			m.add(0, l.row, l.col, l.value)
		}
	}
	if err != nil || steps == 1 {
		return err
	}
	times := make(map[place]int)
	for _, l := range list {
		shift := min(l.from, l.to)
		p := place{l.row, l.col, l.from - shift, l.to - shift}
		if now[p] != l.value || now[place{p.col, p.row, p.to, p.from}] != mirrorLink(l.value) {
			return m.notStationary(l.row, l.col, l.from, l.to)
		}
		times[p]++
	}
	m.setLags(steps - 1)
	for _, l := range list {
		switch {
		case min(l.from, l.to) > 0:
		case times[l.place] != steps-max(l.from, l.to):
			return m.notStationary(l.row, l.col, l.from, l.to)
		case l.to == 0:
			m.add(l.from, l.row, l.col, l.value)
		}
	}
	return nil
}

func (m *matrix) notStationary(row, col, from, to int) error {
	return m.error(fmt.Sprintf("the link of %s from time t-%d to t-%d is not the same at all times, or has no mirror image",
		m.at(int32(row), int32(col)), from, to), "save the stationary graph of three dimensions")
}
