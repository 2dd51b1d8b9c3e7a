package separation

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// An agreement says where two DAGs agree. Claims about what lies there are right, and their sets need
// not be found: in large sparse graphs that are near each other these are most claims. The zero value
// says that they agree nowhere.
type agreement struct {
	// ancestral are the nodes that have, as all that leads to them, the same parents in both
	// graphs. Let x and y be two of them. A set of nodes that lead to x or y separates them in both
	// graphs or in none: no open path leaves what leads to x, y or the set.
	ancestral graph.Set

	// blanket are the nodes that have, as all their children, the same parents in both graphs. They
	// have the same Markov blanket in both, which separates them from all other nodes.
	blanket graph.Set

	// all are the nodes of blanket that are in ancestral with all their children, and so with all
	// their blanket.
	all graph.Set
}

// agreementOf returns where the guess and the truth agree, as to the sets of a strategy.
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
	if same.Len() < n/2 { // they are not near each other
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
