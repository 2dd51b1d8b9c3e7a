// Package kind is the table of the classes of graphs: their names, their edges and their traits.
// Package class shows it to users, and has what checks a graph against a class. Code that
// treats classes differently asks for a trait; the constants are for tables.
package kind

import (
	"fmt"
	"strings"
)

// A Kind is a class of graphs. As sets DAG ⊂ MAG without undirected edges ⊂ ADMG ⊂ Cyclic, and
// DAG ⊂ MPDAG ⊃ CPDAG. A CPDAG and a PAG draw an equivalence class.
type Kind uint8

// The classes, in the order in which one is inferred.
const (
	Unstated Kind = iota // the first that fits
	DAG
	CPDAG
	MPDAG
	MAG
	ADMG
	PAG
	Cyclic
	TSDAG
	TSCPDAG
	TSADMG
	TSPAG
	count
)

// Ambiguous is the class of a graph whose triples have several readings.
const Ambiguous = CPDAG

// A row is what there is to know of a class.
type row struct {
	name     string // as it is typed
	title    string // as it stands in a sentence, with its article
	doc      string
	edges    Edges
	narrower Kind // what a reader would ask next: why is it not one of these?
	members  Kind // the class of the graphs that one of this class stands for; Unstated: itself only
	bows     bool // a pair may have a --> b and a <-> b
	cycles   bool // arrows may form a cycle
	series   Kind // the same for time series; of a class of time series: itself
	opaque   bool // no separation is defined
}

// classes is the one list of classes.
var classes = [count]row{
	DAG: {
		name: "dag", title: "a DAG",
		doc:   "directed edges, no directed cycle",
		edges: Directed, series: TSDAG,
	},
	CPDAG: {
		name: "cpdag", title: "a CPDAG",
		doc:      "directed and undirected edges: the equivalence class of a DAG, as estimated by PC and GES",
		edges:    Directed | Undirected,
		narrower: DAG, members: DAG, series: TSCPDAG,
	},
	MPDAG: {
		name: "mpdag", title: "an MPDAG",
		doc:      "directed and undirected edges: a CPDAG with background knowledge, closed under Meek's rules",
		edges:    Directed | Undirected,
		narrower: CPDAG, members: DAG,
	},
	MAG: {
		name: "mag", title: "a MAG",
		doc:      "directed, bidirected and, under selection, undirected edges: ancestral, and every non-adjacent pair can be separated",
		edges:    Directed | Bidirected | Undirected,
		narrower: DAG,
	},
	ADMG: {
		name: "admg", title: "an ADMG",
		doc:      "directed and bidirected edges, no directed cycle",
		edges:    Directed | Bidirected,
		narrower: MAG, bows: true, series: TSADMG,
	},
	PAG: {
		name: "pag", title: "a PAG",
		doc:      "edges with circle marks: the equivalence class of a MAG, as estimated by FCI",
		edges:    Directed | Bidirected | Undirected | Circles,
		narrower: MAG, members: MAG, series: TSPAG,
	},
	Cyclic: {
		name: "cyclic", title: "a cyclic graph",
		doc:      "directed and bidirected edges, with or without cycles, interpreted by sigma-separation",
		edges:    Directed | Bidirected,
		narrower: ADMG, bows: true, cycles: true,
	},
	TSDAG: {
		name: "ts-dag", title: "a time-series DAG",
		doc:   "stationary links, directed: lagged ones forward in time, no cycle at lag 0",
		edges: Directed, series: TSDAG,
	},
	TSCPDAG: {
		name: "ts-cpdag", title: "a time-series CPDAG",
		doc:      "the same with undirected links at lag 0: the equivalence class of a time-series DAG, as estimated by PCMCI+",
		edges:    Directed | Undirected,
		narrower: TSDAG, members: TSDAG, series: TSCPDAG,
	},
	TSADMG: {
		name: "ts-admg", title: "a time-series ADMG",
		doc:      "stationary links, directed and bidirected: a time-series DAG with latent variables",
		edges:    Directed | Bidirected,
		narrower: TSDAG, bows: true, series: TSADMG,
	},
	TSPAG: {
		name: "ts-pag", title: "a time-series graph with circles",
		doc:    "stationary links with circle marks, as estimated by LPCMCI",
		edges:  Directed | Bidirected | Undirected | Circles,
		series: TSPAG, opaque: true,
	},
}

// String returns the name of the class as it is typed and printed: "dag".
func (k Kind) String() string { return classes[k].name }

// Title returns the name of the class as it stands in a sentence: "a DAG".
func (k Kind) Title() string { return classes[k].title }

// Noun returns the name of the class without an article: "DAG", "cyclic graph".
func (k Kind) Noun() string {
	_, noun, _ := strings.Cut(k.Title(), " ")
	return noun
}

// Doc says in half a sentence which graphs are of the class.
func (k Kind) Doc() string { return classes[k].doc }

// Edges returns the types of edges that graphs of the class may have.
func (k Kind) Edges() Edges { return classes[k].edges }

// Narrower returns the class that is next to k and holds fewer graphs or draws them with
// fewer types of edges, or [Unstated] for a DAG.
func (k Kind) Narrower() Kind { return classes[k].narrower }

// RepresentsClass reports whether a graph of the class stands for several graphs, whose marks it
// leaves open in part.
func (k Kind) RepresentsClass() bool { return classes[k].members != Unstated }

// Member returns the class of the graphs that a graph of the class stands for, which is k itself
// unless it stands for [Kind.RepresentsClass].
func (k Kind) Member() Kind {
	if k.RepresentsClass() {
		return classes[k].members
	}
	return k
}

// Altered returns the classes that a graph of class k, or one that it stands for, may be of after an
// edge was added or removed. A MAG need not be maximal then.
func (k Kind) Altered() []Kind {
	if k = k.Member(); k == MAG {
		return []Kind{ADMG, MAG} // the latter for undirected edges
	}
	return []Kind{k}
}

// Latent reports whether the class allows latent confounders: a <-> b.
func (k Kind) Latent() bool { return k.Edges()&Bidirected != 0 }

// Undirected reports whether the class has undirected edges: a --- b.
func (k Kind) Undirected() bool { return k.Edges()&Undirected != 0 }

// Bows reports whether a pair of nodes may have both a --> b and a <-> b.
func (k Kind) Bows() bool { return classes[k].bows }

// MayBeCyclic reports whether arrows may form a cycle.
func (k Kind) MayBeCyclic() bool { return classes[k].cycles }

// IsSeries reports whether the class is one of time series.
func (k Kind) IsSeries() bool { return k != Unstated && classes[k].series == k }

// Series returns the class of time series that is to them what k is to graphs without time, and
// k itself if it is one; or [Unstated].
func (k Kind) Series() Kind { return classes[k].series }

// Separates reports whether separation is defined in graphs of the class.
func (k Kind) Separates() bool { return !classes[k].opaque }

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
	return Unstated, fmt.Errorf("unknown class %q: use one of %v", name, All)
}
