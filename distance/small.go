package distance

import (
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A smallWorker judges all claims of a small guess with sets in machine words: of nodes for effects, of pairs for separations.
type smallWorker struct {
	truth, guess laidOut[msep.Small]
	effects      struct{ truth, guess laidOut[msep.SmallEffects] }
	pairs        msep.SmallPairs

	of    *model.Model   // the truth of what is known
	known []smallVerdict // by a hash; a power of two of them
}

func newSmallWorker(known int) *smallWorker { return &smallWorker{known: make([]smallVerdict, known)} }

// A laidOut is the graph that was laid out last. Many metrics, and many guesses, ask about one truth.
type laidOut[G any] struct {
	graph G
	of    *model.Model
	ok    bool // it can be laid out
}

// reset lays a model out and reports whether it can.
func (l *laidOut[G]) reset(m *model.Model, layOut func(*G, *model.Model) bool) bool {
	if l.of != m {
		l.of, l.ok = m, layOut(&l.graph, m)
	}
	return l.ok
}

// forWalks lays out a graph with the separations of the model, forEffects the graph as drawn.
func forWalks(g *msep.Small, m *model.Model) bool          { return g.Reset(m.Paths(), m.N()) }
func forEffects(g *msep.SmallEffects, m *model.Model) bool { return g.Reset(m.Drawn()) }
