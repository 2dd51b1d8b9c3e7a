package distance

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

// connected returns the lanes among ask whose pair the set does not separate in the truth.
func (j *verifier) connected(ask msep.Word, pairs []separator.Pair, z *msep.Block) (wrong msep.Word) {
	if j.walker.Worth() {
		sets := z.Sets()
		ask.Each(func(lane int) {
			x, y := pairs[lane].X, pairs[lane].Y
			if j.walker.ReachAmong(x, sets[lane], []graph.Node{y}); j.walker.Met(y) {
				wrong.Set(lane)
			}
		})
		return wrong
	}
	j.lanes.Start()
	j.lanes.GiveBlock(z)
	for lane, pair := range pairs {
		if ask.Has(lane) {
			j.lanes.Source(lane, pair.X)
			j.lanes.Target(lane, pair.Y)
		}
	}
	return j.lanes.Connected()
}

// wait lets the given lanes of a block, whose sets are chosen, wait.
func (j *verifier) wait(lanes msep.Word, q *queue) {
	if lanes.Empty() {
		return
	}
	w := &j.waiting
	if len(w.pairs)+lanes.Len() > msep.Width {
		j.verifyWaiting()
	}
	lanes.Each(func(lane int) {
		w.lane[lane] = len(w.pairs)
		w.pairs = append(w.pairs, q.pairs[lane])
		w.weight = append(w.weight, q.weight[lane])
	})
	for _, v := range j.z.Nodes {
		if some := j.z.Words[v].And(lanes); !some.Empty() {
			w.move(some, v)
		}
	}
}

// move puts v into the sets of lanes that have moved in.
func (w *waiting) move(lanes msep.Word, v graph.Node) {
	lanes.Each(func(lane int) { w.z.AddOne(w.lane[lane], v) })
}

// verifyWaiting verifies the claims that wait.
func (j *verifier) verifyWaiting() {
	w := &j.waiting
	if len(w.pairs) == 0 {
		return
	}
	j.connected(msep.First(len(w.pairs)), w.pairs, &w.z).Each(func(lane int) { j.wrong += w.weight[lane] })
	w.clear()
	w.z.Clear()
}
