package separation

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A markov settles claims before their set is computed, if the truth is a DAG and the set is the union of
// what x and y contribute. The parents of a node separate it from its nondescendants (the local Markov
// property), and so does every set that contains the parents and no descendant. Let x be the later of the
// two nodes in a topological order of the truth. It suffices that the set contains the parents of x and no
// node after x. If the guess is close to the truth, this settles most claims.
type markov struct {
	*markovTable
	before int32 // see settledBefore
}

// A markovTable has what the nodes contribute. Workers share it.
type markovTable struct {
	usable bool
	plan   *msep.Plan
	join   contributor
	last   []int32      // by node: the last position in the truth of what it contributes, or -1
	lost   []graph.Node // parents in the truth that a node does not contribute,
	at     []int32      // where in lost those of each node start
}

// A contributor is a chooser whose set for x and y is the union of what each of them contributes, in two lists. Any
// number of goroutines may call it.
type contributor interface {
	Contribution(v graph.Node) (some, more []graph.Node)
}

// newMarkovTable looks at all nodes.
func newMarkovTable(s separator.Strategy, truth, guess *model.Model) *markovTable {
	n, chooser := truth.N(), s.New()
	m := &markovTable{plan: truth.Plan()}
	if m.join, m.usable = chooser.(contributor); !m.usable || !m.plan.DAG() {
		m.usable = false
		return m
	}
	chooser.Reset(forChooser(guess))
	m.last, m.at = make([]int32, 0, n), make([]int32, 1, n+1)
	var contributes msep.Marks // what v does
	contributes.Reset(n)
	for v := range graph.Node(n) {
		last := int32(-1)
		some, more := m.join.Contribution(v)
		contributes.Set(some)
		contributes.AddAll(more)
		for _, u := range some {
			last = max(last, int32(m.plan.Position(u)))
		}
		for _, u := range more {
			last = max(last, int32(m.plan.Position(u)))
		}
		for _, p := range truth.Walk().Parents(v) {
			if !contributes.Has(p) {
				m.lost = append(m.lost, p)
			}
		}
		m.last = append(m.last, last)
		m.at = append(m.at, int32(len(m.lost)))
	}
	return m
}

// of makes x the current source.
func (m *markov) of(x graph.Node) {
	m.before = -1
	if m.usable && m.at[x] == m.at[x+1] {
		if at := int32(m.plan.Position(x)); m.last[x] < at {
			m.before = at
		}
	}
}

// settledBefore reports whether the claim about the current source and y, if there is one, is right. If the
// source contributes all its parents and no node after it, this holds for every earlier y that contributes
// no node after the source. (If y is adjacent in the truth, it is a parent, and so adjacent in the guess.)
func (m *markov) settledBefore(y graph.Node) bool {
	return m.before >= 0 && m.last[y] < m.before && int32(m.plan.Position(y)) < m.before
}

// knownRight reports whether the claim about x and y is known to be right.
func (m *markov) knownRight(x, y graph.Node) bool {
	if !m.usable {
		return false
	}
	at, before := int32(m.plan.Position(x)), int32(m.plan.Position(y))
	if at < before {
		x, y, at = y, x, before
	}
	if max(m.last[x], m.last[y]) > at {
		return false
	}
	lost := m.lost[m.at[x]:m.at[x+1]]
	if len(lost) == 0 {
		return true
	}
	some, more := m.join.Contribution(y)
	for _, p := range lost {
		if !slices.Contains(some, p) && !slices.Contains(more, p) {
			return false
		}
	}
	return true
}

// reach returns in which queue a claim should wait.
func (m *markov) reach(x, y graph.Node) int {
	if !m.usable {
		return 0
	}
	last := max(m.plan.Position(x), m.plan.Position(y), int(m.last[x]), int(m.last[y]))
	return last * queues / m.plan.N()
}

// fewLanes is the number of pairs of a block with the same x up to which looking at the parents of x does
// not pay. Only the first x of a block is considered.
const fewLanes = 24

// separated returns the lanes whose chosen set is known to separate their pair in the truth, by the
// argument of markov.
func (v *verifier) separated(pairs []separator.Pair) (sure msep.Word) {
	plan := v.truth.Plan()
	if v.markov.usable || !plan.DAG() || len(pairs) < fewLanes || pairs[fewLanes-1].X != pairs[0].X {
		return sure
	}
	for lo := 0; lo < len(pairs); {
		x := pairs[lo].X
		at := plan.Position(x)
		var lanes msep.Word
		hi := lo
		for ; hi < len(pairs) && pairs[hi].X == x; hi++ {
			if plan.Position(pairs[hi].Y) < at {
				lanes.Set(hi)
			}
		}
		lo = hi
		for _, p := range v.truth.Walk().Parents(x) {
			lanes = lanes.And(v.z.Words[p])
		}
		if lanes.Empty() {
			continue
		}
		for _, u := range v.z.Nodes {
			if plan.Position(u) > at {
				lanes = lanes.Minus(v.z.Words[u])
			}
		}
		sure = sure.Or(lanes)
	}
	return sure
}

// separatedBefore returns a position in the order of the truth. By the argument of markov, the set
// separates x from all nodes before that position. It is 0 if nothing is known.
func (v *verifier) separatedBefore(x graph.Node, set []graph.Node) int {
	plan := v.truth.Plan()
	if !plan.DAG() {
		return 0
	}
	for _, p := range v.truth.Walk().Parents(x) {
		if !slices.Contains(set, p) {
			return 0
		}
	}
	at := plan.Position(x)
	for _, u := range set {
		if plan.Position(u) > at {
			return 0
		}
	}
	return at
}
