package distance_test

import (
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// The acyclification of a guess has a latent node for a component, v0 <=> v1 here, that no plan of
// the truth knows. From 33 nodes on, claims are judged in blocks.
func TestCyclicGuessOfManyNodes(t *testing.T) {
	for _, n := range []int{32, 33, 64, 65, 257} {
		names := graph.Numbered("v", 0, n)
		guess := model(t, graph.Must(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 0)}), "cyclic")
		chain := graph.Must(names, []graph.Edge{graph.Directed(2, 3)})
		line := graph.Must(names, []graph.Edge{graph.Line(2, 3)})
		circles := graph.Must(names, []graph.Edge{{X: 2, Y: 3, AtX: graph.Circle, AtY: graph.Circle}})
		for kind, g := range map[string]*graph.Graph{"dag": chain, "cpdag": line, "mpdag": line, "mag": chain, "admg": chain, "pag": circles, "cyclic": chain} {
			truth := model(t, g, kind)
			for _, metric := range separationsOf(truth, guess) {
				told := 0
				for _, o := range []distance.Options{{}, {Workers: 2, Sets: true, Mistake: func(distance.Mistake) { told++ }}} {
					if got := wrong(t, metric, truth, guess, distance.Params{Options: o}); got != 2 {
						t.Errorf("%d nodes: %s to a %s is %d, want 2 for the missing edge", n, metric, kind, got)
					}
				}
				if told != 2 {
					t.Errorf("%d nodes: %s to a %s: %d mistakes, want 2", n, metric, kind, told)
				}
			}
		}
	}
}

// separationsOf returns the names of the separation distances of the guess to the truth.
func separationsOf(truth, guess *class.Model) (names []string) {
	for i := range distance.Metrics {
		if m := &distance.Metrics[i]; (m.Group == "sd" || m.Group == "mb") && m.Defined(truth.Kind(), guess.Kind()) == nil {
			names = append(names, m.Name)
		}
	}
	return names
}
