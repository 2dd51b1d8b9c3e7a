package kind

import "strings"

// Kinds is a set of classes.
type Kinds uint32

const (
	// Any holds every class of graphs without time.
	Any = Kinds(1<<TSDAG - 1<<DAG)
	// Series holds every class of time series, SeparatingSeries those in which separation is
	// defined.
	Series           = Kinds(1<<count - 1<<TSDAG)
	SeparatingSeries = Kinds(1<<TSDAG | 1<<TSCPDAG | 1<<TSADMG)
	// All holds all of them.
	All = Any | Series
	// Sufficient holds the classes without latent confounders (causal sufficiency), whose
	// graphs stand for equivalent DAGs.
	Sufficient = Kinds(1<<DAG | 1<<CPDAG | 1<<MPDAG)
)

// Of returns the set of the given classes.
func Of(kinds ...Kind) Kinds {
	var s Kinds
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether k is in s.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// List returns the classes of s in the order in which they are inferred.
func (s Kinds) List() []Kind {
	var list []Kind
	for k := range count {
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
