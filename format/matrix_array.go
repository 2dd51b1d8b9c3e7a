package format

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/internal/npy"
)

// An array is one of NumPy that is to be read as a matrix.
type array struct{ *npy.Array }

// refuseArray puts the name of the file, and of the array in it, into an error that
// has none.
func (in *input) refuseArray(member string, err error) error {
	var e *npy.Error
	var ask *AmbiguityError
	switch {
	case errors.As(err, &ask):
		return err
	case !errors.As(err, &e):
		return in.readError(err)
	}
	why := e.Why
	if member != "" {
		why = "the array " + shown(member) + ": " + why
	}
	return in.refuse(why, e.Do)
}

// axes say which index of an array is which.
type axes struct {
	row, col int
	lag      int // -1: none
	lagCol   int // where rows and columns have a lag each, that of the column; else -1
}

// axesOf finds the axes by the shape. tigramite has the lag last, [i,j,lag], and its
// graphs of time series one lag for each end; a stack of matrices has it first,
// [lag,i,j], as VAR-LiNGAM.
func (a array) axesOf(o Options) (axes, error) {
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
	return axes{}, &AmbiguityError{Option: "codes", Values: []string{links, plain},
		Question: fmt.Sprintf("is the lag the last index of the array of the shape %v, as in tigramite, or the first, as in a stack of matrices?", s)}
}

// matrix returns the array as a matrix.
func (a array) matrix(in *input, o Options) (*matrix, error) {
	m := newMatrix(in, o)
	x, err := a.axesOf(o)
	if ask, ok := err.(*AmbiguityError); ok {
		ask.File = m.in.Name
	}
	if err != nil {
		return nil, err
	}
	m.n, m.links = a.Shape[x.row], a.Texts()
	switch {
	case x.lagCol >= 0:
		err = a.fold(m, x)
	case x.lag >= 0:
		err = a.values(m, func(k int, v int16) {
			at := a.Index(k)
			m.layers = npy.Grown(m.layers, at[x.lag]+1)
			m.add(at[x.lag], at[x.row], at[x.col], v)
		})
		if err == nil {
			m.layers = npy.Grown(m.layers, a.Shape[x.lag])
		}
	default:
		err = a.cells(m)
	}
	return m, err
}

// cells fills a matrix without lags. This is where large graphs are read, so rows are counted along, and
// no place is divided by n.
func (a array) cells(m *matrix) error {
	value, n := a.valuer(m), m.n
	m.reserve(min(2*n, 1<<16))
	row, next := 0, n // the row, and where the next one starts
	err := a.Parts(func(first int, data []byte, nonzero []int32) error {
		if have := len(m.layers[0]); have+len(nonzero) > cap(m.layers[0]) {
			// The rest of the array is likely to be as dense as what was read; what a header promises alone
			// gets no room.
			m.reserve(len(nonzero) + min(3*have, int(float64(have)*float64(a.Total)/float64(first+1))))
		}
		cells := m.layers[0]
		for _, i := range nonzero {
			v, err := value(data[int(i)*a.Size : (int(i)+1)*a.Size])
			if err != nil {
				return err
			}
			k := first + int(i)
			for k >= next {
				row, next = row+1, next+n
			}
			if v != 0 {
				cells = append(cells, cell{int32(row), int32(k - next + n), v})
			}
		}
		m.layers[0] = cells
		return nil
	})
	if a.Fortran { // what was counted as rows are columns
		for i, c := range m.layers[0] {
			m.layers[0][i].row, m.layers[0][i].col = c.col, c.row
		}
	}
	return err
}

// values calls put for each element that is not 0, with its place in the array.
func (a array) values(m *matrix, put func(k int, v int16)) error {
	value := a.valuer(m)
	return a.Each(func(k int, e []byte) error {
		v, err := value(e)
		if err == nil && v != 0 {
			put(k, v)
		}
		return err
	})
}

// valuer returns what makes the value of a cell of an element.
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

// linkIn returns the value of a link that stands in a cell.
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
	return 0, &npy.Error{Why: "the entry " + clipped(s) + " is not a link such as -->"}
}

// fold fills a matrix from an array with a lag for each end, of which all links must
// hold at all times.
func (a array) fold(m *matrix, x axes) error {
	type place struct{ row, col, from, to int }
	type link struct {
		place
		value int16
	}
	var list []link
	now := make(map[place]int16) // with an end at time t
	err := a.values(m, func(k int, v int16) {
		at := a.Index(k)
		p := place{at[x.row], at[x.col], at[x.lag], at[x.lagCol]}
		list = append(list, link{p, v})
		if min(p.from, p.to) == 0 {
			now[p] = v
		}
	})
	steps := a.Shape[x.lag]
	if err == nil && steps == 1 { // no time series
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
	m.layers = make([][]cell, steps)
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
	return m.in.refuse(fmt.Sprintf("the link of %s from time t-%d to t-%d is not the same at all times, or has no mirror image",
		m.at(int32(row), int32(col)), from, to), "save the stationary graph of three dimensions")
}
