// Package model has a checked graph together with everything that metrics derive from it.
package model

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/series"
)

// A Model is a graph as drawn together with a graph that has the same separations and that msep can walk. Everything else
// is derived on first use and kept. A Model is safe for concurrent use.
type Model struct {
	kind        graph.Kind
	drawn, walk *graph.Graph
	series      *series.Model // a time series, which has no drawn and no walk

	made lazy[*derived]
}

// derived holds what metrics need beyond the graph. Small graphs need none of it.
type derived struct {
	plan, chains       lazy[*msep.Plan]
	canonical          lazy[canonical]
	paths              lazy[*graph.Graph]
	anterior, possible lazy[*msep.Before]
	ancestry           lazy[*msep.Ancestry]
	inseparable        lazy[*equiv.Inseparable]
	effects            lazy[*Effects]

	equalLock sync.Mutex
	equal     *graph.Graph
}

// A canonical is a graph with latent nodes in place of bidirected edges, and its plan.
type canonical struct {
	graph *graph.Graph
	plan  *msep.Plan
}

// A lazy is a value that is made on first use.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(build func() T) T {
	l.once.Do(func() { l.value = build() })
	return l.value
}

// New returns a graph that is known to be of class k. The separations of walk are those of drawn; its first nodes are the
// nodes of drawn, and any others are latent.
func New(k graph.Kind, drawn, walk *graph.Graph) *Model {
	return &Model{kind: k, drawn: drawn, walk: walk}
}

func (m *Model) derived() *derived {
	return m.made.get(func() *derived { return new(derived) })
}

// N returns the number of nodes of the graph as drawn, or the number of measured variables of a time series.
func (m *Model) N() int {
	if m.series != nil {
		return m.series.Drawn().N() - m.series.Latent().Len()
	}
	return m.drawn.N()
}

// Series returns the time series, or nil for a graph without time. A time series has no finite drawing or walk.
func (m *Model) Series() *series.Model { return m.series }

// Names returns the names of the N nodes or variables.
func (m *Model) Names() *graph.Names {
	if m.series == nil {
		return m.drawn.Names()
	}
	if m.series.Latent().Empty() {
		return m.series.Drawn().Names()
	}
	return m.series.Drawn().Induced(m.series.Measured()).Names()
}

// M returns the number of edges, or the number of links of a time series.
func (m *Model) M() int {
	if m.series != nil {
		return m.series.Drawn().M()
	}
	return m.drawn.M()
}

// Kind returns the class of the graph: the stated one, or the first that fits.
func (m *Model) Kind() graph.Kind { return m.kind }

// Drawn returns the graph as it was drawn.
func (m *Model) Drawn() *graph.Graph { return m.drawn }

// Walk returns a graph with the same separations that msep can walk: a member of the equivalence class for a CPDAG, MPDAG
// or PAG, the acyclification for a cyclic graph, and otherwise the graph itself. Its first N nodes are the nodes of the
// graph as drawn; any others are latent.
func (m *Model) Walk() *graph.Graph { return m.walk }

// Plan returns the plan by which lanes walk the graph.
func (m *Model) Plan() *msep.Plan {
	return m.derived().plan.get(func() *msep.Plan { return msep.NewPlan(m.walk, m.N()) })
}

// Canonical returns the walkable graph with a latent node in place of each bidirected edge, and its plan. Both are nil if
// the graph has undirected edges.
func (m *Model) Canonical() (*graph.Graph, *msep.Plan) {
	c := m.derived().canonical.get(func() (c canonical) {
		c.graph, c.plan = msep.Canonical(m.walk, m.Plan())
		return c
	})
	return c.graph, c.plan
}

// Chains returns the plan by which [msep.Adjust] walks a DAG or CPDAG as drawn.
func (m *Model) Chains() *msep.Plan {
	if m.drawn == m.walk {
		return m.Plan() // no undirected edges
	}
	return m.derived().chains.get(func() *msep.Plan { return msep.Chains(m.drawn) })
}

// Equivalence returns the graph of the equivalence class: the CPDAG of a DAG, CPDAG or MPDAG, the PAG of any other graph.
func (m *Model) Equivalence() *graph.Graph { return m.EquivalenceContext(context.Background()) }

// EquivalenceContext is Equivalence. It returns nil if ctx is done first.
func (m *Model) EquivalenceContext(ctx context.Context) *graph.Graph {
	d := m.derived()
	d.equalLock.Lock()
	defer d.equalLock.Unlock()
	if d.equal != nil {
		return d.equal
	}
	switch m.kind {
	case graph.CPDAG, graph.PAG:
		d.equal = m.drawn
	case graph.DAG, graph.MPDAG:
		d.equal = equiv.CPDAG(m.walk)
	default:
		if mag := m.mag(ctx); mag != nil {
			d.equal = equiv.PAG(ctx, mag)
		}
	}
	return d.equal
}

// Anterior returns the relation from a node to its ancestors in the walkable graph, or, with undirected edges, to the nodes
// anterior to it.
func (m *Model) Anterior() *msep.Before {
	return m.derived().anterior.get(func() *msep.Before { return msep.Anterior(m.walk) })
}

// Ancestry returns the arrows of a DAG, and the nodes that have many ancestors.
func (m *Model) Ancestry() *msep.Ancestry {
	return m.derived().ancestry.get(func() *msep.Ancestry { return msep.NewAncestry(m.Plan(), msep.ManyAncestors) })
}

// Possible returns the relation from a node to its possible ancestors in the graph of the equivalence class.
func (m *Model) Possible() *msep.Before {
	return m.derived().possible.get(func() *msep.Before { return msep.Possible(m.Equivalence()) })
}

// PossibleParents returns the nodes that are parents of v in some member of the equivalence class of a DAG, CPDAG, MAG or
// PAG, in no particular order. It returns false for a graph of any other class.
func (m *Model) PossibleParents(v graph.Node) (list []graph.Node, ok bool) {
	switch m.kind {
	case graph.DAG, graph.CPDAG:
		return slices.Concat(m.Equivalence().Parents(v), m.Equivalence().UndirectedNeighbors(v)), true
	case graph.MAG, graph.PAG:
		for e := range m.Equivalence().EdgesAt(v) {
			if (e.AtX == graph.Arrow || e.AtX == graph.Circle) && (e.AtY == graph.Tail || e.AtY == graph.Circle) {
				list = append(list, e.Y)
			}
		}
		return list, true
	}
	return nil, false
}

// Maximal reports whether every non-adjacent pair can be separated in every graph of the class. This does not hold for
// ADMGs and cyclic graphs.
func (m *Model) Maximal() bool { return !kind.Of(graph.ADMG, graph.Cyclic).Has(m.kind) }

// Inseparable returns the pairs x < y of non-adjacent nodes that no set separates, in ascending order. There are none if
// the class is [Model.Maximal].
func (m *Model) Inseparable() [][2]graph.Node {
	if m.Maximal() {
		return nil
	}
	return m.inseparable().Pairs()
}

// CountInseparable returns the number of ordered pairs of a source and a target in [Model.Inseparable], without listing
// them. If sources or targets is nil, it means all nodes.
func (m *Model) CountInseparable(sources, targets graph.Set) int {
	if m.Maximal() {
		return 0
	}
	return m.inseparable().Count(sources, targets)
}

// AppendInseparable appends to nodes, in no particular order, the nodes that no set separates from x, including the
// neighbors of x. The class must not be [Model.Maximal].
func (m *Model) AppendInseparable(nodes []graph.Node, x graph.Node) []graph.Node {
	return m.inseparable().Append(nodes, x)
}

func (m *Model) inseparable() *equiv.Inseparable {
	return m.derived().inseparable.get(func() *equiv.Inseparable {
		return equiv.NewInseparable(context.Background(), m.drawn)
	})
}

// Size returns the number of DAGs in the equivalence class of a DAG or CPDAG, stationary ones for a time series, and nil for
// a graph of any other class: counting the DAGs of an MPDAG is #P-hard, and for MAGs no method better than listing is known.
func (m *Model) Size() *big.Int {
	if m.series != nil {
		return m.seriesSize()
	}
	if m.kind == graph.DAG || m.kind == graph.CPDAG {
		return equiv.Size(m.Equivalence())
	}
	return nil
}

// Paths returns a graph with the nodes and the separations of m on which a person can follow a path: a member of the
// equivalence class for a CPDAG, MPDAG or PAG, the acyclification with all its bidirected edges for a cyclic graph, and
// otherwise the graph itself.
func (m *Model) Paths() *graph.Graph {
	if m.walk.N() == m.N() {
		return m.walk
	}
	return m.derived().paths.get(func() *graph.Graph { return equiv.AcyclifyPairs(m.drawn) })
}
