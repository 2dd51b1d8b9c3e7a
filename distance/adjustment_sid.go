package distance

import (
	"context"

	"github.com/sepdist/sepdist/class"
)

var sidMetric = Metric{
	Name:    "sid",
	Doc:     "share of ordered pairs (t, y) for which adjustment for the parents of t in the guess gives a wrong effect in the truth",
	Meaning: "intervention distributions misidentified by adjusting for the parents in the guess",
	Wrong:   wrongEffects, Claims: AboutPairs,
	Group: "aid",
	Paper: "peters2015",
	Truth: class.KindsOf(class.DAG), Guess: ofDAGs,
	Instead: "use parent-aid, which takes a CPDAG on either side, or zl-sd, which takes graphs of any class",
	Definition: "For each ordered pair of a treatment t and an outcome y the guess says how an intervention on t moves y: not at all where y is a parent of t, else as adjustment for the parents of t says. " +
		"The pair is wrong if this is not so in every distribution that fits the truth. Between two DAGs sid equals parent-aid. " +
		"A CPDAG as guess stands for several DAGs, so there are two numbers: the least and the greatest sid of any of them, which they attain. " +
		"Both are exact; where a chain component of the CPDAG can be oriented in too many ways, the bounds still hold, and the result is marked as partial.",
	Formula: "#{(t, y) : the effect of t on y by parents in the guess is wrong in the truth} / (n (n − 1))",
	Range:   "0 to 1; 0 just where the truth is a subgraph of the guess",
	measure: structuralIntervention,
}

// structuralIntervention is the distance of Peters and Bühlmann (Structural
// intervention distance for evaluating causal graphs, Neural Comput. 27:771–799).
func structuralIntervention(ctx context.Context, truth, guess *class.Model, p Params) (Result, error) {
	e, err := effectsOf(truth.N(), p)
	if err != nil {
		return Result{}, err
	}
	if guess.Kind() == class.DAG {
		wrong, err := e.judge(ctx, byParents, truth, guess, p.Options)
		if err != nil {
			return Result{}, err
		}
		return e.result(wrong, p.Seed), nil
	}
	if e.drawn > 0 {
		return undefined("the bounds over the DAGs of a CPDAG are not those of a sample of pairs"), nil
	}
	return newSIDBounds(e, truth, guess).run(ctx, p.Options)
}
