package sepdist_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// Separated is the definition, on random graphs and on the drawing of their equivalence class.
func TestSeparated(t *testing.T) {
	for seed := range uint64(60) {
		g, err := sepdist.Random(context.Background(), class.DAG, sepdist.RandomOptions{Nodes: 5, Probability: 0.5, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		cpdag, err := g.Convert(context.Background(), class.CPDAG)
		if err != nil {
			t.Fatal(err)
		}
		rng := graphtest.Rand(seed)
		var set graph.Set
		var given []string
		for v := graph.Node(2); v < 5; v++ {
			if rng.IntN(2) == 0 {
				set.Add(v)
				given = append(given, g.Graph.Name(v))
			}
		}
		want := naive.Separated(g.Graph, 0, 1, set)
		for _, h := range []*sepdist.Graph{g, cpdag} {
			if got, err := h.Separated(context.Background(), "X1", "X2", given...); err != nil || got.Separated != want || want != (len(got.Path) == 0) {
				t.Errorf("%v: X1 and X2 given %v: %+v, %v, by definition %v", h.Graph, given, got, err, want)
			}
		}
	}
}

// What is not a question about two nodes and a set is refused.
func TestSeparatedRefuses(t *testing.T) {
	g := &sepdist.Graph{Graph: graphtest.Arrows(t, "a --> b --> c")}
	for _, q := range [][]string{{"a", "a"}, {"a", "x"}, {"a", "b", "b"}, {"a", "b", "x"}} {
		if _, err := g.Separated(context.Background(), q[0], q[1], q[2:]...); err == nil {
			t.Errorf("%v is answered", q)
		}
	}
	g.Class = class.CPDAG // which a chain of arrows is not
	if _, err := g.Separated(context.Background(), "a", "c", "b"); err == nil {
		t.Error("a graph that is not of its class is answered")
	}
}

// Every set that is listed separates its pair, in the graph and in all that it represents.
func TestSeparatorsSeparate(t *testing.T) {
	for seed := range uint64(20) {
		dag, err := sepdist.Random(context.Background(), class.DAG, sepdist.RandomOptions{Nodes: 5, Probability: 0.4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		cpdag, err := dag.Convert(context.Background(), class.CPDAG)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*sepdist.Graph{dag, cpdag} {
			s, err := g.Separators(context.Background(), "", "")
			if err != nil || len(s.Nodes) != 5 {
				t.Fatalf("%v: %+v", err, s)
			}
			pairs := 0
			for p := range s.Pairs {
				pairs++
				for _, set := range p.Separators {
					members, _, err := g.Members(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					for member := range members {
						if got, err := (&sepdist.Graph{Graph: member}).Separated(context.Background(), p.X, p.Y, set...); err != nil || !got.Separated {
							t.Errorf("%v: %v does not separate %s and %s: %v", member, set, p.X, p.Y, err)
						}
					}
				}
			}
			if want := 5*4 - 2*g.M(); pairs != want {
				t.Errorf("%v: %d pairs, want %d", g.Graph, pairs, want)
			}
		}
	}
	g := &sepdist.Graph{Graph: graphtest.Arrows(t, "a --> b --> c")}
	for _, q := range [][]string{{"a", "x"}, {"a", "a"}, {"a", "c", "shd"}, {"a", "c", "none"}} {
		if _, err := g.Separators(context.Background(), q[0], q[1], q[2:]...); err == nil {
			t.Errorf("%v is answered", q)
		}
	}
}

// The possible parents of a MAG and of its PAG are the parents in some MAG of the class.
func TestPossibleParents(t *testing.T) {
	for mag := range graphtest.Every(4, "", "-->", "<--", "<->") {
		if !naive.IsMAG(mag, false) {
			continue
		}
		members := naive.MAGs(mag, false)
		g := &sepdist.Graph{Graph: mag, Class: class.MAG}
		pag, err := g.Convert(t.Context(), class.PAG)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*sepdist.Graph{g, pag} {
			s, err := g.Separators(t.Context(), "", "", "zl-sd")
			if err != nil {
				t.Fatal(err)
			}
			for v, sets := range s.Nodes {
				want := graph.NewSet(4)
				for _, m := range members {
					for _, u := range m.Parents(graph.Node(v)) {
						want.Add(u)
					}
				}
				if names := graphtest.Names(mag, want); "{"+strings.Join(sets.PossibleParents, " ")+"}" != names {
					t.Fatalf("%v: possible parents of %s are %v, want %s", g.Graph, sets.Node, sets.PossibleParents, names)
				}
			}
		}
	}
}
