package simulate

import (
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// Like returns the class and the options for random graphs like m: they have the same number of
// nodes and of adjacent pairs, and each pair is joined in one of the ways of the class with its
// probability in m. So the numbers of bidirected edges, bows, 2-cycles and known directed edges are the
// same on average, as far as the class allows.
//
// For a PAG, the bidirected edges of one of its MAGs are counted. Graphs drawn for a MAG or PAG
// have no undirected edges; an undirected edge of m counts as an adjacent pair. If m has the class
// cyclic and no cycle, the graphs have no cycles.
func Like(m *model.Model) (class.Kind, Options) {
	if s := m.Series(); s != nil {
		kinds := series.CountKinds(s.Drawn())
		links := float64(s.Drawn().M())
		return m.Kind(), Options{
			Nodes: m.N(), Edges: s.Drawn().M(), MaxLag: s.Drawn().MaxLag(),
			Auto: share(float64(kinds.Auto), links), Bidirected: share(float64(kinds.Bidirected), links),
		}
	}
	kind, g := m.Kind(), m.Drawn()
	if kind.RepresentsClass() && kind.Latent() {
		g = m.Walk()
	}
	if kind.MayBeCyclic() {
		if _, cycle := g.Order(); cycle == nil {
			kind = kind.Narrower()
		}
	}
	var across, bows, back, lines float64
	for e := range g.Edges() {
		between := g.Between(e.X, e.Y)
		switch {
		case e.Undirected():
			lines++
		case e.Bidirected() && len(between) == 1:
			across++
		case e.Bidirected():
			bows++
		case e.AtX == graph.Arrow && slices.Contains(between, graph.Directed(e.X, e.Y)):
			back++
		}
	}
	pairs := float64(g.M()) - bows - back
	arrows := pairs - across
	o := Options{Nodes: m.N(), Edges: int(pairs)}
	gen, _ := Of(kind)
	for _, field := range gen.Takes {
		switch field {
		case Known:
			open := 0.0 // undirected edges of the equivalence class
			for e := range m.Equivalence().Edges() {
				if e.Undirected() {
					open++
				}
			}
			o.Known = share(open-lines, open)
		case Bidirected:
			o.Bidirected = share(across, pairs)
		case Bows:
			o.Bows = share(bows, arrows)
		case TwoCycles:
			o.TwoCycles = share(back, arrows)
		}
	}
	return kind, o
}

// share returns part/whole, or 0 if whole is 0.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
