package class

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// A Kind is a class of graphs. As sets DAG ⊂ MAG without lines ⊂ ADMG ⊂ Cyclic, and
// DAG ⊂ MPDAG ⊃ CPDAG. A CPDAG and a PAG draw an equivalence class.
type Kind uint8

// The classes.
const (
	Unstated Kind = iota // not said: the first that fits
	DAG
	CPDAG
	MPDAG
	MAG
	ADMG
	PAG
	Cyclic
)

// A row is what there is to know of a class.
type row struct {
	name  string // as typed on the command line
	title string // as it stands in a sentence, with its article
	doc   string
	edges edges // the kinds of edges it has
	below Kind  // what a reader would ask next: why is it not one of these?

	// check returns a graph with the separations of g that msep can walk, whose first
	// nodes are those of g, or says why g is not of the class. It may trust that g has
	// only the kinds of edges of the class.
	check func(g *graph.Graph) (walk *graph.Graph, bad *Error)

	// source holds the classes whose graphs can be drawn as one of this class, and from
	// does so: it returns that drawing and a graph with its separations to walk.
	source Kinds
	from   func(m *Model) (drawn, walk *graph.Graph)
}

// ofDAGs holds the classes whose graphs stand for equivalent DAGs.
const ofDAGs = Kinds(1<<DAG | 1<<CPDAG | 1<<MPDAG)

// classes is the one list of classes.
var classes = [...]row{
	Unstated: {},
	DAG: {
		name: "dag", title: "a DAG",
		doc:    "directed edges, no directed cycle",
		edges:  arrows,
		check:  checkDAG,
		source: ofDAGs, from: toDAG,
	},
	CPDAG: {
		name: "cpdag", title: "a CPDAG",
		doc:    "directed and undirected edges: the equivalence class of a DAG, as estimated by PC and GES",
		edges:  arrows | lines,
		below:  DAG,
		check:  checkCPDAG,
		source: ofDAGs, from: toCPDAG,
	},
	MPDAG: {
		name: "mpdag", title: "an MPDAG",
		doc:    "directed and undirected edges: a CPDAG with background knowledge, closed under Meek's rules",
		edges:  arrows | lines,
		below:  CPDAG,
		check:  checkMPDAG,
		source: ofDAGs, from: toMPDAG,
	},
	MAG: {
		name: "mag", title: "a MAG",
		doc:    "directed, bidirected and, under selection, undirected edges: ancestral, and every non-adjacent pair can be separated",
		edges:  arrows | bidirected | lines,
		below:  DAG,
		check:  checkMAG,
		source: Any, from: toMAG,
	},
	ADMG: {
		name: "admg", title: "an ADMG",
		doc:    "directed and bidirected edges, no directed cycle",
		edges:  arrows | bidirected,
		below:  MAG,
		check:  checkADMG,
		source: Any, from: toADMG,
	},
	PAG: {
		name: "pag", title: "a PAG",
		doc:    "edges with circle marks: the equivalence class of a MAG, as estimated by FCI",
		edges:  arrows | bidirected | lines | circles,
		below:  MAG,
		check:  checkPAG,
		source: Any, from: toPAG,
	},
	Cyclic: {
		name: "cyclic", title: "a cyclic graph",
		doc:    "directed and bidirected edges, with or without cycles, interpreted by sigma-separation",
		edges:  arrows | bidirected,
		below:  ADMG,
		check:  checkCyclic,
		source: Any, from: toCyclic,
	},
}

// All returns every class, in the order in which [Of] tries them.
func All() []Kind { return []Kind{DAG, CPDAG, MPDAG, MAG, ADMG, PAG, Cyclic} }

// String returns the name of the class as it is typed and printed: "dag".
func (k Kind) String() string { return classes[k].name }

// Title returns the name of the class as it stands in a sentence: "a DAG".
func (k Kind) Title() string { return classes[k].title }

// Doc says in half a sentence which graphs are of the class.
func (k Kind) Doc() string { return classes[k].doc }

// Narrower returns the class that is next to k and holds fewer graphs or draws them with
// fewer kinds of edges, or [Unstated] for a DAG.
func (k Kind) Narrower() Kind { return classes[k].below }

// Several reports whether a graph of the class stands for several graphs, whose marks it
// leaves open in part.
func (k Kind) Several() bool { return KindsOf(CPDAG, MPDAG, PAG).Has(k) }

// MarshalText returns the name of the class.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText is [Parse].
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = Parse(string(text))
	return err
}

// Parse returns the class of the given name; the empty name is that of [Unstated].
func Parse(name string) (Kind, error) {
	for k := range classes {
		if strings.EqualFold(name, classes[k].name) {
			return Kind(k), nil
		}
	}
	return Unstated, fmt.Errorf("unknown class %q: use one of %v", name, KindsOf(All()...))
}

// Kinds is a set of classes.
type Kinds uint8

// KindsOf returns the set of the given classes.
func KindsOf(kinds ...Kind) Kinds {
	var s Kinds
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Any holds every class.
const Any = Kinds(1<<DAG | 1<<CPDAG | 1<<MPDAG | 1<<MAG | 1<<ADMG | 1<<PAG | 1<<Cyclic)

// Has reports whether k is in s.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// List returns the classes of s in their order.
func (s Kinds) List() []Kind {
	var list []Kind
	for _, k := range All() {
		if s.Has(k) {
			list = append(list, k)
		}
	}
	return list
}

// String lists the names of the classes: "dag, cpdag".
func (s Kinds) String() string {
	var names []string
	for _, k := range s.List() {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
}
