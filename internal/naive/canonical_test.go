package naive_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// TestCanonicalVectors compares every claim and every mistake with another program.
func TestCanonicalVectors(t *testing.T) {
	for _, c := range graphtest.CanonicalVectors(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			truth, guess := naive.NewCriterion(c.Truth, c.TruthClass), naive.NewCriterion(c.Guess, c.GuessClass)
			for pair, want := range c.Claims {
				x, y := pair[0], pair[1]
				claim, set := guess.Claim(x, y)
				if mistake := truth.Mistake(x, y, claim, set); mistake != c.Mistakes[pair] {
					t.Errorf("effect of %d on %d: mistake %q, want %q", x, y, mistake, c.Mistakes[pair])
				}
				if claim == "" {
					claim = graphtest.Names(c.Guess, set)
				}
				if claim != want {
					t.Errorf("effect of %d on %d: claim %q, want %q", x, y, claim, want)
				}
			}
		})
	}
}

// A set is valid in a graph if and only if it is valid in every graph that it represents.
func TestCriterionInMembers(t *testing.T) {
	for _, class := range []struct{ name, member string }{{"cpdag", "dag"}, {"mpdag", "dag"}, {"pag", "mag"}} {
		for _, c := range graphtest.Classes {
			if c.Name != class.name || c.Lines {
				continue
			}
			for seed := range uint64(30) {
				rng := graphtest.Rand(seed)
				g := c.Random(rng, 4, 0.5)
				var members []*naive.Criterion
				graphs := naive.Members(g)
				if class.member == "mag" {
					graphs = naive.MembersOfPAG(g, false)
				}
				for _, m := range graphs {
					members = append(members, naive.NewCriterion(m, class.member))
				}
				whole := naive.NewCriterion(g, c.Name)
				x, y := graphtest.Pair(rng, g)
				for z := range naive.Subsets(graph.AllNodes(4).Without(x, y)) {
					valid := true
					for _, m := range members {
						valid = valid && m.Valid(x, y, z)
					}
					if got := whole.Valid(x, y, z); got != valid {
						t.Errorf("%v: effect of %d on %d, %v valid: %v, in every member: %v", g, x, y, z.Nodes(), got, valid)
					}
				}
			}
		}
	}
}
