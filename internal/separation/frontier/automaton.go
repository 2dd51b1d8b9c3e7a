package frontier

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// A widthError says that there are more states than are allowed, and how many were found
// in the layers before; or that a relation has more ports than fit into a word.
type widthError struct{ found []int }

func (e *widthError) Error() string { return "too many states" }

// An automaton reads the choices of the groups, in order, and says in the end whether S
// connects x and y in one graph. Its states are renumbered in each layer; separated and
// connected are 0 and 1 in all of them. It is minimal.
type automaton struct {
	layers []rows // one for each group
	start  uint32
	states int // that were found, before it was made minimal
}

// build returns the automaton of graph k, which is g. It ends with a [*widthError] where
// more than limit states turn up.
func build(ctx context.Context, g *graph.Graph, k int, groups []group, limit int, done func(layer int)) (*automaton, error) {
	nodes := make([][]graph.Node, len(groups))
	for i := range groups {
		nodes[i] = nodesOf(groups[i].items, k)
	}
	stages, ok := lay(g, nodes)
	if !ok {
		return nil, &widthError{}
	}
	var counts []int
	a := &automaton{layers: make([]rows, len(groups)), start: open}
	var now, next found
	now.reset(packedWords(ports))
	now.add(make([]uint64, now.words), nonePlaced)
	for i := range stages {
		next.reset(stages[i].words)
		enough, err := a.expand(ctx, k, &groups[i], i, &stages[i], &now, &next, limit)
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

// expand makes every choice of the group of layer i in every state, and reports whether
// the limit was enough.
func (a *automaton) expand(ctx context.Context, k int, g *group, i int, l *stage, now, next *found, limit int) (bool, error) {
	to := &a.layers[i]
	row := make([]uint32, len(g.choices))
	to.ends = make([]uint32, 0, open+now.count)
	to.add(nil) // separated
	for c := range g.choices {
		row[c] = separated
		if g.choices[c].placed == 0 {
			row[c] = connected // where both are placed, and nothing is left to be chosen
		}
	}
	to.add(row)
	w := newWalker(g, k, l)
	buffer := make([]uint64, l.words)
	for j := range now.count {
		if j&(1<<12-1) == 0 {
			if err := ctx.Err(); err != nil {
				return false, context.Cause(ctx)
			}
			if a.states+next.count > limit {
				return false, nil
			}
		}
		clear(row)
		w.each(now.key(j), int(now.placed[j]), func(choice int, o *outcome) {
			row[choice] = uint32(o.reached)
			if o.reached == open {
				o.r.pack(buffer, l.size, l.gone)
				row[choice] = next.add(buffer, o.placed)
			}
		})
		to.add(row)
	}
	a.states += next.count
	return true, nil
}

// A walker decides a group in the states of one graph.
type walker struct {
	stage  *stage
	trials [bothPlaced + 1][]trial // by how many of x and y were placed before
	stack  []outcome               // of every decision of a trial; the first is the state itself
}

// An outcome is what decisions come to.
type outcome struct {
	r       relation
	reached int
	placed  int
}

func newWalker(g *group, k int, l *stage) *walker {
	w := &walker{stage: l, stack: make([]outcome, len(l.steps)+1)}
	for placed := range w.trials {
		w.trials[placed] = g.trials(k, bothPlaced-placed)
	}
	w.stack[0].reached = open
	return w
}

// each makes every choice in the state of a packed relation.
func (w *walker) each(key []uint64, placed int, do func(choice int, o *outcome)) {
	w.stack[0].r.unpack(key, w.stage.before)
	w.stack[0].placed = placed
	for _, t := range w.trials[placed] {
		for d := t.shared; d < len(t.decisions); d++ {
			from, to := &w.stack[d], &w.stack[d+1]
			to.reached, to.placed = from.reached, from.placed
			if from.reached == open {
				s := &w.stage.steps[d]
				copy(to.r[:s.before], from.r[:s.before])
				to.reached = to.r.decide(s, t.decisions[d], from.placed)
			}
			if t.decisions[d] == chosen {
				to.placed++
			}
		}
		do(t.choice, &w.stack[len(t.decisions)])
	}
}

// minimise merges states that no choices tell apart, from the last layer to the first:
// there, states with the same rows. What can only become separated, or connected, so
// becomes one with these. After the last layer, what is not connected is separated.
func (a *automaton) minimise(last int) {
	class := make([]uint32, open+last) // of the states of the layer after
	class[connected] = connected
	var merged rows
	var row []uint32
	for i := len(a.layers) - 1; i >= 0; i-- {
		l := &a.layers[i]
		merged.reset()
		own := make([]uint32, l.count())
		for j := range own {
			row = row[:0]
			for _, to := range l.row(uint32(j)) {
				row = append(row, class[to])
			}
			own[j] = merged.number(row)
		}
		*l = merged.kept()
		class = own
	}
	a.start = class[a.start]
}
