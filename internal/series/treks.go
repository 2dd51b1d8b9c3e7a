package series

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// treks are the pairs of moments that a trek joins: two directed paths from one hidden moment, or from
// two moments joined by a bidirected link, whose other moments are hidden, too. A hidden moment has a
// trek to itself.
//
//	u <-- a <-- c --> b --> v      u <-- a <-> b --> v      u <-> v
//
// It visits the moments by time and, within a slice, along the directed edges. A trek between a moment
// and an earlier one either leaves the later one by a bidirected link, or continues at a hidden parent
// of it, whose treks are already known.
type treks struct {
	m       *Model
	w       Window
	past    *past
	moments []momentAt // in this order, those that may have a trek
	index   []int32    // of each moment: its place there, or -1

	words    int
	bits     []uint64 // a row for each
	measured []uint64 // those that are not hidden
	todo     []momentAt
}

// A momentAt is a moment by its time: the window begins at 0.
type momentAt struct {
	v    graph.Node
	time int
}

func newTreks(m *Model, w Window) *treks {
	t := &treks{m: m, w: w}
	if !t.list() {
		return t
	}
	t.words = (len(t.moments) + 63) / 64
	t.bits = make([]uint64, len(t.moments)*t.words)
	t.measured = make([]uint64, t.words)
	if m.walk.MaxLag() > 0 {
		t.past = newPast(m)
	}
	for i, at := range t.moments {
		row := t.row(i)
		if at.time < 0 {
			for j, b := range t.moments[:i+1] {
				if t.past.meets(at.v, b.v, at.time-b.time) {
					row[j>>6] |= 1 << (j & 63)
				}
			}
		} else {
			t.fill(i, at, row)
		}
		t.mirror(i, row)
		if !t.hidden(at) {
			t.measured[i>>6] |= 1 << (i & 63)
		}
	}
	return t
}

// list finds the moments that may have a trek, and reports whether one of them is measured.
func (t *treks) list() (any bool) {
	n, lag := t.m.walk.N(), t.m.walk.MaxLag()
	t.index = make([]int32, n*(lag+t.w.Slices()))
	for time := -lag; time < t.w.Slices(); time++ {
		for _, v := range t.m.order {
			at := momentAt{v, time}
			measured := !t.hidden(at)
			if measured && !t.starts(at) {
				t.index[t.number(at)] = -1
				continue
			}
			any = any || measured
			t.index[t.number(at)] = int32(len(t.moments))
			t.moments = append(t.moments, at)
		}
	}
	return any
}

// starts reports whether a trek may start at a measured moment.
func (t *treks) starts(at momentAt) bool {
	if len(t.m.siblings[at.v]) > 0 {
		return true
	}
	for _, p := range t.m.parents[at.v] {
		if t.hidden(momentAt{p.to, at.time - p.lag}) {
			return true
		}
	}
	return false
}

func (t *treks) hidden(at momentAt) bool { return at.time < 0 || t.m.latent.Has(at.v) }

// number returns the index of a moment, or -1 if it is outside of the window.
func (t *treks) number(at momentAt) int {
	lag := t.m.walk.MaxLag()
	if at.time < -lag || at.time >= t.w.Slices() {
		return -1
	}
	return (at.time+lag)*t.m.walk.N() + int(at.v)
}

func (t *treks) row(i int) []uint64 { return t.bits[i*t.words : (i+1)*t.words] }

func (t *treks) moment(at momentAt) graph.LaggedNode {
	return graph.LaggedNode{Variable: at.v, Lag: t.w.First - at.time}
}

// fill finds the treks from moment i, in the window, to earlier ones.
func (t *treks) fill(i int, at momentAt, row []uint64) {
	for _, p := range t.m.parents[at.v] {
		h := momentAt{p.to, at.time - p.lag}
		if !t.hidden(h) {
			continue
		}
		for k, word := range t.row(int(t.index[t.number(h)]))[:i/64+1] {
			row[k] |= word
		}
	}
	for _, s := range t.m.siblings[at.v] {
		t.link(i, momentAt{s.to, at.time - s.lag}, row)
	}
	if t.hidden(at) {
		row[i>>6] |= 1 << (i & 63)
	}
}

// link adds the treks from moment i along a bidirected link to c, which is earlier: they continue
// downwards.
func (t *treks) link(i int, c momentAt, row []uint64) {
	visit := func(at momentAt) {
		number := t.number(at)
		if number < 0 {
			return
		}
		// Descendants of a moment after i are after i, too. If a trek is known, so are its
		// continuations.
		j := int(t.index[number])
		if j < 0 || j >= i || row[j>>6]>>(j&63)&1 == 1 {
			return
		}
		row[j>>6] |= 1 << (j & 63)
		if t.hidden(at) {
			t.todo = append(t.todo, at)
		}
	}
	visit(c)
	for len(t.todo) > 0 {
		at := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		for _, down := range t.m.children[at.v] {
			visit(momentAt{down.to, at.time - down.lag})
		}
	}
}

// mirror adds the treks to moment i to the earlier moments.
func (t *treks) mirror(i int, row []uint64) {
	for k, word := range row[:i/64+1] {
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			t.bits[j*t.words+i>>6] |= 1 << (i & 63)
		}
	}
}
