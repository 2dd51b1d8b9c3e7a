package format

import "github.com/sepdist/sepdist/internal/kind"

// What other programs call classes, and which classes their files leave open. It is the only
// file of the package that names classes; others ask for traits.

// networkClass is the class of a Bayesian network.
const networkClass = kind.DAG

// dagittyWords are the types of dagitty for classes. Its dag may have bidirected edges, and its
// pdag leaves open whether it is a CPDAG.
var dagittyWords = []struct {
	word  string
	class kind.Kind  // that the word states
	drawn kind.Kinds // the classes that are written so
}{
	{"dag", kind.DAG, kind.Of(kind.DAG, kind.ADMG, kind.Cyclic)},
	{"pdag", kind.Unstated, kind.Of(kind.CPDAG, kind.MPDAG)},
	{"mag", kind.MAG, kind.Of(kind.MAG)},
	{"pag", kind.PAG, kind.Of(kind.PAG)},
}

// dagittyMixed is the class of dagitty's dag with bidirected edges.
const dagittyMixed = kind.ADMG

// caugiWords are the classes of caugi that ours are written as.
var caugiWords = map[kind.Kind]string{kind.DAG: "DAG", kind.ADMG: "ADMG", kind.CPDAG: "PDAG", kind.MPDAG: "PDAG"}

var (
	// tigramiteClasses are the classes that o-o of tigramite may be of.
	tigramiteClasses = kind.Of(kind.CPDAG, kind.PAG)
	tigramiteSeries  = kind.Of(kind.TSCPDAG, kind.TSPAG)
	// tetradClasses are the classes that Tetrad searches for.
	tetradClasses = kind.Of(kind.DAG, kind.CPDAG, kind.MAG, kind.PAG)
)

// seriesClass is what stands for a class where the graph is a time series of any class.
const seriesClass = "ts"
