package kind

import "github.com/sepdist/sepdist/graph"

const (
	// Any has every class of graphs without time.
	Any = graph.Kinds(1<<graph.TSDAG - 1<<graph.DAG)
	// Series has every class of time series, SeparatingSeries those in which separation is defined.
	Series           = graph.Kinds(1<<(graph.TSPAG+1) - 1<<graph.TSDAG)
	SeparatingSeries = graph.Kinds(1<<graph.TSDAG | 1<<graph.TSCPDAG | 1<<graph.TSADMG)
	// All has all of them.
	All = Any | Series
	// Sufficient has the classes without latent confounders (causal sufficiency), whose graphs
	// represent equivalent DAGs.
	Sufficient = graph.Kinds(1<<graph.DAG | 1<<graph.CPDAG | 1<<graph.MPDAG)
)

// Of returns the set of the given classes.
func Of(kinds ...graph.Kind) graph.Kinds {
	var s graph.Kinds
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}
