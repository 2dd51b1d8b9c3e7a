package frontier

import (
	"context"
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// A widthError says that there are more states than are allowed, and how many were found
// in the layers before; or that a relation has more ports than fit into a word.
type widthError struct{ found []int }

func (e *widthError) Error() string { return "too many states" }

// An automaton reads the decisions on the nodes of one graph, in order, and says in the
// end whether S connects x and y in it. Its states are renumbered in each layer;
// separated and connected are 0 and 1 in all of them. It is minimal.
type automaton struct {
	layers []layer // one for each node
	start  uint32
	states int // that were found, before it was made minimal
}

// A layer has for each state the states of the next layer to which it goes.
type layer struct {
	observed bool
	next     []moves
}

// moves are the states that follow upon each decision.
type moves [decisions]uint32

// build returns the automaton of g for the given order of its nodes, of which those
// below observed can be decided in every way and the others only be out. It ends with
// a [*widthError] where more than limit states turn up.
func build(ctx context.Context, g *graph.Graph, observed int, order []graph.Node, limit int, done func(layer int)) (*automaton, error) {
	steps, ok := lay(g, order)
	if !ok {
		return nil, &widthError{}
	}
	var counts []int
	a := &automaton{layers: make([]layer, len(order)), start: open}
	var now, next found
	now.reset(packedWords(ports))
	now.add(make([]uint64, now.words), nonePlaced)
	for i := range steps {
		next.reset(steps[i].words)
		a.layers[i].observed = int(order[i]) < observed
		enough, err := a.expand(ctx, i, &steps[i], &now, &next, limit)
		if err != nil {
			return nil, err
		}
		if !enough {
			return nil, &widthError{counts}
		}
		counts = append(counts, next.count)
		now, next = next, now
		done(i)
	}
	a.minimise(now.count)
	return a, nil
}

// found are the open relations of one layer.
type found struct {
	table
	placed []uint8
}

func (f *found) reset(words int) {
	f.table.reset(words)
	f.placed = f.placed[:0]
}

// add returns the state of a packed relation.
func (f *found) add(key []uint64, placed int) uint32 {
	i, isNew := f.number(key)
	if isNew {
		f.placed = append(f.placed, uint8(placed))
	}
	return uint32(open + i)
}

// expand decides the node of layer i in every way in every state, and reports whether the
// limit was enough.
func (a *automaton) expand(ctx context.Context, i int, s *step, now, next *found, limit int) (bool, error) {
	l := &a.layers[i]
	l.next = make([]moves, open+now.count)
	l.next[connected] = settled(l.observed)
	buffer := make([]uint64, s.words)
	var from, r relation
	for j := range now.count {
		if j&(1<<12-1) == 0 {
			if err := ctx.Err(); err != nil {
				return false, context.Cause(ctx)
			}
			if a.states+next.count > limit {
				return false, nil
			}
		}
		from.unpack(now.key(j), s.before)
		before := int(now.placed[j])
		for d := in; d < decisions; d++ {
			if d != out && !l.observed || d == chosen && before == bothPlaced {
				continue
			}
			copy(r[:s.before], from[:s.before])
			to := uint32(r.decide(s, d, before))
			if to == open {
				r.pack(buffer, s.size, s.own)
				after := before
				if d == chosen {
					after++
				}
				to = next.add(buffer, after)
			}
			l.next[open+j][d] = to
		}
	}
	a.states += next.count
	return true, nil
}

// settled returns the moves of connected: it stays, and nothing is left to be chosen.
func settled(observed bool) moves {
	if observed {
		return moves{in: connected, out: connected}
	}
	return moves{out: connected}
}

// minimise merges states that no decisions tell apart, from the last layer to the first:
// there, states with the same moves. What can only become separated, or connected, so
// becomes one with these. After the last layer, what is not connected is separated.
func (a *automaton) minimise(last int) {
	class := make([]uint32, open+last) // of the states of the layer after
	class[connected] = connected
	var merged merger
	for i := len(a.layers) - 1; i >= 0; i-- {
		l := &a.layers[i]
		merged.reset()
		own := make([]uint32, len(l.next))
		for j, m := range l.next {
			for d, to := range m {
				m[d] = class[to]
			}
			own[j] = merged.class(m)
		}
		l.next = append([]moves(nil), merged.moves...)
		class = own
	}
	a.start = class[a.start]
}

// A merger numbers moves, each once.
type merger struct {
	moves []moves
	slots []uint32 // number plus one
}

func (g *merger) reset() {
	g.moves = g.moves[:0]
	if g.slots == nil {
		g.slots = make([]uint32, 1<<8)
	}
	clear(g.slots)
}

func (m moves) hash() int {
	hi, lo := bits.Mul64(uint64(m[0])<<32|uint64(m[1])^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	hi, lo = bits.Mul64(hi^lo^uint64(m[2]), 0xa0761d6478bd642f)
	return int((hi ^ lo) >> 1)
}

func (g *merger) class(m moves) uint32 {
	mask := len(g.slots) - 1
	at := m.hash() & mask
	for ; g.slots[at] != 0; at = (at + 1) & mask {
		if i := g.slots[at] - 1; g.moves[i] == m {
			return i
		}
	}
	g.moves = append(g.moves, m)
	g.slots[at] = uint32(len(g.moves))
	if 2*len(g.moves) > mask {
		g.slots = make([]uint32, 2*len(g.slots))
		mask = len(g.slots) - 1
		for i, m := range g.moves {
			at := m.hash() & mask
			for g.slots[at] != 0 {
				at = (at + 1) & mask
			}
			g.slots[at] = uint32(i + 1)
		}
	}
	return uint32(len(g.moves) - 1)
}
