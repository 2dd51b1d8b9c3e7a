package class_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// Every graph has the class it is said to have, and the equivalence class of its
// member is drawn as it is.
func TestVectors(t *testing.T) {
	for _, c := range graphtest.Vectors(t) {
		for _, g := range []struct {
			name   string
			graph  *graph.Graph
			class  string
			member *graph.Graph
			isMAG  *bool
			size   *int
		}{
			{"truth", c.Truth, c.TruthClass, c.Expect.MemberTruth, c.Expect.IsMAGTruth, c.Expect.ClassSizeTruth},
			{"guess", c.Guess, c.GuessClass, c.Expect.MemberGuess, c.Expect.IsMAGGuess, c.Expect.ClassSizeGuess},
		} {
			t.Run(c.ID+" "+g.name, func(t *testing.T) {
				stated, err := class.Parse(g.class)
				if err != nil {
					t.Fatal(err)
				}
				m, err := class.Check(context.Background(), g.graph, stated)
				if stated == class.Unstated { // ambiguous triples
					if err == nil {
						t.Fatalf("%v is taken for %v", g.graph, m.Kind())
					}
					return
				}
				if err != nil {
					t.Fatalf("%v: %v", g.graph, err)
				}
				if g.isMAG != nil {
					if _, err := class.Check(context.Background(), g.graph, class.MAG); (err == nil) != *g.isMAG {
						t.Errorf("%v: a MAG: %v, want %v", g.graph, err, *g.isMAG)
					}
				}
				if g.size != nil && m.Model().Size().Int64() != int64(*g.size) {
					t.Errorf("%v: %v DAGs, want %d", g.graph, m.Model().Size(), *g.size)
				}
				if g.member == nil {
					return
				}
				member, err := class.Infer(context.Background(), g.member)
				if err != nil {
					t.Fatalf("member %v: %v", g.member, err)
				}
				drawn, err := member.As(context.Background(), stated)
				if err != nil {
					t.Fatal(err)
				}
				if !drawn.Graph().Equal(g.graph) {
					t.Errorf("%v draws the class of %v, which we draw %v", g.graph, g.member, drawn.Graph())
				}
			})
		}
	}
}
