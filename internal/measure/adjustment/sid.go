package adjustment

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// hasOneSID reports whether the guess has one sid. Bounds over the DAGs of a class are not sums over parts.
func hasOneSID(guess *model.Model) bool { return !guess.Kind().RepresentsClass() }

// sidClaims returns the claims of a guess that is a DAG. An equivalence class has claims for each
// of its DAGs.
func sidClaims(guess *model.Model) func(x, y graph.Node) task.Claim {
	if !hasOneSID(guess) {
		return nil
	}
	return effectClaims(byParents)(guess)
}

// structuralIntervention is the distance of Peters and Bühlmann (Structural
// intervention distance for evaluating causal graphs, Neural Comput. 27:771–799).
func structuralIntervention(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	if hasOneSID(guess) {
		return byParents.measure(ctx, truth, guess, p)
	}
	e, err := effectsOf(truth.N(), p)
	if err != nil {
		return distance.Result{}, err
	}
	if e.Drawn > 0 {
		return task.Undefined("bounds over the DAGs of a CPDAG cannot be estimated from a sample of pairs"), nil
	}
	return newSIDBounds(e, truth, guess).run(ctx, p.Options)
}
