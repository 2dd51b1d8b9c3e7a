package separation

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A witnessFinder finds witnesses of wrong claims: walks from x to y that are open given P(x) and do not pass a node
// of P(y), except as a collider. They are open given P(x) ∪ P(y) as well.
//
// It looks for those of an x and all y at once. The walks from x form a tree, breadth first, since short walks pass
// few nodes. The tree is visited depth first, with the number of nodes on the way from x that each y contributes. Where y
// is reached and its number is 0, there is a witness. This settles four of five open claims about unrelated graphs with 2
// edges per node, and nearly all of them if there are 3.
type witnessFinder struct {
	*unionStrategy
	oracle *msep.Oracle // of the truth
	given  graph.Set    // P(x)
	found  []msep.Word  // by y: the x that have a witness, as lanes
	lane   int          // of the current x
	steps  []msep.Step
	next   []int32 // by step: where the steps that follow it start; the last element is the number of steps
	passed []int32 // by y: the number of nodes on the way from x that it contributes
}

// find finds the witnesses for x.
func (w *witnessFinder) find(lane int, x graph.Node) {
	contributed := w.contributed.of(int(x))
	for _, v := range contributed {
		w.given.Add(v)
	}
	steps, from := w.oracle.Tree(x, w.given)
	w.lane, w.steps, w.next = lane, steps, w.next[:0]
	for i, next := 0, 1; i < len(steps); i++ {
		w.next = append(w.next, int32(next))
		for next < len(from) && int(from[next]) == i {
			next++
		}
	}
	w.next = append(w.next, int32(len(steps)))
	w.visit(0)
	for _, v := range contributed {
		w.given.Remove(v)
	}
}

// visit visits the steps that follow one.
func (w *witnessFinder) visit(i int32) {
	var users []graph.Node
	if v := w.steps[i].At; int(v) < len(w.place) && !w.given.Has(v) {
		users = w.users.of(int(v))
	}
	for _, y := range users {
		w.passed[y]++
	}
	for k := w.next[i]; k < w.next[i+1]; k++ {
		if v := w.steps[k].At; w.passed[v] == 0 {
			w.found[v].Set(w.lane)
		}
		if w.next[k] < w.next[k+1] {
			w.visit(k)
		}
	}
	for _, y := range users {
		w.passed[y]--
	}
}

// block takes the y that have a witness from T, for the i-th block of x of a band.
func (w *witnessFinder) block(b *band, i int) {
	clear(w.found)
	for lane, x := range b.block(w.nodes, i) {
		w.find(lane, x)
	}
	for v, place := range w.place {
		b.touch[int(place)*b.stride+i].Remove(&w.found[v])
	}
}

// Times in nanoseconds, measured.
const (
	claimTime = 0.25 // of lanes, per open claim and node of the truth
	reachTime = 70   // of a finder, per node that it reaches
	passTime  = 2    // of a finder, per node that it reaches and node that contributes that one
)

// findWitnesses takes the y that have a witness from T, if that saves time. P must be closed. The number of open claims
// is estimated by every eighth tile.
func (s *unionStrategy) findWitnesses(ctx context.Context, b *band, o task.Options) error {
	if b.rows < b.last { // x are sound
		return nil
	}
	reached, open := 0, 0.0
	for y := b.first; y < b.last; y += 2 * 64 {
		for x := y; x < b.last; x += 4 * 64 {
			_, tile := settle(b, b, y, x)
			for i := range tile {
				open += 8 * float64(bits.OnesCount64(tile[i]))
			}
		}
	}
	for i := range b.reach {
		reached += b.reach[i].Len()
	}
	n := float64(len(s.nodes))
	open *= n / float64(b.last-b.first) // the tiles have y of the same band
	budget := claimTime * n * open / float64(reached+1)
	if limit := n * (budget - reachTime) / passTime; limit <= 0 || !s.findUsers(int(min(limit, bandWords))) {
		return nil
	}
	finders := make([]*witnessFinder, o.NumWorkers())
	return task.Share(ctx, task.Options{Workers: o.NumWorkers()}, b.stride, func(w, i int) {
		if finders[w] == nil {
			finders[w] = newWitnessFinder(s)
		}
		finders[w].block(b, i)
	}, nil)
}

// newWitnessFinder returns a finder for one goroutine.
func newWitnessFinder(s *unionStrategy) *witnessFinder {
	n := max(s.truth.Walk().N(), s.guess.Walk().N())
	return &witnessFinder{
		unionStrategy: s, oracle: msep.New(s.truth.Walk()), given: graph.NewSet(n),
		found: make([]msep.Word, n), passed: make([]int32, n),
	}
}

// findUsers finds the nodes that contribute each node. It reports whether their lists have at most limit nodes together.
func (s *unionStrategy) findUsers(limit int) bool {
	n := len(s.nodes)
	group := make([]int32, s.guess.Walk().N())
	for g := range len(s.members.at) - 1 {
		for _, v := range s.members.of(g) {
			group[v] = int32(g)
		}
	}
	s.contributed.reset(n)
	seen := make([]int, len(s.members.at)-1)
	var list []int32
	for v, g := range group[:n] {
		list = append(list[:0], g)
		for i := 0; i < len(list); i++ {
			g := int(list[i])
			if seen[g] > v {
				continue
			}
			seen[g] = v + 1
			for _, u := range s.members.of(g) {
				if int(u) != v && int(u) < n {
					s.contributed.nodes = append(s.contributed.nodes, u)
				}
			}
			for _, u := range s.direct.of(g) {
				list = append(list, group[u])
			}
		}
		if s.contributed.add(nil); len(s.contributed.nodes) > limit {
			return false
		}
	}
	s.users = s.contributed.reversed()
	return true
}

// reversed returns for each node the groups, as nodes, whose lists have it. There are as many groups as nodes.
func (l *nodeLists) reversed() (r nodeLists) {
	n := len(l.at) - 1
	r.at = make([]int32, n+1)
	for _, v := range l.nodes {
		r.at[v+1]++
	}
	for v := range n {
		r.at[v+1] += r.at[v]
	}
	r.nodes = make([]graph.Node, len(l.nodes))
	next := slices.Clone(r.at)
	for g := range n {
		for _, v := range l.of(g) {
			r.nodes[next[v]] = graph.Node(g)
			next[v]++
		}
	}
	return r
}
