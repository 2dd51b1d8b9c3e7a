package series

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A Strategy chooses a set of moments that separates two moments of the infinite guess. In a DAG or
// CPDAG all sets are finite; in an ADMG they can be infinite (see [InfiniteError]). They do not
// depend on a window.
type Strategy struct {
	Base    separator.Strategy
	Blanket bool // the Markov blanket of x, and Base only where y is in it
}

// Name returns the name of the strategy as it is in the names of distances: "mb-zl".
func (s Strategy) Name() string {
	if s.Blanket {
		return "mb-" + s.Base.Name
	}
	return s.Base.Name
}

// DefinedFor returns an error if the strategy is not defined for a guess.
func (s Strategy) DefinedFor(guess *Model) error {
	var dag, latent, bidirected = true, guess.latent.Len() > 0, false
	for _, l := range guess.drawn.Links() {
		dag = dag && l.Edge().Directed()
		bidirected = bidirected || l.Edge().Bidirected()
	}
	switch s.Base.Name {
	case separator.Parent.Name:
		if !dag || latent {
			return fmt.Errorf("%s is defined for a guess that is a DAG without latent variables only", s.Name())
		}
	case separator.PossibleParent.Name:
		if bidirected || latent {
			return fmt.Errorf("%s is defined for a guess that is a DAG or CPDAG without latent variables only", s.Name())
		}
	}
	return nil
}

// symmetric reports whether the set for x and y is that for y and x.
func (s Strategy) symmetric() bool { return s.Base.Symmetric && !s.Blanket }

func (s Strategy) chooser() separator.Chooser {
	if s.Blanket {
		return separator.Enhanced(s.Base).New()
	}
	return s.Base.New()
}

// A frame is a projection of the guess as strategies read it. Its window contains all moments next to
// x and y, so that the sets are those of the infinite graph (see [Comparison.newExtent]).
type frame struct {
	*Projection
	model    *Model
	plan     *msep.Plan
	anterior *msep.Before
	class    *graph.Graph
}

func newFrame(m *Model, p *Projection) *frame {
	return &frame{Projection: p, model: m, plan: msep.NewPlan(p.Graph, p.Graph.N())}
}

func (f *frame) N() int              { return f.Graph.N() }
func (f *frame) Drawn() *graph.Graph { return f.Graph }
func (f *frame) Walk() *graph.Graph  { return f.Graph }
func (f *frame) Plan() *msep.Plan    { return f.plan }
func (f *frame) Maximal() bool       { return false }

func (f *frame) Canonical() (*graph.Graph, *msep.Plan) { return msep.Canonical(f.Graph, f.plan) }

func (f *frame) Ancestry() *msep.Ancestry {
	return msep.NewAncestry(f.plan, msep.ManyAncestors)
}

func (f *frame) Anterior() *msep.Before {
	if f.anterior == nil {
		f.anterior = msep.Anterior(f.Graph)
	}
	return f.anterior
}

// Possible is not used by strategies for time series.
func (f *frame) Possible() *msep.Before { panic("series: possible ancestors are infinitely many") }

// Equivalence draws the links of the equivalence class inside the window.
func (f *frame) Equivalence() *graph.Graph {
	if f.class != nil {
		return f.class
	}
	drawn := f.model.drawn
	if drawn == f.model.walk {
		drawn = CPDAG(drawn)
	}
	f.class = f.Graph.With(unroll(drawn, f.Window, f.node))
	return f.class
}
