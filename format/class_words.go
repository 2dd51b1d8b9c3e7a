package format

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// The names that other programs use for classes, and the classes that their files leave open. Other
// files of the package use the properties of classes, not their names.

// networkClass is the class of a Bayesian network.
const networkClass = graph.DAG

// dagittyWords are the types of dagitty for classes. Its dag may have bidirected edges, and its
// pdag leaves open whether it is a CPDAG.
var dagittyWords = []struct {
	word  string
	class graph.Kind  // the class that it states
	drawn graph.Kinds // the classes that are written with it
}{
	{"dag", graph.DAG, kind.Of(graph.DAG, graph.ADMG, graph.Cyclic)},
	{"pdag", graph.Unstated, kind.Of(graph.CPDAG, graph.MPDAG)},
	{"mag", graph.MAG, kind.Of(graph.MAG)},
	{"pag", graph.PAG, kind.Of(graph.PAG)},
}

// dagittyMixed is the class of dagitty's dag with bidirected edges.
const dagittyMixed = graph.ADMG

// caugiWords are the classes of caugi for ours.
var caugiWords = map[graph.Kind]string{graph.DAG: "DAG", graph.ADMG: "ADMG", graph.CPDAG: "PDAG", graph.MPDAG: "PDAG"}

var (
	// tigramiteClasses are the classes of graphs with tigramite's o-o.
	tigramiteClasses = kind.Of(graph.CPDAG, graph.PAG)
	tigramiteSeries  = kind.Of(graph.TSCPDAG, graph.TSPAG)
	// tetradClasses are the classes that Tetrad searches for.
	tetradClasses = kind.Of(graph.DAG, graph.CPDAG, graph.MAG, graph.PAG)
)

// seriesClass is the value of the option class for a time series of any class.
const seriesClass = "ts"
