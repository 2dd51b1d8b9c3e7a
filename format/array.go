package format

import (
	"fmt"
	"math"
	"slices"
)

// axes say which index of an array is which.
type axes struct {
	row, col int
	lag      int // -1: none
	lagCol   int // where rows and columns have a lag each, that of the column; else -1
}

// axesOf finds the axes by the shape. tigramite has the lag last, [i,j,lag], and its
// graphs of time series one lag for each end; a stack of matrices has it first,
// [lag,i,j], as VAR-LiNGAM.
func (a *array) axesOf(o Options) (axes, error) {
	s := a.shape
	flat := &arrayError{fmt.Sprintf("an array of the shape %v is no square matrix", s), ""}
	switch {
	case slices.Contains(s, 0):
		return axes{}, &arrayError{fmt.Sprintf("an array of the shape %v is empty, which is no graph", s), ""}
	case len(s) == 2 && s[0] == s[1]:
		return axes{0, 1, -1, -1}, nil
	case len(s) == 4 && s[0] == s[1] && s[2] == s[3] && (a.texts() || s[2] == 1):
		return axes{0, 1, 2, 3}, nil
	case len(s) != 3 || s[0] != s[1] && s[1] != s[2]:
		return axes{}, flat
	}
	last, first := axes{0, 1, 2, -1}, axes{1, 2, 0, -1}
	switch {
	case s[0] != s[1]:
		return first, nil
	case s[1] != s[2] || a.texts() || o.Codes == links:
		return last, nil
	case a.kind == 'f' || o.Codes == plain || o.Threshold != nil:
		return first, nil
	}
	return axes{}, &AskError{Option: "codes", Values: []string{links, plain},
		Question: fmt.Sprintf("is the lag the last index of the array of the shape %v, as in tigramite, or the first, as in a stack of matrices?", s)}
}

// matrix returns the array as a matrix.
func (a *array) matrix(in *Input, o Options) (*matrix, error) {
	x, err := a.axesOf(o)
	if ask, ok := err.(*AskError); ok {
		ask.File = in.Name
	}
	if err != nil {
		return nil, err
	}
	m := newMatrix(in, o)
	m.n, m.links = a.shape[x.row], a.texts()
	if x.lag >= 0 {
		m.layers = make([][]cell, a.shape[x.lag])
	}
	if x.lagCol >= 0 {
		m.layers = make([][]cell, a.shape[x.lag]*a.shape[x.lagCol])
	}
	value := a.valuer(m)
	if x.lag < 0 {
		return m, a.match(m, value)
	}
	a.each(func(k int, e []byte) {
		if err != nil {
			return
		}
		var v int16
		if v, err = value(e); err != nil || v == 0 {
			return
		}
		at := a.index(k)
		layer := at[x.lag]
		if x.lagCol >= 0 {
			layer = layer*a.shape[x.lagCol] + at[x.lagCol]
		}
		m.add(layer, at[x.row], at[x.col], v)
	})
	if err == nil && x.lagCol >= 0 {
		err = m.fold(a.shape[x.lag])
	}
	return m, err
}

// match fills the pairs of a matrix from an array of two indices, where the mirror
// image of an element is as near as the element itself.
func (a *array) match(m *matrix, value func(e []byte) (int16, error)) (err error) {
	count := 0
	a.each(func(int, []byte) { count++ })
	m.pairs = make([]pair, 0, count)
	n := m.n
	a.each(func(k int, e []byte) {
		v, fault := value(e)
		if fault != nil && err == nil {
			err = fault
		}
		if v == 0 {
			return
		}
		i, j := k/n, k%n
		at := (j*n + i) * a.size
		mirror, _ := value(a.data[at : at+a.size]) // its fault shows where it stands
		if a.fortran {
			i, j = j, i
		}
		switch {
		case i == j:
			m.loops = append(m.loops, cell{int32(i), int32(j), v})
		case i < j:
			m.pairs = append(m.pairs, pair{int32(i), int32(j), v, mirror})
		case mirror == 0: // else it was met before
			m.pairs = append(m.pairs, pair{int32(j), int32(i), 0, v})
		}
	})
	return err
}

// valuer returns what makes the value of a cell of an element.
func (a *array) valuer(m *matrix) func(e []byte) (int16, error) {
	if a.texts() {
		return func(e []byte) (int16, error) { return linkIn(a.text(e)) }
	}
	if a.size == 1 && m.threshold == nil {
		signed := a.kind == 'i'
		return func(e []byte) (int16, error) {
			if signed {
				return m.small(int16(int8(e[0]))), nil
			}
			return m.small(int16(e[0])), nil
		}
	}
	return func(e []byte) (int16, error) {
		x := a.number(e)
		if math.IsInf(x, 0) {
			return 0, &arrayError{"an entry is infinite", ""}
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
		return 0, &arrayError{"the link " + clipped(s) + " is of a graph that is not finished, or of background knowledge", ""}
	}
	return 0, &arrayError{"the entry " + clipped(s) + " is no link such as -->", ""}
}

// fold makes layers by lag of layers by two lags, [lag of the row, lag of the
// column], of a time series graph of so many time steps. All its links must hold at
// all times.
func (m *matrix) fold(steps int) error {
	if steps == 1 {
		return nil // no time series
	}
	type place struct{ row, col, from, to int32 }
	each := func(f func(p place, v int16) error) error {
		for l, layer := range m.layers {
			for _, c := range layer {
				if err := f(place{c.row, c.col, int32(l / steps), int32(l % steps)}, c.value); err != nil {
					return err
				}
			}
		}
		return nil
	}
	links := make(map[place]int16) // with an end at time t
	each(func(p place, v int16) error {
		if min(p.from, p.to) == 0 {
			links[p] = v
		}
		return nil
	})
	times := make(map[place]int)
	err := each(func(p place, v int16) error {
		shift := min(p.from, p.to)
		now := place{p.row, p.col, p.from - shift, p.to - shift}
		if links[now] != v || links[place{p.col, p.row, now.to, now.from}] != mirrorLink(v) {
			return m.notStationary(p.row, p.col, p.from, p.to)
		}
		times[now]++
		return nil
	})
	if err != nil {
		return err
	}
	layers := make([][]cell, steps)
	err = each(func(p place, v int16) error {
		switch {
		case min(p.from, p.to) > 0:
		case times[p] != steps-int(max(p.from, p.to)):
			return m.notStationary(p.row, p.col, p.from, p.to)
		case p.to == 0:
			layers[p.from] = append(layers[p.from], cell{p.row, p.col, v})
		}
		return nil
	})
	m.layers = layers
	return err
}

func (m *matrix) notStationary(row, col, from, to int32) error {
	return m.in.refuse(fmt.Sprintf("the link of %s from time t-%d to t-%d is not the same at all times, or has no mirror image",
		m.at(row, col), from, to), "save the stationary graph of three dimensions")
}
