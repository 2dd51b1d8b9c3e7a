package measure_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

// mistakeKinds names the kinds of mistake as the definition does.
var mistakeKinds = map[string]string{
	claim.MissedEffect:     naive.EffectMissed,
	claim.AmenableInTruth:  naive.IdentifiedInTruth,
	claim.AmenableInGuess:  naive.NotIdentified,
	claim.InvalidAdjusting: naive.InvalidSet,
}

// mistakesOf returns the kinds of the mistakes that a metric reports, and checks that the counts agree with them.
func mistakesOf(t testing.TB, metric string, truth, guess *model.Model) map[[2]graph.Node]string {
	t.Helper()
	mistakes := map[[2]graph.Node]string{}
	unidentified := 0.0
	p := task.Params{Options: task.Options{Mistake: func(m distance.Mistake) {
		mistakes[[2]graph.Node{m.X, m.Y}] = mistakeKinds[m.Kind]
		if m.Kind == claim.AmenableInTruth || m.Kind == claim.AmenableInGuess {
			unidentified++
		}
	}}}
	mustMeasure(t, metric, truth, guess, p)
	r := mustMeasure(t, metric, truth, guess, task.Params{})
	if r.Count.Wrong != float64(len(mistakes)) || metric == "canonical-aid" && r.Unidentified != unidentified {
		t.Errorf("%s(%v; %v) = %v, %v unidentified; %d mistakes, %v unidentified", metric, truth.Drawn(), guess.Drawn(), r.Count.Wrong, r.Unidentified, len(mistakes), unidentified)
	}
	return mistakes
}

// claimName names a claim as the reference cases do.
func claimName(g *graph.Graph, c task.Claim) string {
	switch c.Kind {
	case claim.NoEffect:
		return naive.NoEffect
	case claim.Unidentified:
		return naive.Unidentified
	}
	return graphtest.Names(g, graph.SetOf(c.Set...))
}

// Every claim and every mistake of the reference cases.
func TestCanonicalVectors(t *testing.T) {
	metric, err := distance.Find("canonical-aid")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range graphtest.CanonicalVectors(t) {
		truth, guess := newModel(t, c.Truth, c.TruthClass), newModel(t, c.Guess, c.GuessClass)
		claim := measure.ClaimsOf(metric, guess)
		for pair, want := range c.Claims {
			if got := claimName(c.Guess, claim(pair[0], pair[1])); got != want {
				t.Errorf("%s: effect of %d on %d: claim %s, want %s", c.ID, pair[0], pair[1], got, want)
			}
		}
		got := mistakesOf(t, "canonical-aid", truth, guess)
		for pair := range c.Claims {
			if got[pair] != c.Mistakes[pair] {
				t.Errorf("%s: effect of %d on %d: mistake %q, want %q", c.ID, pair[0], pair[1], got[pair], c.Mistakes[pair])
			}
		}
	}
}

// adjustableClasses are the classes for which the adjustment criterion is stated.
var adjustableClasses = slices.DeleteFunc(slices.Clone(graphtest.Classes), func(c graphtest.Class) bool { return c.Lines || c.Name == "cyclic" })

// In random graphs of every mix of classes, every claim and every mistake is the one of the definition.
func TestCanonicalByDefinition(t *testing.T) {
	metric, _ := distance.Find("canonical-aid")
	seeds := uint64(60)
	if testing.Short() {
		seeds = 4
	}
	for _, tc := range adjustableClasses {
		for _, gc := range adjustableClasses {
			differs := func(g, h *graph.Graph) (what string) {
				truth, guess := naive.NewCriterion(g, tc.Name), naive.NewCriterion(h, gc.Name)
				tm, gm := newModel(t, g, tc.Name), newModel(t, h, gc.Name)
				mistakes, claim := mistakesOf(t, "canonical-aid", tm, gm), measure.ClaimsOf(metric, gm)
				for x := range graph.Node(g.N()) {
					for y := range graph.Node(g.N()) {
						if x == y {
							continue
						}
						kind, set := guess.Claim(x, y)
						want := kind
						if kind == "" {
							want = graphtest.Names(h, set)
						}
						if got := claimName(h, claim(x, y)); got != want {
							return "claim " + got + ", by definition " + want
						}
						if got, want := mistakes[[2]graph.Node{x, y}], truth.Mistake(x, y, kind, set); got != want {
							return "mistake " + got + ", by definition " + want
						}
					}
				}
				return ""
			}
			for seed := range seeds {
				n := 3 + int(seed%3)
				g, h := tc.Random(graphtest.Rand(seed), n, 0.5), gc.Random(graphtest.Rand(seed+500), n, 0.5)
				if differs(g, h) == "" {
					continue
				}
				g, h = graphtest.Shrink(g, h, func(g, h *graph.Graph) bool { return isOf(g, tc.Name) && isOf(h, gc.Name) && differs(g, h) != "" })
				t.Fatalf("%s %v; %s %v: %s", tc.Name, g, gc.Name, h, differs(g, h))
			}
		}
	}
}

// The same for adjustment by parents, ancestors and optimal sets, which DAGs, CPDAGs and MPDAGs offer, in truths of every class.
func TestAdjustmentInEveryTruth(t *testing.T) {
	unlike := 0
	for _, tc := range adjustableClasses {
		for _, gc := range adjustableClasses[:3] {
			for _, kind := range []string{"parent", "ancestor", "oset"} {
				differs := func(g, h *graph.Graph) (what string) {
					truth, guess := naive.NewCriterion(g, tc.Name), naive.NewCriterion(h, gc.Name)
					gm := newModel(t, h, gc.Name)
					metric, _ := distance.Find(kind + "-aid")
					mistakes, claim := mistakesOf(t, metric.Name, newModel(t, g, tc.Name), gm), measure.ClaimsOf(metric, gm)
					for x := range graph.Node(g.N()) {
						for y := range graph.Node(g.N()) {
							if x == y {
								continue
							}
							word, set := guess.ClaimBy(kind, x, y)
							want := word
							if word == "" {
								want = graphtest.Names(h, set)
							}
							if got := claimName(h, claim(x, y)); got != want {
								return "claim " + got + ", by definition " + want
							}
							got, mistake := mistakes[[2]graph.Node{x, y}], truth.Mistake(x, y, word, set)
							if got != mistake {
								return "mistake " + got + ", by definition " + mistake
							}
							if mistake != "" {
								unlike++
							}
						}
					}
					return ""
				}
				for seed := range uint64(12) {
					n := 3 + int(seed%3)
					g, h := tc.Random(graphtest.Rand(seed+900), n, 0.5), gc.Random(graphtest.Rand(seed+500), n, 0.5)
					if differs(g, h) == "" {
						continue
					}
					g, h = graphtest.Shrink(g, h, func(g, h *graph.Graph) bool { return isOf(g, tc.Name) && isOf(h, gc.Name) && differs(g, h) != "" })
					t.Fatalf("%s-aid, %s %v; %s %v: %s", kind, tc.Name, g, gc.Name, h, differs(g, h))
				}
			}
		}
	}
	if unlike < 1000 {
		t.Errorf("only %d mistakes: the test says little", unlike)
	}
}

// isOf reports whether g is of the class.
func isOf(g *graph.Graph, class string) (ok bool) {
	defer func() { ok = recover() == nil }()
	naive.Read(g, class)
	naive.NewCriterion(g, class)
	return
}

// canonical-aid is 0 from a graph to itself, does not depend on the order of nodes or on workers, and is the same in blocks of
// many pairs as pair by pair.
func TestCanonicalLaws(t *testing.T) {
	for i, c := range adjustableClasses {
		rng := graphtest.Rand(uint64(i))
		n := 40
		g, h := c.Random(rng, n, 0.06), c.Random(rng, n, 0.06)
		truth, guess := newModel(t, g, c.Name), newModel(t, h, c.Name)
		for _, name := range []string{"canonical-aid", "parent-aid", "ancestor-aid", "oset-aid"} {
			if m, _ := distance.Find(name); m.Defined(truth.Kind(), truth.Kind()) == nil && wrong(t, name, truth, truth, task.Params{}) != 0 {
				t.Errorf("%s: %s is not 0 from a graph to itself", c.Name, name)
			}
		}
		order := make([]graph.Node, n)
		for i, v := range rng.Perm(n) {
			order[i] = graph.Node(v)
		}
		one := wrong(t, "canonical-aid", truth, guess, task.Params{Options: task.Options{Workers: 1}})
		many := wrong(t, "canonical-aid", newModel(t, g.Induced(order), c.Name), newModel(t, h.Induced(order), c.Name), task.Params{Options: task.Options{Workers: 3}})
		sum := 0
		for x := range graph.Node(n) {
			for y := range graph.Node(n) {
				if x != y {
					sum += int(mustMeasure(t, "canonical-aid", truth, guess, task.Params{Sources: graph.SetOf(x), Targets: graph.SetOf(y)}).Count.Wrong)
				}
			}
		}
		if one != many || one != sum || one == 0 {
			t.Errorf("%s: %d, in another order %d, pair by pair %d", c.Name, one, many, sum)
		}
	}
}

// A graph with undirected edges that mean selection has no value, and the reason is stated.
func TestCanonicalWithSelection(t *testing.T) {
	metric, _ := distance.Find("canonical-aid")
	for class, drawing := range map[string]string{"mag": "a b c: a --- b; b --> c", "pag": "a b c d: a --- b; b --- c; c --- d; d --- a"} {
		m := newModel(t, graphtest.Arrows(t, drawing), class)
		dag := newModel(t, graph.MustNew(m.Names(), nil), "dag")
		r, err := measure.Measure(context.Background(), metric, dag, m, task.Params{})
		if err != nil || r.Defined() || r.Why == "" || measure.ClaimsOf(metric, m) != nil {
			t.Errorf("%v: %v, %v", m.Drawn(), r, err)
		}
	}
}

// The equivalence class of the truth says nothing wrong about effects: it only leaves some of them unidentified.
func TestCanonicalOfClassOfTruth(t *testing.T) {
	unidentified := 0.0
	for seed := range uint64(60) {
		for _, c := range adjustableClasses {
			truth := newModel(t, c.Random(graphtest.Rand(seed), 6, 0.4), c.Name)
			for _, to := range []class.Kind{class.CPDAG, class.PAG} {
				guess, err := truth.As(context.Background(), to)
				if err != nil {
					continue // a graph with latent confounders has no CPDAG
				}
				r := mustMeasure(t, "canonical-aid", truth, guess, task.Params{})
				unidentified += r.Unidentified
				if r.Count.Wrong != r.Unidentified {
					t.Errorf("%v and its %v: %v wrong, %v unidentified", truth.Drawn(), to, r.Count.Wrong, r.Unidentified)
				}
			}
		}
	}
	if unidentified == 0 {
		t.Error("no class leaves an effect unidentified")
	}
}
