package simulate

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/series"
)

// A Generator draws random graphs of one class.
type Generator struct {
	Kind  class.Kind
	Doc   string  // how they are drawn, for help and docs
	Takes []Field // beside nodes, edges, probability, seed and prefix
	draw  func(context.Context, Options, stream) (*graph.Graph, error)

	// series, for a class of time series, returns the graph of the class that represents a drawn
	// or changed one.
	series func(*graph.Series) *graph.Series

	// redraw returns the graph of this class that represents a changed member; old is the
	// member of m before the change. Nil: the member itself. It may return nil if ctx is done
	// first.
	redraw func(ctx context.Context, member, old *graph.Graph, m class.Member) *graph.Graph
}

// Generators lists how graphs of each class are drawn.
var Generators = []Generator{
	{
		Kind: class.DAG,
		Doc:  "directed edges along a random order of the nodes; every set of that many pairs is equally likely",
		draw: drawADMG,
	},
	{
		Kind:   class.CPDAG,
		Doc:    "the equivalence class of a random DAG",
		draw:   drawCPDAG,
		redraw: func(_ context.Context, dag, _ *graph.Graph, _ class.Member) *graph.Graph { return equiv.CPDAG(dag) },
	},
	{
		Kind:  class.MPDAG,
		Doc:   "the equivalence class of a random DAG, with some edges oriented and Meek's rules applied",
		Takes: []Field{Known},
		draw:  drawMPDAG,
		redraw: func(_ context.Context, dag, old *graph.Graph, m class.Member) *graph.Graph {
			return learn(equiv.CPDAG(dag), dag, knownIn(m.Graph(), equiv.CPDAG(old)))
		},
	},
	{
		Kind: class.MAG,
		Doc: "as an ADMG, with bidirected edges made directed where a MAG needs it; " +
			"with latent or selected nodes, the projection of an ADMG",
		Takes: []Field{Bidirected, Latent, Selected},
		draw:  drawMAG,
	},
	{
		Kind:  class.PAG,
		Doc:   "the equivalence class of a random MAG",
		Takes: []Field{Bidirected, Latent, Selected},
		draw:  drawPAG,
		redraw: func(ctx context.Context, mag, _ *graph.Graph, _ class.Member) *graph.Graph {
			return equiv.PAG(ctx, mag)
		},
	},
	{
		Kind:  class.ADMG,
		Doc:   "directed edges along a random order of the nodes, some of them replaced by bidirected edges",
		Takes: []Field{Bidirected, Bows},
		draw:  drawADMG,
	},
	{
		Kind:  class.Cyclic,
		Doc:   "directed edges of random direction, some of them replaced by bidirected edges, repeated until there is a cycle",
		Takes: []Field{Bidirected, Bows, TwoCycles},
		draw:  drawCyclic,
	},
	{
		Kind:   class.TSDAG,
		Doc:    "links with lags up to the largest one, a share of them from a variable to itself; at lag 0 along a random order of the variables",
		Takes:  []Field{MaxLag, Auto},
		series: func(s *graph.Series) *graph.Series { return s },
	},
	{
		Kind:   class.TSCPDAG,
		Doc:    "the equivalence class of a random time-series DAG",
		Takes:  []Field{MaxLag, Auto},
		series: series.CPDAG,
	},
	{
		Kind:   class.TSADMG,
		Doc:    "as a time-series DAG, some of its links bidirected instead",
		Takes:  []Field{MaxLag, Auto, Bidirected},
		series: func(s *graph.Series) *graph.Series { return s },
	},
}

// Of returns the generator of a class.
func Of(k class.Kind) (Generator, error) {
	for _, g := range Generators {
		if g.Kind == k {
			return g, nil
		}
	}
	if k != class.Unstated {
		return Generator{}, fmt.Errorf("%s cannot be drawn at random", k.Title())
	}
	return Generator{}, fmt.Errorf("no class is stated: use one of %v", kind.Any|kind.SeparatingSeries)
}

// A Drawn is a graph, or a time series.
type Drawn struct {
	Graph  *graph.Graph
	Series *graph.Series
}

// Draw draws a graph. It is an error if the options are impossible or if ctx is done first.
func (g Generator) Draw(ctx context.Context, o Options) (Drawn, error) {
	if err := o.check(g.Kind, g.Takes); err != nil {
		return Drawn{}, err
	}
	if g.series != nil {
		return Drawn{Series: g.series(drawSeries(o, newStream(o.Seed)))}, nil
	}
	drawn, err := g.draw(ctx, o, newStream(o.Seed))
	return Drawn{Graph: drawn}, err
}

// Draw draws a random graph, or time series, of the class.
func Draw(ctx context.Context, kind class.Kind, o Options) (Drawn, error) {
	g, err := Of(kind)
	if err != nil {
		return Drawn{}, err
	}
	return g.Draw(ctx, o)
}

// Graph draws a random graph of a class without time.
func Graph(ctx context.Context, kind class.Kind, o Options) (*graph.Graph, error) {
	d, err := Draw(ctx, kind, o)
	return d.Graph, err
}

func drawCPDAG(ctx context.Context, o Options, s stream) (*graph.Graph, error) {
	dag, err := drawADMG(ctx, o, s)
	return equiv.CPDAG(dag), err
}

func drawMPDAG(ctx context.Context, o Options, s stream) (*graph.Graph, error) {
	dag, err := drawADMG(ctx, o, s)
	return learn(equiv.CPDAG(dag), dag, func(graph.Edge) bool { return s.chance(o.Known) }), err
}

// learn returns the CPDAG with the known undirected edges oriented as in the DAG, and with the
// consequences.
func learn(cpdag, dag *graph.Graph, known func(graph.Edge) bool) *graph.Graph {
	edges := cpdag.EdgeList()
	for i, e := range edges {
		if e.Undirected() {
			if arrow, _ := dag.Edge(e.X, e.Y); known(arrow) {
				edges[i] = arrow
			}
		}
	}
	return equiv.Meek(cpdag.With(edges))
}

// drawADMG draws as Wahl and Runge do for mixed graphs (Separation-based distance
// measures for causal graphs, appendix on further experiments); there are no bows in
// their graphs. Without bidirected edges the graph is a DAG.
func drawADMG(_ context.Context, o Options, s stream) (*graph.Graph, error) {
	k := draw(o, s)
	return graph.MustNew(k.names, k.edges(o.Bidirected, o.Bows)), nil
}

func drawPAG(ctx context.Context, o Options, s stream) (*graph.Graph, error) {
	mag, err := drawMAG(ctx, o, s)
	if err != nil {
		return nil, err
	}
	return orStopped(ctx, equiv.PAG(ctx, mag))
}

// orStopped returns a graph, or the cause of ctx if the graph is nil.
func orStopped(ctx context.Context, g *graph.Graph) (*graph.Graph, error) {
	if g == nil {
		return nil, context.Cause(ctx)
	}
	return g, nil
}
