package class

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
)

// As returns a member of the class k with the separations of m: the CPDAG or PAG of
// its equivalence class, a DAG or MAG of it, the acyclification of a cyclic graph. It
// is an error where graphs of m's class have none in general, or where ctx is done first.
func (m *Model) As(ctx context.Context, k Kind) (Member, error) {
	if k == m.kind {
		return Member{m}, nil
	}
	if m.series != nil || k.IsSeries() {
		return m.asSeries(k)
	}
	row := &rules[k]
	if !row.source.Has(m.kind) {
		return Member{}, fmt.Errorf("%s cannot be converted to %s: that needs a graph of class %v", m.kind.Title(), k.Title(), row.source)
	}
	drawn, walk := row.from(ctx, m)
	if drawn == nil {
		return Member{}, context.Cause(ctx)
	}
	if kind.EdgesOf(drawn)&^k.Edges() != 0 {
		return Member{}, fmt.Errorf("%s with undirected edges cannot be converted to %s", m.kind.Title(), k.Title())
	}
	return Member{&Model{kind: k, drawn: drawn, walk: walk}}, nil
}

// Project returns the MAG over the nodes of m that are neither latent nor selected:
// what can be seen of m where the latent nodes are not measured and the selected ones
// are conditioned on throughout. Of a CPDAG, MPDAG or PAG, which draws many graphs, it
// is the PAG of these MAGs. Of a cyclic graph it has the ancestors as drawn, cycles and
// all; two nodes of one strongly connected component, each an ancestor of the other, are
// joined by <->. The two sets have no node in common; where both are empty it is m itself.
// A time series with latent variables counts as a time-series ADMG, without selection. It is an
// error where ctx is done first.
func (m *Model) Project(ctx context.Context, latent, selected graph.Set) (Member, error) {
	if latent.Empty() && selected.Empty() {
		return Member{m}, nil
	}
	if m.series != nil {
		return Member{&Model{kind: TSADMG, series: m.series.Hide(latent)}}, nil
	}
	mag := equiv.Project(ctx, m.projected(), latent, selected)
	if mag == nil {
		return Member{}, context.Cause(ctx)
	}
	model := &Model{kind: MAG, drawn: mag, walk: mag}
	if m.kind.Several() {
		if model.kind, model.drawn = PAG, equiv.PAG(ctx, mag); model.drawn == nil {
			return Member{}, context.Cause(ctx)
		}
	}
	return Member{model}, nil
}

// projected returns the graph from which MAGs are made: that which can be walked, but a
// cyclic graph as drawn, where a node is an ancestor of all that its cycles lead to.
func (m *Model) projected() *graph.Graph {
	if m.kind == Cyclic {
		return m.drawn
	}
	return m.walk
}
