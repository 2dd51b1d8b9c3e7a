package graph

import (
	"fmt"
	"strings"
)

// A Kind is a class of graphs. As sets DAG ⊂ MAG without undirected edges ⊂ ADMG ⊂ Cyclic, and
// DAG ⊂ MPDAG ⊃ CPDAG. A CPDAG and a PAG represent an equivalence class.
//
// Package class checks graphs against a class. Code that treats classes differently asks for a trait; the
// constants are for tables.
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
	numKinds
)

// A kindRow describes a class.
type kindRow struct {
	name       string // as it is typed
	article    string // with a space
	noun       string
	doc        string
	bidirected bool // types of edges beside directed ones
	undirected bool
	circles    bool
	narrower   Kind // the next smaller class, to explain why a graph is not in it
	members    Kind // the class of the graphs that one of this class represents; Unstated: itself only
	bows       bool // a pair may have a --> b and a <-> b
	cycles     bool // arrows may form a cycle
	series     Kind // the same for time series; for a class of time series: itself
	opaque     bool // no separation is defined
}

// classes is the one list of classes.
var classes = [numKinds]kindRow{
	DAG: {
		name: "dag", article: "a ", noun: "DAG",
		doc:    "directed edges, no directed cycle",
		series: TSDAG,
	},
	CPDAG: {
		name: "cpdag", article: "a ", noun: "CPDAG",
		doc:        "directed and undirected edges: the equivalence class of a DAG, as estimated by PC and GES",
		undirected: true,
		narrower:   DAG, members: DAG, series: TSCPDAG,
	},
	MPDAG: {
		name: "mpdag", article: "an ", noun: "MPDAG",
		doc:        "directed and undirected edges: a CPDAG with background knowledge, closed under Meek's rules",
		undirected: true,
		narrower:   CPDAG, members: DAG,
	},
	MAG: {
		name: "mag", article: "a ", noun: "MAG",
		doc:        "directed, bidirected and, under selection, undirected edges: ancestral, and every non-adjacent pair can be separated",
		bidirected: true, undirected: true,
		narrower: DAG,
	},
	ADMG: {
		name: "admg", article: "an ", noun: "ADMG",
		doc:        "directed and bidirected edges, no directed cycle",
		bidirected: true,
		narrower:   MAG, bows: true, series: TSADMG,
	},
	PAG: {
		name: "pag", article: "a ", noun: "PAG",
		doc:        "edges with circle marks: the equivalence class of a MAG, as estimated by FCI",
		bidirected: true, undirected: true, circles: true,
		narrower: MAG, members: MAG, series: TSPAG,
	},
	Cyclic: {
		name: "cyclic", article: "a ", noun: "cyclic graph",
		doc:        "directed and bidirected edges, with or without cycles, interpreted by sigma-separation",
		bidirected: true,
		narrower:   ADMG, bows: true, cycles: true,
	},
	TSDAG: {
		name: "ts-dag", article: "a ", noun: "time-series DAG",
		doc:    "stationary links, directed: lagged ones forward in time, no cycle at lag 0",
		series: TSDAG,
	},
	TSCPDAG: {
		name: "ts-cpdag", article: "a ", noun: "time-series CPDAG",
		doc:        "the same with undirected links at lag 0: the equivalence class of a time-series DAG, as estimated by PCMCI+",
		undirected: true,
		narrower:   TSDAG, members: TSDAG, series: TSCPDAG,
	},
	TSADMG: {
		name: "ts-admg", article: "a ", noun: "time-series ADMG",
		doc:        "stationary links, directed and bidirected: a time-series DAG with latent variables",
		bidirected: true,
		narrower:   TSDAG, bows: true, series: TSADMG,
	},
	TSPAG: {
		name: "ts-pag", article: "a ", noun: "time-series graph with circles",
		doc:        "stationary links with circle marks, as estimated by LPCMCI",
		bidirected: true, undirected: true, circles: true,
		series: TSPAG, opaque: true,
	},
}

// String returns the name of the class as it is typed and printed: "dag".
func (k Kind) String() string { return classes[k].name }

// Title returns the name of the class with its article: "a DAG".
func (k Kind) Title() string { return classes[k].article + classes[k].noun }

// Noun returns the name of the class without an article: "DAG", "cyclic graph".
func (k Kind) Noun() string { return classes[k].noun }

// Doc describes the graphs of the class in half a sentence.
func (k Kind) Doc() string { return classes[k].doc }

// Narrower returns the next class with fewer graphs or with fewer types of edges, or [Unstated] for a DAG.
func (k Kind) Narrower() Kind { return classes[k].narrower }

// RepresentsClass reports whether a graph of the class represents several graphs.
func (k Kind) RepresentsClass() bool { return classes[k].members != Unstated }

// Member returns the class of the graphs that a graph of the class represents. It is k itself unless
// [Kind.RepresentsClass].
func (k Kind) Member() Kind {
	if k.RepresentsClass() {
		return classes[k].members
	}
	return k
}

// Altered returns the classes that a graph of class k, or one that it represents, may be of after an
// edge was added or removed. A MAG need not be maximal then.
func (k Kind) Altered() []Kind {
	if k = k.Member(); k == MAG {
		return []Kind{ADMG, MAG} // the latter for undirected edges
	}
	return []Kind{k}
}

// Latent reports whether the class allows latent confounders: a <-> b.
func (k Kind) Latent() bool { return classes[k].bidirected }

// Undirected reports whether the class has undirected edges: a --- b.
func (k Kind) Undirected() bool { return classes[k].undirected }

// Circles reports whether the class has circle marks: a o-> b.
func (k Kind) Circles() bool { return classes[k].circles }

// Bows reports whether a pair of nodes may have both a --> b and a <-> b.
func (k Kind) Bows() bool { return classes[k].bows }

// MayBeCyclic reports whether arrows may form a cycle.
func (k Kind) MayBeCyclic() bool { return classes[k].cycles }

// IsSeries reports whether the class is one of time series.
func (k Kind) IsSeries() bool { return k != Unstated && classes[k].series == k }

// Series returns the class of time series that corresponds to k, or [Unstated]. For a class of time series
// it is k itself.
func (k Kind) Series() Kind { return classes[k].series }

// Separates reports whether separation is defined in graphs of the class.
func (k Kind) Separates() bool { return !classes[k].opaque }

// MarshalText returns the name of the class.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the class of the given name; the empty name is that of [Unstated].
func (k *Kind) UnmarshalText(text []byte) error {
	for i := range classes {
		if strings.EqualFold(string(text), classes[i].name) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown class %q: use one of %v", text, Kinds(1<<numKinds-1<<DAG))
}

// Kinds is a set of classes.
type Kinds uint32

// Has reports whether k is in s.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// List returns the classes of s in the order in which they are inferred.
func (s Kinds) List() []Kind {
	var list []Kind
	for k := range numKinds {
		if s.Has(k) {
			list = append(list, k)
		}
	}
	return list
}

// Names returns the names of the classes in that order.
func (s Kinds) Names() []string {
	var names []string
	for _, k := range s.List() {
		names = append(names, k.String())
	}
	return names
}

// String lists the names of the classes: "dag, cpdag".
func (s Kinds) String() string { return strings.Join(s.Names(), ", ") }
