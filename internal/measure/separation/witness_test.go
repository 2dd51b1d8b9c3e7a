package separation

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A claim that has a witness is wrong, by definition. Every wrong claim about an x that contributes nothing, and a y that
// contributes nothing, has one.
func TestWitnesses(t *testing.T) {
	found := 0
	for _, row := range []struct {
		s      separator.Strategy
		kind   class.Kind
		random func(rng *rand.Rand, n int, p float64) *graph.Graph
	}{
		{separator.Ancestor, class.DAG, graphtest.DAG},
		{separator.Ancestor, class.MAG, graphtest.MAGWithLines},
		{separator.Ancestor, class.ADMG, graphtest.ADMG},
		{separator.Ancestor, class.Cyclic, graphtest.Cyclic},
		{separator.PossibleAncestor, class.CPDAG, graphtest.CPDAG},
		{separator.PossibleAncestor, class.PAG, graphtest.PAGWithLines},
	} {
		for seed := range uint64(60) {
			rng := graphtest.Rand(seed)
			var models [2]*model.Model
			var twins [2]*naive.Model
			for i := range models {
				g := row.random(rng, 3+int(seed)%3, 0.2+0.1*float64(seed%4))
				m, err := class.Check(context.Background(), g, row.kind)
				if err != nil {
					t.Fatal(err)
				}
				models[i], twins[i] = m.Model(), naive.Read(g, row.kind.String())
			}
			s := unionStrategyOf(nil, row.s, models[0], models[1])
			if !s.findUsers(models[1].N() * models[1].N()) {
				t.Fatalf("%s: more nodes contribute a node than there are", row.s.Name)
			}
			w, claim := newWitnessFinder(s), naive.Claims(twins[1], row.s.Name)
			for x := range graph.Node(models[0].N()) {
				w.find(int(x), x)
			}
			for x := range graph.Node(models[0].N()) {
				for y := range graph.Node(models[0].N()) {
					if x == y || !twins[1].Separable(x, y) {
						continue
					}
					z := claim(x, y)
					wrong := !twins[0].Separated(x, y, z)
					switch has := w.found[y].Has(int(x)); {
					case len(s.contributed.of(int(x)))+len(s.contributed.of(int(y))) == 0 && has != wrong:
						t.Fatalf("%s: %v, guess %v: witness for %d and %d: %v, the claim is wrong: %v", row.s.Name, models[0].Drawn(), models[1].Drawn(), x, y, has, wrong)
					case has && !wrong && !slices.Contains(s.contributed.of(int(x)), y) && !slices.Contains(s.contributed.of(int(y)), x):
						t.Fatalf("%s: %v, guess %v: a witness for %d and %d, which %v separates", row.s.Name, models[0].Drawn(), models[1].Drawn(), x, y, z)
					case has && wrong:
						found++
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d witnesses", found)
	}
}
