package class

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/series"
)

// A Model is a graph as drawn beside a graph with the same separations that msep can
// walk. What a metric may ask for is made on first use and kept; a Model serves any
// number of goroutines.
type Model struct {
	kind        Kind
	drawn, walk *graph.Graph
	series      *series.Model // of a time series, which has none of the rest

	derivedOnce sync.Once
	made        *derived
}

// A derived is what metrics may ask of a graph beyond itself. Small graphs need none of it.
type derived struct {
	planOnce     sync.Once
	plan         *msep.Plan
	hiddenOnce   sync.Once
	hidden       *graph.Graph
	hiddenPlan   *msep.Plan
	chainsOnce   sync.Once
	chains       *msep.Plan
	equalLock    sync.Mutex
	equal        *graph.Graph
	pathsOnce    sync.Once
	paths        *graph.Graph
	anteriorOnce sync.Once
	anterior     *msep.Before
	ancestryOnce sync.Once
	ancestry     *msep.Ancestry
	possibleOnce sync.Once
	possible     *msep.Before
	noneOnce     sync.Once
	none         *equiv.Inseparable
}

func (m *Model) derived() *derived {
	m.derivedOnce.Do(func() { m.made = new(derived) })
	return m.made
}

// N returns the number of observed nodes, which are those of the graph as drawn; or of the
// measured variables of a time series.
func (m *Model) N() int {
	if m.series != nil {
		return m.series.Drawn().N() - m.series.Latent().Len()
	}
	return m.drawn.N()
}

// Series returns the time series, and nil for a graph without time. A time series has no drawing
// or walk with finitely many nodes.
func (m *Model) Series() *series.Model { return m.series }

// Names returns the names of the N nodes or variables.
func (m *Model) Names() *graph.Names {
	if m.series == nil {
		return m.drawn.Names()
	}
	if m.series.Latent().Empty() {
		return m.series.Drawn().Names()
	}
	return m.series.Drawn().Keep(m.series.Measured()).Names()
}

// M returns the number of edges, or of the links of a time series.
func (m *Model) M() int {
	if m.series != nil {
		return m.series.Drawn().M()
	}
	return m.drawn.M()
}

// Kind returns the class of the graph: the stated one, or the first that fits.
func (m *Model) Kind() Kind { return m.kind }

// Drawn returns the graph as it was drawn.
func (m *Model) Drawn() *graph.Graph { return m.drawn }

// Walk returns a graph with the separations of the graph as drawn that msep can walk:
// a member of the equivalence class for a CPDAG, MPDAG or PAG, the acyclification for
// a cyclic graph, else the graph itself. Its first N nodes are those of the graph as
// drawn; any others are latent.
func (m *Model) Walk() *graph.Graph { return m.walk }

// Plan returns the plan by which lanes walk the graph.
func (m *Model) Plan() *msep.Plan {
	d := m.derived()
	d.planOnce.Do(func() { d.plan = msep.NewPlan(m.walk, m.N()) })
	return d.plan
}

// Canonical returns the graph that can be walked with a latent node for each bidirected edge, and
// its plan, and nil where it has lines.
func (m *Model) Canonical() (*graph.Graph, *msep.Plan) {
	d := m.derived()
	d.hiddenOnce.Do(func() { d.hidden, d.hiddenPlan = msep.Canonical(m.walk, m.Plan()) })
	return d.hidden, d.hiddenPlan
}

// Chains returns the plan by which [msep.Adjust] walks a DAG or CPDAG as drawn.
func (m *Model) Chains() *msep.Plan {
	if m.drawn == m.walk {
		return m.Plan() // without lines
	}
	d := m.derived()
	d.chainsOnce.Do(func() { d.chains = msep.Chains(m.drawn) })
	return d.chains
}

// Equivalence returns the drawing of the equivalence class: the CPDAG of a DAG, CPDAG
// or MPDAG, the PAG of any other graph.
func (m *Model) Equivalence() *graph.Graph { return m.equivalence(context.Background()) }

// equivalence is Equivalence, and nil where ctx is done first.
func (m *Model) equivalence(ctx context.Context) *graph.Graph {
	d := m.derived()
	d.equalLock.Lock()
	defer d.equalLock.Unlock()
	if d.equal != nil {
		return d.equal
	}
	switch m.kind {
	case CPDAG, PAG:
		d.equal = m.drawn
	case DAG, MPDAG:
		d.equal = equiv.CPDAG(m.walk)
	default:
		if mag, _ := toMAG(ctx, m); mag != nil {
			d.equal = equiv.PAG(ctx, mag)
		}
	}
	return d.equal
}

// Anterior returns the relation that leads from a node to its ancestors (with lines: to
// what is anterior to it) in the graph that can be walked.
func (m *Model) Anterior() *msep.Before {
	d := m.derived()
	d.anteriorOnce.Do(func() { d.anterior = msep.Anterior(m.walk) })
	return d.anterior
}

// Ancestry returns the arrows of a DAG, and which of its nodes have many ancestors.
func (m *Model) Ancestry() *msep.Ancestry {
	d := m.derived()
	d.ancestryOnce.Do(func() { d.ancestry = msep.NewAncestry(m.walk, m.Plan(), msep.ManyAncestors) })
	return d.ancestry
}

// Possible returns the relation that leads from a node to its possible ancestors in the
// drawing of the equivalence class.
func (m *Model) Possible() *msep.Before {
	d := m.derived()
	d.possibleOnce.Do(func() { d.possible = msep.Possible(m.Equivalence()) })
	return d.possible
}

// PossibleParents returns the parents of v in some DAG of the equivalence class of a DAG or CPDAG,
// without order, and false for a graph of any other class.
func (m *Model) PossibleParents(v graph.Node) ([]graph.Node, bool) {
	if m.kind != DAG && m.kind != CPDAG {
		return nil, false
	}
	return slices.Concat(m.Equivalence().Parents(v), m.Equivalence().Lines(v)), true
}

// Maximal reports whether the class promises that every pair without an edge can be
// separated. ADMGs and cyclic graphs need not be so.
func (m *Model) Maximal() bool { return !KindsOf(ADMG, Cyclic).Has(m.kind) }

// Inseparable returns the pairs x < y of nodes that are not adjacent and that no set separates,
// rising. A class that is [Model.Maximal] has none.
func (m *Model) Inseparable() [][2]graph.Node {
	if m.Maximal() {
		return nil
	}
	return m.inseparable().Pairs()
}

// CountInseparable returns the number of ordered pairs of a source and a target among those of
// [Model.Inseparable], without listing them. Where sources or targets are nil, all nodes are.
func (m *Model) CountInseparable(sources, targets graph.Set) int {
	if m.Maximal() {
		return 0
	}
	return m.inseparable().Count(sources, targets)
}

// AppendInseparable appends the nodes that no set separates from x, adjacent ones among them, to
// nodes, in no order. The class must be one that is not [Model.Maximal].
func (m *Model) AppendInseparable(nodes []graph.Node, x graph.Node) []graph.Node {
	return m.inseparable().Append(nodes, x)
}

func (m *Model) inseparable() *equiv.Inseparable {
	d := m.derived()
	d.noneOnce.Do(func() { d.none = equiv.NewInseparable(context.Background(), m.drawn) })
	return d.none
}

// Size returns the number of DAGs in the equivalence class of a DAG or CPDAG, and nil for
// a graph of any other class: the DAGs of an MPDAG are #P-hard to count, and for MAGs no
// method better than listing them is known.
func (m *Model) Size() *big.Int {
	if m.series != nil {
		return m.seriesSize()
	}
	if m.kind == DAG || m.kind == CPDAG {
		return equiv.Size(m.Equivalence())
	}
	return nil
}

// Paths returns a graph with the separations of m, and only its nodes, on which a person can
// follow a path: a member of the equivalence class for a CPDAG, MPDAG or PAG, the acyclification
// for a cyclic graph, with all its bidirected edges, else the graph itself.
func (m *Model) Paths() *graph.Graph {
	if m.walk.N() == m.N() {
		return m.walk
	}
	d := m.derived()
	d.pathsOnce.Do(func() { d.paths = equiv.AcyclifyPairs(m.drawn) })
	return d.paths
}
