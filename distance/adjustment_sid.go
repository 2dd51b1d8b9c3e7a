package distance

import (
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

var sidMetric = Metric{
	Name:    "sid",
	Doc:     "share of ordered pairs (t, y) for which adjustment for the parents of t in the guess gives a wrong effect in the truth",
	Meaning: "intervention distributions misidentified by adjusting for the parents in the guess",
	Wrong:   wrongEffects, Claims: AboutEffects,
	Group: "aid",
	Paper: "peters2015",
	Truth: class.KindsOf(class.DAG), Guess: adjustable,
	Instead: "use parent-aid, which takes a CPDAG on either side, or zl-sd, which takes graphs of any class",
	Definition: "For each ordered pair of a treatment t and an outcome y the guess determines the effect of an intervention on t: none if y is a parent of t, else by adjusting for the parents of t. " +
		"The pair is wrong if this is not the effect in every distribution that is Markov to the truth. Between two DAGs sid equals parent-aid. " +
		"A CPDAG as guess represents several DAGs, so there are two numbers, the smallest and the largest sid of these DAGs, and no symmetrised form, since the truth must be a DAG. " +
		"Both are attained; if a chain component of the CPDAG has too many orientations the bounds are valid but may not be attained, and the result is marked as partial.",
	Formula: "#{(t, y) : the effect of t on y by parents in the guess is wrong in the truth} / (n (n − 1))",
	Range:   "0 to 1; for a DAG guess 0 if and only if the truth is a subgraph of the guess",
	measure: structuralIntervention,
	claims: func(guess *model.Model) func(x, y graph.Node) Claim {
		if guess.Kind().RepresentsClass() { // a claim of each DAG
			return nil
		}
		return effectClaims(byParents)(guess)
	},
}

// structuralIntervention is the distance of Peters and Bühlmann (Structural
// intervention distance for evaluating causal graphs, Neural Comput. 27:771–799).
func structuralIntervention(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
	if !guess.Kind().RepresentsClass() {
		return byParents.measure(ctx, truth, guess, p)
	}
	e, err := effectsOf(truth.N(), p)
	if err != nil {
		return Result{}, err
	}
	if e.drawn > 0 {
		return undefined("bounds over the DAGs of a CPDAG cannot be estimated from a sample of pairs"), nil
	}
	return newSIDBounds(e, truth, guess).run(ctx, p.Options)
}
