package falsify_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/independence"
)

// The verdicts of DoWhy's falsify_graph on 20 DAGs. A graph is falsifiable if at most 5 % of its relabelings are
// Markov equivalent to it, and falsified if it is falsifiable and more than 5 % of its relabelings are as good.
// DoWhy tests each node and a nondescendant given the parents of the node, and counts all 120 relabelings.
// The strategy parent conditions on the parents of both nodes, and 3000 random relabelings are counted here.
// (bench/falsify/dowhy_vectors.py writes the file.)
func TestDoWhy(t *testing.T) {
	text, err := os.ReadFile("testdata/dowhy.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Edges                  []string
		Data                   [][]float64
		Equivalent             float64
		Falsifiable, Falsified bool
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	nodes := []string{"a", "b", "c", "d", "e"}
	falsified := 0
	for i, c := range cases {
		const count = 3000
		f, err := falsify.Run(ctx, "graph", member(t, nodes, c.Edges, "dag"), columns(nodes, c.Data, nil, independence.FisherZ),
			falsify.Options{Strategy: "parent", Correction: "none", Permutations: count, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		equivalent := float64(*f.Permutations.Equivalent) / count
		if math.Abs(equivalent-c.Equivalent) > 4*math.Sqrt(c.Equivalent/count) {
			t.Errorf("case %d: a share %v of relabelings is Markov equivalent, expected %v", i, equivalent, c.Equivalent)
		}
		falsifiable := equivalent <= 0.05
		if got := falsifiable && f.Permutations.Share > 0.05; falsifiable != c.Falsifiable || got != c.Falsified {
			t.Errorf("case %d: falsifiable %v, falsified %v (%v as good, %v equivalent), expected %v and %v", i, falsifiable, got, f.Permutations.Share, equivalent, c.Falsifiable, c.Falsified)
		}
		if c.Falsified {
			falsified++
		}
	}
	if len(cases) != 20 || falsified < 5 || falsified > 15 {
		t.Errorf("%d of %d cases are falsified: expected 20 cases with both verdicts", falsified, len(cases))
	}
}
