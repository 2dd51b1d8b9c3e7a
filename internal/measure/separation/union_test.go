package separation

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Claims that one walk for each node settles are those that one for each pair does: for near and
// unrelated graphs, few edges and many, a truth with bidirected edges, in one band or several.
func TestJoined(t *testing.T) {
	of := func(kind class.Kind, seed uint64, n int, p float64, without int) *model.Model {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, n, p)
		if kind == class.ADMG {
			g = graphtest.ADMG(rng, n, p)
		}
		if without > 0 {
			edges := slices.Collect(g.Edges())
			g = g.With(slices.DeleteFunc(edges, func(e graph.Edge) bool { return int(e.X+e.Y)%50 == without }))
		}
		m, err := class.Check(context.Background(), g, kind)
		if err != nil {
			t.Fatal(err)
		}
		return m.Model()
	}
	ctx, o := context.Background(), task.Options{Workers: 2}
	for seed := range uint64(24) {
		n, p := []int{40, 64, 150, 300, 700}[seed%5], []float64{0.5, 2, 5}[seed%3]
		guess := of(class.DAG, seed, n, p/float64(n), 1)
		truths := []*model.Model{of(class.DAG, seed, n, p/float64(n), 2), of(class.DAG, seed+100, n, p/float64(n), 0), of(class.ADMG, seed, n, 2/float64(n), 0)}
		for i, truth := range truths {
			for _, s := range []separator.Strategy{separator.Parent, separator.PossibleParent, separator.Ancestor, separator.PossibleAncestor} {
				a, err := task.ChunkedPairs(truth, task.Params{}, true)
				if err != nil {
					t.Fatal(err)
				}
				r, err := verifyPairs(ctx, s, truth, guess, a, task.Params{Options: o})
				if err != nil {
					t.Fatal(err)
				}
				want := r.Value * float64(n*(n-1))
				for _, words := range []int{1, n * 8, bandWords} {
					got, err := verifyUnions(ctx, s, truth, guess, o, words)
					if err != nil {
						t.Fatal(err)
					}
					if diff := got - want; diff > 0.5 || diff < -0.5 {
						t.Fatalf("seed %d, %d nodes, truth %d, %s: %v wrong claims, pair by pair %v", seed, n, i, s.Name, got, want)
					}
				}
			}
		}
	}
}

// Claims that one walk for each node settles are right or wrong by definition, in small graphs of every class for which
// the strategies are defined, some of them with nodes that are before each other.
func TestUnionsByDefinition(t *testing.T) {
	random := map[string]func(rng *rand.Rand, n int, p float64) *graph.Graph{
		"dag": graphtest.DAG, "cpdag": graphtest.CPDAG, "mag": graphtest.MAGWithLines, "pag": graphtest.PAGWithLines,
		"admg": graphtest.ADMG, "cyclic": graphtest.Cyclic,
	}
	wrong, sound := 0, 0
	for _, row := range []struct {
		s     separator.Strategy
		kinds []string
	}{
		{separator.Parent, []string{"dag"}}, {separator.PossibleParent, []string{"dag", "cpdag"}},
		{separator.Ancestor, []string{"dag", "mag", "admg", "cyclic"}}, {separator.PossibleAncestor, []string{"dag", "cpdag", "mag", "pag"}},
	} {
		for _, kind := range row.kinds {
			k, err := class.Parse(kind)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(60) {
				rng := graphtest.Rand(seed)
				var models [2]*model.Model
				var twins [2]*naive.Model
				for i := range models {
					kind, k := kind, k
					if i == 0 && seed%2 == 0 {
						kind, k = "dag", class.DAG
					}
					g := random[kind](rng, 3+int(seed)%3, 0.2+0.1*float64(seed%4))
					m, err := class.Check(context.Background(), g, k)
					if err != nil {
						t.Fatal(err)
					}
					models[i], twins[i] = m.Model(), naive.Read(g, kind)
				}
				sound += checkSound(t, row.s, models, twins)
				got, err := verifyUnions(context.Background(), row.s, models[0], models[1], task.Options{Workers: 1}, bandWords)
				if err != nil {
					t.Fatal(err)
				}
				want := naive.SeparationDistance(twins[0], twins[1], row.s.Name)
				if wrong += want; int(got) != want {
					t.Fatalf("%s of %s: %v, guess %v: %v wrong claims, expected %d", row.s.Name, kind, models[0].Drawn(), models[1].Drawn(), got, want)
				}
			}
		}
	}
	if wrong == 0 || sound == 0 {
		t.Errorf("%d wrong claims, %d about sound nodes", wrong, sound)
	}
}

// checkSound checks that claims about two sound nodes are right, and returns their number.
func checkSound(t *testing.T, st separator.Strategy, models [2]*model.Model, twins [2]*naive.Model) (claims int) {
	sound := graph.NewSet(models[0].N())
	if s := unionStrategyOf(nil, st, models[0], models[1]); models[0].Plan().DAG() {
		s.addSound(sound)
	}
	claim := naive.Claims(twins[1], st.Name)
	for x := range sound.All() {
		for y := range sound.All() {
			if x != y && twins[1].Separable(x, y) {
				claims++
				if z := claim(x, y); !twins[0].Separated(x, y, z) {
					t.Fatalf("%s: %v, guess %v: %d and %d are sound but connected given %v", st.Name, models[0].Drawn(), models[1].Drawn(), x, y, z)
				}
			}
		}
	}
	return claims
}
