package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A smallWorker judges all claims of a small guess pair by pair, with sets in machine words.
type smallWorker struct {
	truth, guess smallDAG
	effects      struct{ truth, guess smallEffects }

	of    *class.Model // the truth of what is known
	known []smallWalk  // by a hash; a power of two of them
}

func newSmallWorker(known int) *smallWorker { return &smallWorker{known: make([]smallWalk, known)} }

// A smallDAG is the graph that was laid out last. Many metrics, and many guesses, ask about one truth.
type smallDAG struct {
	msep.Small
	of *class.Model
	ok bool // it can be laid out
}

// reset lays out the graph that stands for a model and reports whether it can.
func (d *smallDAG) reset(m *class.Model) bool {
	if d.of != m {
		d.of, d.ok = m, d.Reset(m.Walk(), m.N())
	}
	return d.ok
}

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

// reset reports whether the graphs can be compared so.
func (w *smallWorker) reset(truth, guess *class.Model) bool {
	w.begin(truth)
	return w.truth.reset(truth) && w.guess.reset(guess)
}

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
			k.met = w.truth.Reach(x, given)
		} else {
			k.met = w.effects.truth.Invalid(x, given)
		}
	}
	return k.met
}
