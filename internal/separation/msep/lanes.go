package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Lanes answer a block of queries at once, one per lane: which nodes does a walk from the lane's source reach,
// given the lane's set? They keep their scratch space and so serve one goroutine.
//
// A run sweeps the graph up (against the directed edges), across (bidirected and undirected edges) and down
// (along the directed edges) until nothing changes. An update only adds bits that a step of a walk justifies;
// at the end every possible step has been taken. One sweep up completes all stretches of walks that go up,
// since the children of a node are final before it is visited, and one sweep down all that go down. So the
// number of rounds is the number of turns of the walk with the fewest turns, in the worst lane.
//
// A sweep only visits dirty nodes, those with something new to pass on; if these are many, it visits all nodes
// instead, which costs less per edge (Beamer, Asanović and Patterson, Direction-optimizing breadth-first
// search, SC 2012).
type Lanes struct {
	plan *Plan
	laid bool // memory is allocated for it
	field
	source  []Word // by position: the lanes that start there
	within  []Word // by position: the lanes that may go there, if bounded
	inside  bitmap // positions where some lane may go
	closure bool
	bounded bool // see Bound; closures are, too

	used   bitmap // nodes whose words may be set
	over   int32  // all of them are below it, if it is not 0
	up     bitmap // nodes with something new for parents,
	down   bitmap // for children,
	across bitmap // for neighbours by bidirected and undirected edges

	last    int32 // no position after it matters
	live    Word  // lanes without an answer
	enough  int   // a run ends when at most that many of them are left
	few     bool  // few of those that started are live
	targets []target
	sets    []int32 // positions of GiveBlock
	rows    rows    // of what is reached
}

type target struct {
	lane int32
	at   int32
}

// NewLanes returns lanes for the graph of p, with a block started.
func NewLanes(p *Plan) *Lanes {
	l := new(Lanes)
	l.Reset(p)
	l.Start()
	return l
}

// Reset makes p the plan of the graph that is walked. The next block must be started. Memory is allocated
// then, since lanes are not always needed.
func (l *Lanes) Reset(p *Plan) {
	if l.laid {
		l.Start() // leaves only zeros
	}
	l.plan, l.laid = p, false
}

// lay allocates memory for the plan.
func (l *Lanes) lay() {
	n := len(l.plan.node)
	l.tail = resize(l.tail, n)
	l.head = resize(l.head, n)
	l.given = resize(l.given, n)
	l.source = resize(l.source, n)
	l.within = resize(l.within, n)
	l.out = resize(l.out, n+1)
	marks := (n + 63) / 64
	l.used = resize(l.used, marks)
	l.inside = resize(l.inside, marks)
	l.up = resize(l.up, marks)
	l.down = resize(l.down, marks)
	l.across = resize(l.across, marks)
	l.laid = true
}

// Start starts a block and clears the last one.
func (l *Lanes) Start() {
	if !l.laid {
		l.lay()
	}
	if end := l.over; end > 0 {
		clear(l.tail[:end])
		clear(l.head[:end])
		clear(l.given[:end])
		clear(l.source[:end])
		clear(l.used)
		l.over = 0
	}
	for i, w := range l.used {
		for ; w != 0; w &= w - 1 {
			p := i<<6 + bits.TrailingZeros64(w)
			l.tail[p], l.head[p], l.given[p], l.source[p] = Word{}, Word{}, Word{}, Word{}
		}
		l.used[i] = 0
	}
	if l.bounded {
		for i, w := range l.inside {
			for ; w != 0; w &= w - 1 {
				l.within[i<<6+bits.TrailingZeros64(w)] = Word{}
			}
			l.inside[i] = 0
		}
	}
	l.clearDirty()
	l.last = -1
	l.live = Word{}
	l.few = false
	l.enough = 0
	l.closure, l.bounded = false, false
	l.targets = l.targets[:0]
	l.sets = l.sets[:0]
	l.rows.forget()
}

func (l *Lanes) clearDirty() {
	clear(l.up)
	clear(l.down)
	clear(l.across)
}

// extendTo makes the sweeps reach position p.
func (l *Lanes) extendTo(p int32) {
	l.used.set(p)
	l.last = max(l.last, p)
}

// Source starts lane at x.
func (l *Lanes) Source(lane int, x graph.Node) {
	p := l.plan.pos[x]
	l.extendTo(p)
	l.tail[p].Set(lane)
	l.source[p].Set(lane)
	l.live.Set(lane)
	l.markDirty(p)
}

// Sources starts all the given lanes at x.
func (l *Lanes) Sources(lanes Word, x graph.Node) {
	p := l.plan.pos[x]
	l.extendTo(p)
	l.tail[p] = l.tail[p].Or(lanes)
	l.source[p] = l.source[p].Or(lanes)
	l.live = l.live.Or(lanes)
	l.markDirty(p)
}

// markDirty marks p as having something new to pass on in every direction.
func (l *Lanes) markDirty(p int32) {
	l.up.set(p)
	l.down.set(p)
	if l.plan.across {
		l.across.set(p)
	}
}

// Target makes y the target of lane. A lane that has reached its target is not followed further.
func (l *Lanes) Target(lane int, y graph.Node) {
	p := l.plan.pos[y]
	l.extendTo(p)
	l.targets = append(l.targets, target{int32(lane), p})
}

// ExtendTo makes [Lanes.Run] reach ys.
func (l *Lanes) ExtendTo(ys Pieces) { l.last = max(l.last, int32(l.plan.LastOf(ys))) }

// Give puts v into the sets of the given lanes.
func (l *Lanes) Give(lanes Word, v graph.Node) {
	p := l.plan.pos[v]
	l.extendTo(p)
	l.given[p] = l.given[p].Or(lanes)
}

// GiveOne puts v into the set of lane.
func (l *Lanes) GiveOne(lane int, v graph.Node) {
	p := l.plan.pos[v]
	l.extendTo(p)
	l.given[p].Set(lane)
}

// GiveBlock gives each lane its set in z, and no other node.
func (l *Lanes) GiveBlock(z *Block) {
	for _, v := range z.Nodes {
		if w := z.Words[v]; !w.Empty() {
			p := l.plan.pos[v]
			l.extendTo(p)
			l.given[p] = w
			l.sets = append(l.sets, p)
		}
	}
}

// Bound keeps each lane among the ancestors of its source, its target and its set, which must be known, since no open
// path leads elsewhere. It saves time if the lanes have most of these nodes in common, as lanes with one source do. It
// does nothing in a graph with many edges, where most nodes are ancestors, or with undirected edges.
func (l *Lanes) Bound() {
	if l.plan.density > denseEdges || l.plan.lastUndirected >= 0 {
		return
	}
	l.bounded = true
	for _, t := range l.targets {
		l.within[t.at].Set(int(t.lane))
	}
	for i, w := range l.used {
		l.inside[i] = w
		for ; w != 0; w &= w - 1 {
			p := i<<6 + bits.TrailingZeros64(w)
			l.within[p] = l.within[p].Or(l.given[p]).Or(l.source[p])
		}
	}
	for i := l.last >> 6; i >= 0; i-- {
		for left := l.inside[i]; left != 0; {
			b := 63 - bits.LeadingZeros64(left)
			p := i<<6 + int32(b)
			for _, q := range l.plan.parents.of(p) {
				l.inside.set(q)
				l.within[q].Add(&l.within[p])
			}
			left = l.inside[i] & (1<<b - 1) // parents come before
		}
	}
}

// Connected runs the block and returns the lanes whose source and target are not separated by their set. Every
// lane needs a source and a target.
func (l *Lanes) Connected() Word {
	l.run()
	return l.answered()
}

// ConnectedUntil is [Lanes.Connected], but stops when at most enough lanes are left without an answer, and returns these
// too.
func (l *Lanes) ConnectedUntil(enough int) (connected, left Word) {
	l.enough = enough
	connected = l.Connected()
	return connected, l.live
}

// Reach runs the block to its end, everywhere. [Lanes.Reached] then returns the lanes that reached a node.
func (l *Lanes) Reach() {
	l.last = int32(len(l.plan.node)) - 1
	l.run()
}

// Run runs the block to its end among the nodes that matter to sources, sets and the nodes of
// [Lanes.ExtendTo]. [Lanes.Reached] and [Lanes.ReachedAmong] then answer for these.
func (l *Lanes) Run() { l.run() }

// Reached returns the lanes that reached v. These may have v in their own set: the walk reaches it, though it
// is not connected.
func (l *Lanes) Reached(v graph.Node) Word {
	p := l.plan.pos[v]
	return l.tail[p].Or(l.head[p])
}

// ReachedAmong returns the nodes of a piece that lane reached.
func (l *Lanes) ReachedAmong(lane int, p Piece) uint64 {
	return l.rows.among(p, lane, l.plan.observed, l.Reached)
}

// EachConnected calls f for every observed node that some lane reached, other than its source and the nodes of
// its set, with these lanes.
func (l *Lanes) EachConnected(f func(v graph.Node, lanes Word)) {
	for i, marks := range l.used {
		for ; marks != 0; marks &= marks - 1 {
			p := i<<6 + bits.TrailingZeros64(marks)
			v := l.plan.node[p]
			if int(v) >= l.plan.observed {
				continue
			}
			if w := l.tail[p].Or(l.head[p]).Minus(l.given[p]).Minus(l.source[p]); !w.Empty() {
				f(v, w)
			}
		}
	}
}

// Close runs the block as closures (see [Oracle.Closure]) inside the sets of within, each closed under
// ancestors and undirected edges. [Lanes.Reached] returns the lanes that reached a node.
func (l *Lanes) Close(within *Block) {
	l.sets = l.sets[:0]
	l.CloseOnto(within)
}

// CloseOnto is [Lanes.Close] if only the nodes of its set, given by [Lanes.GiveBlock], that each lane reaches
// are of interest: it stops when they are known.
func (l *Lanes) CloseOnto(within *Block) {
	for _, v := range within.Nodes {
		p := l.plan.pos[v]
		l.last = max(l.last, p)
		l.inside.set(p)
		l.within[p] = within.Words[v]
	}
	l.closure, l.bounded = true, true
	l.run()
}

// settled drops the lanes that have their answer, since they reached their target or all of the set that they
// close onto, and reports whether enough of them have.
func (l *Lanes) settled() bool {
	switch {
	case l.closure && len(l.sets) > 0:
		var open Word
		for _, p := range l.sets {
			t, h, g := &l.tail[p], &l.head[p], &l.given[p]
			open[0] |= g[0] &^ (t[0] | h[0])
			open[1] |= g[1] &^ (t[1] | h[1])
			open[2] |= g[2] &^ (t[2] | h[2])
			open[3] |= g[3] &^ (t[3] | h[3])
		}
		l.live = l.live.And(open)
	case !l.closure && len(l.targets) > 0:
		l.live = l.live.Minus(l.answered())
	default:
		return false
	}
	return l.live.Len() <= l.enough
}

// answered returns the lanes that have reached their target.
func (l *Lanes) answered() (done Word) {
	for _, t := range l.targets {
		i, b := t.lane>>6, uint(t.lane&63)
		done[i] |= ((l.tail[t.at][i] | l.head[t.at][i]) >> b & 1) << b
	}
	return done
}

// run takes all possible steps.
func (l *Lanes) run() {
	// A later node is an ancestor of none of the nodes that matter, so no open path leads to it, except
	// a path of undirected edges.
	l.last = max(l.last, l.plan.lastUndirected)
	started := l.live.Len()
	if l.crowded() && l.runOver() {
		return
	}
	for {
		l.sweepUp()
		if l.plan.across {
			l.sweepAcross()
		}
		l.sweepDown()
		if l.up.empty() && (!l.plan.across || l.across.empty()) {
			l.live = Word{}
			return
		}
		if l.settled() {
			l.clearDirty()
			return
		}
		l.few = l.live.Len()*l.plan.density < started
	}
}

// crowded reports whether every sweep should visit all nodes: in a DAG with many edges, or with sets that hold many
// of its nodes, nearly all nodes become dirty, and it is cheaper not to record which.
func (l *Lanes) crowded() bool {
	return !l.plan.across && !l.bounded && (l.plan.density > denseEdges || l.used.count()*manyUsed > int(l.last))
}

const (
	denseEdges    = 4  // more edges per node are many
	manyUsed      = 16 // one node in manyUsed is many
	crowdedRounds = 6  // rounds of sweeps over all nodes of a graph with few edges
	fewSources    = 8  // their ancestors, which the first sweep up visits, are few in such a graph
)

// runOver takes all possible steps by sweeps over all nodes. In a graph with few edges it ends with false after a few
// rounds, when little is new, and leaves the rest to sweeps over dirty nodes.
func (l *Lanes) runOver() (done bool) {
	sparse := l.plan.density <= denseEdges
	begun := sparse && l.up.count() <= fewSources
	if begun {
		l.sweepUp()
	}
	l.clearDirty()
	l.useAll()
	l.over = l.last + 1
	for round := 0; !sparse || round < crowdedRounds; round++ {
		if round > 0 || !begun {
			l.collectFromChildren(l.plan, l.last)
		}
		if !l.collectFromParents(l.plan, l.last) {
			l.live = Word{}
			return true
		}
		if l.settled() {
			return true
		}
	}
	for p := range l.last + 1 {
		if !l.head[p].And(l.given[p]).And(l.live).Empty() {
			l.up.set(p)
		}
	}
	return false
}

// A bitmap marks positions.
type bitmap []uint64

func (b bitmap) set(p int32)      { b[p>>6] |= 1 << (p & 63) }
func (b bitmap) has(p int32) bool { return b[p>>6]>>(p&63)&1 == 1 }

func (b bitmap) unset(p int32) { b[p>>6] &^= 1 << (p & 63) }

// fill marks the first n positions.
func (b bitmap) fill(n int32) {
	whole := n >> 6
	for i := range whole {
		b[i] = ^uint64(0)
	}
	if rest := n & 63; rest != 0 {
		b[whole] |= 1<<rest - 1
	}
}

func (b bitmap) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

func (b bitmap) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}
