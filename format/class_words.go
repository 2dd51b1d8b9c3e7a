package format

import "github.com/sepdist/sepdist/internal/kind"

// The names that other programs use for classes, and the classes that their files leave open. Other
// files of the package use the properties of classes, not their names.

// networkClass is the class of a Bayesian network.
const networkClass = kind.DAG

// dagittyWords are the types of dagitty for classes. Its dag may have bidirected edges, and its
// pdag leaves open whether it is a CPDAG.
var dagittyWords = []struct {
	word  string
	class kind.Kind  // the class that it states
	drawn kind.Kinds // the classes that are written with it
}{
	{"dag", kind.DAG, kind.Of(kind.DAG, kind.ADMG, kind.Cyclic)},
	{"pdag", kind.Unstated, kind.Of(kind.CPDAG, kind.MPDAG)},
	{"mag", kind.MAG, kind.Of(kind.MAG)},
	{"pag", kind.PAG, kind.Of(kind.PAG)},
}

// dagittyMixed is the class of dagitty's dag with bidirected edges.
const dagittyMixed = kind.ADMG

// caugiWords are the classes of caugi for ours.
var caugiWords = map[kind.Kind]string{kind.DAG: "DAG", kind.ADMG: "ADMG", kind.CPDAG: "PDAG", kind.MPDAG: "PDAG"}

var (
	// tigramiteClasses are the classes of graphs with tigramite's o-o.
	tigramiteClasses = kind.Of(kind.CPDAG, kind.PAG)
	tigramiteSeries  = kind.Of(kind.TSCPDAG, kind.TSPAG)
	// tetradClasses are the classes that Tetrad searches for.
	tetradClasses = kind.Of(kind.DAG, kind.CPDAG, kind.MAG, kind.PAG)
)

// seriesClass is the value of the option class for a time series of any class.
const seriesClass = "ts"
