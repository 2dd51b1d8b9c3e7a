package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// A Kind is a class of graphs. As sets DAG ⊂ MAG without undirected edges ⊂ ADMG ⊂ Cyclic, and
// DAG ⊂ MPDAG ⊃ CPDAG. A CPDAG and a PAG represent an equivalence class.
//
// It is an alias, since package format and this one share the table of classes. Its method String returns
// the name, "cpdag", Title the name in a sentence, "a CPDAG", and Doc a description.
type Kind = kind.Kind

// The classes.
const (
	Unstated = kind.Unstated // the first that fits
	DAG      = kind.DAG
	CPDAG    = kind.CPDAG
	MPDAG    = kind.MPDAG
	MAG      = kind.MAG
	ADMG     = kind.ADMG
	PAG      = kind.PAG
	Cyclic   = kind.Cyclic
	TSDAG    = kind.TSDAG // classes of time series
	TSCPDAG  = kind.TSCPDAG
	TSADMG   = kind.TSADMG
	TSPAG    = kind.TSPAG
)

// Kinds is a set of classes. Its method Has reports whether it contains a class, and List returns all.
type Kinds = kind.Kinds

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
