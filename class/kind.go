package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// A Kind is a class of graphs. As sets DAG ⊂ MAG without undirected edges ⊂ ADMG ⊂ Cyclic, and
// DAG ⊂ MPDAG ⊃ CPDAG. A CPDAG and a PAG represent an equivalence class.
type Kind = graph.Kind

// The classes.
const (
	Unstated = graph.Unstated // the first that fits
	DAG      = graph.DAG
	CPDAG    = graph.CPDAG
	MPDAG    = graph.MPDAG
	MAG      = graph.MAG
	ADMG     = graph.ADMG
	PAG      = graph.PAG
	Cyclic   = graph.Cyclic
	TSDAG    = graph.TSDAG // classes of time series
	TSCPDAG  = graph.TSCPDAG
	TSADMG   = graph.TSADMG
	TSPAG    = graph.TSPAG
)

// All returns every class of graphs without time, in the order in which [Infer] tries them.
func All() []Kind { return kind.Any.List() }

// Parse returns the class of the given name; the empty name is that of [Unstated].
func Parse(name string) (Kind, error) { return kind.Parse(name) }

// The types of edges.
type edges = kind.Edges

const (
	directed   = kind.Directed
	bidirected = kind.Bidirected
	undirected = kind.Undirected
	circles    = kind.Circles
	conflicts  = kind.Conflicts
)

// A check returns a graph with the separations of g that msep can walk, whose first nodes are those of g, or the reason why
// g is not of the class. It may assume that g has only edges of the class. If ctx is done, the result is meaningless.
type check func(ctx context.Context, g *graph.Graph) (walk *graph.Graph, bad *Error)

// checks has a row for each class.
var checks = [...]check{
	DAG:    checkDAG,
	CPDAG:  checkCPDAG,
	MPDAG:  checkMPDAG,
	MAG:    checkMAG,
	ADMG:   checkADMG,
	PAG:    checkPAG,
	Cyclic: checkCyclic,
}
