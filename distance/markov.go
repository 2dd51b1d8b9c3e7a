package distance

import "github.com/sepdist/sepdist/msep"

// fewLanes is the number of pairs of a block with the same x up to which nothing is gained
// by looking at the parents of x. The first x of a block speaks for all.
const fewLanes = 24

// markov returns lanes whose set is known to separate their pair in the truth, so that they
// need no walk. In a DAG the parents of x separate it from all that x does not lead to (the
// local Markov property), and so does every set that holds them and nothing that x leads to.
// Of y and of the sets it looks only at what comes before x in the order of the truth; in a
// guess that is near the truth this settles most pairs.
func (j *judgeWorker) markov() (sure msep.Word) {
	plan := j.truth.Plan()
	if !plan.DAG() || len(j.pairs) < fewLanes || j.pairs[fewLanes-1].X != j.pairs[0].X {
		return sure
	}
	for lo := 0; lo < len(j.pairs); {
		x := j.pairs[lo].X
		at := plan.Position(x)
		var lanes msep.Word
		hi := lo
		for ; hi < len(j.pairs) && j.pairs[hi].X == x; hi++ {
			if plan.Position(j.pairs[hi].Y) < at {
				lanes.Set(hi)
			}
		}
		lo = hi
		for _, p := range j.truth.Walk().Parents(x) {
			lanes = lanes.And(j.z.Words[p])
		}
		if lanes.Empty() {
			continue
		}
		for _, v := range j.z.Nodes {
			if plan.Position(v) > at {
				lanes = lanes.Minus(j.z.Words[v])
			}
		}
		sure = sure.Or(lanes)
	}
	return sure
}
