package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A smallWorker judges all claims of a small guess pair by pair, with sets in machine words.
type smallWorker struct {
	truth, guess laidOut[msep.Small]
	effects      struct{ truth, guess laidOut[msep.SmallEffects] }
	pairs        msep.SmallPairs

	of    *class.Model // the truth of what is known
	known []smallWalk  // by a hash; a power of two of them
}

func newSmallWorker(known int) *smallWorker { return &smallWorker{known: make([]smallWalk, known)} }

// A laidOut is the graph that was laid out last. Many metrics, and many guesses, ask about one truth.
type laidOut[G any] struct {
	graph G
	of    *class.Model
	ok    bool // it can be laid out
}

// reset lays a model out and reports whether it can.
func (l *laidOut[G]) reset(m *class.Model, layOut func(*G, *class.Model) bool) bool {
	if l.of != m {
		l.of, l.ok = m, layOut(&l.graph, m)
	}
	return l.ok
}

// forWalks lays out a graph with the separations of the model, forEffects the graph as drawn.
func forWalks(g *msep.Small, m *class.Model) bool          { return g.Reset(m.Paths(), m.N()) }
func forEffects(g *msep.SmallEffects, m *class.Model) bool { return g.Reset(m.Drawn()) }

// A smallWalk is what walks from a node of the truth meet, given a set.
type smallWalk struct {
	given, met uint64
	from       uint8 // the node and what walks they are; 0 where nothing is known
}

// The walks.
const (
	openWalks   = 1 << 6
	adjustWalks = 2 << 6
)

// begin forgets what is known of another truth.
func (w *smallWorker) begin(truth *class.Model) {
	if w.of != truth {
		w.of = truth
		clear(w.known)
	}
}

// walk returns what walks of a kind meet in the truth.
func (w *smallWorker) walk(kind int, x graph.Node, given uint64) uint64 {
	from := uint8(kind) | uint8(x)
	hash := (given*0x9e3779b97f4a7c15 + uint64(from)*0xd6e8feb86659fd93) >> 32
	k := &w.known[int(hash)&(len(w.known)-1)]
	if k.from != from || k.given != given {
		k.from, k.given = from, given
		if kind == openWalks {
			k.met = w.truth.graph.Reach(x, given)
		} else {
			k.met = w.effects.truth.graph.Invalid(x, given)
		}
	}
	return k.met
}
