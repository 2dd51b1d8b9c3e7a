package separation

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// An agreement holds the nodes around which two DAGs agree. Claims about these nodes are right, so their
// sets need not be computed. In large sparse graphs that differ little, these are most claims. The zero
// value means no agreement.
type agreement struct {
	// ancestral are the nodes that have the same parents in both graphs, and whose ancestors all do. Let
	// x and y be two of them. A set of ancestors of x or y separates them in both graphs or in neither,
	// because no open path leaves the ancestors of x, y and the set.
	ancestral graph.Set

	// blanket are the nodes that have the same parents in both graphs, and whose children all do. Their
	// Markov blanket is the same in both graphs and separates them from all other nodes.
	blanket graph.Set

	// all are the nodes of blanket that are in ancestral together with all their children, and so with
	// their whole blanket.
	all graph.Set
}

// agreementOf returns where the guess and the truth agree for the sets of a strategy.
func agreementOf(s separator.Strategy, truth, guess *model.Model) agreement {
	if s.Possible || !truth.Plan().DAG() || !guess.Plan().DAG() {
		return agreement{}
	}
	n := truth.N()
	same := graph.NewSet(n)
	for v := range graph.Node(n) {
		if slices.Equal(truth.Walk().Parents(v), guess.Walk().Parents(v)) {
			same.Add(v)
		}
	}
	if same.Len() < n/2 { // the graphs differ too much
		return agreement{}
	}
	a := agreement{ancestral: graph.NewSet(n), blanket: same.Clone()}
	for i := range n {
		v := truth.Plan().Node(i)
		if same.Has(v) && !slices.ContainsFunc(truth.Walk().Parents(v), func(p graph.Node) bool { return !a.ancestral.Has(p) }) {
			a.ancestral.Add(v)
		}
	}
	for v := range graph.Node(n) {
		if !same.Has(v) {
			removeAll(a.blanket, truth.Walk().Parents(v))
			removeAll(a.blanket, guess.Walk().Parents(v))
		}
	}
	a.all = a.blanket.And(a.ancestral)
	for v := range graph.Node(n) {
		if !a.ancestral.Has(v) {
			removeAll(a.all, guess.Walk().Parents(v))
		}
	}
	return a
}

func removeAll(s graph.Set, nodes []graph.Node) {
	for _, v := range nodes {
		s.Remove(v)
	}
}
