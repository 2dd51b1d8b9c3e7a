package separation

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A waiting holds claims with their sets until there are enough for a walk with full lanes.
type waiting struct {
	queue
	z    msep.Block
	lane [msep.Width]int // of a lane that moves in: its new lane
}

// connected returns the lanes among ask whose pair the set does not separate in the truth, and at most enough lanes
// that are left without an answer.
func (v *verifier) connected(ask msep.Word, pairs []separator.Pair, z *msep.Block, enough int) (wrong, left msep.Word) {
	if v.walker.Preferred() {
		sets := z.Sets()
		ask.Each(func(lane int) {
			x, y := pairs[lane].X, pairs[lane].Y
			if v.walker.ReachAmong(x, sets[lane], []graph.Node{y}); v.walker.Reached(y) {
				wrong.Set(lane)
			}
		})
		return wrong, left
	}
	v.lanes.Start()
	v.lanes.GiveBlock(z)
	for lane, pair := range pairs {
		if ask.Has(lane) {
			v.lanes.Source(lane, pair.X)
			v.lanes.Target(lane, pair.Y)
		}
	}
	return v.lanes.ConnectedUntil(enough)
}

// wait stores the given lanes of a block, whose sets are chosen, for a later walk.
func (v *verifier) wait(lanes msep.Word, q *queue) {
	if lanes.Empty() {
		return
	}
	w := &v.waiting
	if len(w.pairs)+lanes.Len() > msep.Width {
		v.verifyWaiting()
	}
	lanes.Each(func(lane int) {
		w.lane[lane] = len(w.pairs)
		w.pairs = append(w.pairs, q.pairs[lane])
		w.weight = append(w.weight, q.weight[lane])
	})
	for _, u := range v.z.Nodes {
		v.z.Words[u].And(lanes).Each(func(lane int) { w.z.AddOne(w.lane[lane], u) })
	}
}

// verifyWaiting verifies the stored claims.
func (v *verifier) verifyWaiting() {
	w := &v.waiting
	if len(w.pairs) == 0 {
		return
	}
	wrong, _ := v.connected(msep.First(len(w.pairs)), w.pairs, &w.z, 0)
	wrong.Each(func(lane int) { v.wrong += w.weight[lane] })
	w.clear()
	w.z.Clear()
}
