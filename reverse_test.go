package sepdist_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/report"
)

// The reverse explanation of a pair is the explanation of the exchanged pair: the same claims with the same
// paths, in the other graph, and edges are still called by what truth and guess have.
func TestReverseIsTheExchangedPair(t *testing.T) {
	kinds := []string{"dag", "cpdag", "mag", "pag", "admg", "cyclic"}
	other := map[string]string{"truth": "guess", "guess": "truth", "": ""}
	status := map[report.Status]report.Status{report.Missing: report.Extra, report.Extra: report.Missing}
	claims := 0
	for i, kind := range kinds {
		for seed := range uint64(8) {
			second := kinds[(i+int(seed))%len(kinds)]
			tk, _ := class.Parse(kind)
			gk, _ := class.Parse(second)
			truth, guess := &sepdist.Graph{Graph: random(kind, seed, 5), Class: tk}, &sepdist.Graph{Graph: random(second, seed+9, 5), Class: gk}
			for _, metric := range []string{"zl-sd", "parent-aid", "c-metric", "s-metric"} {
				m := find(t, metric)
				if m.Defined(gk, tk) != nil || m.Defined(tk, gk) != nil {
					continue
				}
				back, err := sepdist.Explain(t.Context(), truth, guess, sepdist.ExplainOptions{Metric: m.Name, Limit: 1000, Reverse: true})
				if err != nil {
					t.Fatal(err)
				}
				want, err := sepdist.Explain(t.Context(), guess, truth, sepdist.ExplainOptions{Metric: m.Name, Limit: 1000})
				if err != nil {
					t.Fatal(err)
				}
				if back.Wrong != want.Wrong || back.Of != want.Of || back.Made != want.Made || len(back.Claims) != len(want.Claims) || !back.Reverse {
					t.Fatalf("%s(%v; %v): %v of %v, exchanged %v of %v", metric, truth.Graph, guess.Graph, back.Wrong, back.Of, want.Wrong, want.Of)
				}
				for _, c := range back.Claims {
					claims++
					j := slices.IndexFunc(want.Claims, func(d report.Claim) bool {
						return c.X == d.X && c.Y == d.Y && slices.Equal(c.Separator, d.Separator)
					})
					if j < 0 || c.In != other[want.Claims[j].In] || !slices.Equal(c.Path, want.Claims[j].Path) {
						t.Errorf("%s(%v; %v): %+v", metric, truth.Graph, guess.Graph, c)
						continue
					}
					for k, s := range c.Steps {
						was := want.Claims[j].Steps[k].Status
						if swapped, ok := status[was]; ok {
							was = swapped
						}
						if s.Status != was {
							t.Errorf("%s(%v; %v): %v: %s, expected %s", metric, truth.Graph, guess.Graph, c.Path, s.Status, was)
						}
					}
				}
			}
		}
	}
	if claims < 500 {
		t.Errorf("only %d claims", claims)
	}
	dag := &sepdist.Graph{Graph: random("dag", 1, 5), Class: class.DAG}
	if _, err := sepdist.Explain(t.Context(), dag, dag, sepdist.ExplainOptions{Metric: "shd", Reverse: true}); err == nil {
		t.Error("shd is explained in reverse")
	}
}
