package equiv_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// Every MAG of up to four nodes has the marks that its class shares. Where a member has
// no lines, those that have some do not change what is shared.
func TestPAGOfEveryMAG(t *testing.T) {
	for _, class := range allMAGs() {
		want := naive.PAG(class)
		for _, mag := range class {
			if got := equiv.PAG(context.Background(), mag); !got.EqualByIndex(want) {
				t.Fatalf("%v: got %v, the class has in common %v", mag, got, want)
			}
		}
	}
	for n := range 5 {
		for _, class := range magClasses(n, false) {
			if got, want := equiv.PAG(context.Background(), class[0]), naive.PAG(class); !got.EqualByIndex(want) {
				t.Fatalf("%v: got %v, the class without lines has in common %v", class[0], got, want)
			}
		}
	}
}

// Each rule has a case here in which nothing else does its work.
func TestPAG(t *testing.T) {
	for _, tt := range []struct{ name, mag, want string }{
		{"colliders", "a --> b <-> c <-- d", "a o-> b <-> c <-o d"},
		{"R1", "a --> b <-- c; b --> d", "a o-> b <-o c; b --> d"},
		{"R2", "a <-- c; a <-> b; a <-> d; b <-- d; d <-- e", "a <-> b; a <-> d; a <-o c; b <-- d; d <-o e"},
		{"R3", "a --> b <-- c; a <-- d --> c; d --> b", "a o-> b <-o c; a o-o d o-o c; d o-> b"},
		{"R4, a collider", "d --> a <-> b <-> c; a --> c", "d o-> a <-> b <-> c; a --> c"},
		{"R4, no collider", "d --> a <-- b --> c; a --> c", "d o-> a <-o b --> c; a --> c"},
		{"R4, a long path", "e --> d <-> a <-> b <-> c; d --> c; a --> c", "e o-> d <-> a <-> b <-> c; d --> c; a --> c"},
		{"R5", "a --- b --- c --- d --- a", "a --- b --- c --- d --- a"},
		{"R6", "a --- b --- c --- d --- a; a --> e", "a --- b --- c --- d --- a; a --o e"},
		{"R7", "a --- b --- c --- d --- a; e --- a; e --- b; e --- c; e --- d", "a --- b --- c --- d --- a; e --- a; e --- b; e --- c; e --- d"},
		{"R9", "a --> b --> d; a --> c --> d", "a o-o b --> d; a o-o c --> d"},
		{"R10", "a <-- b; a <-- c; a <-- e; b <-- e; b --> c; b --> d; c <-- d <-- e", "a <-- b; a <-- c; a <-- e; b o-o e; b o-o c; b o-o d; c o-o d o-o e"},
		{ // No smaller graph needs it. The class has eight members.
			"R8",
			"e <-- h; e <-- j; e --> g; e --> k; f <-- h; f --> i; g <-- j; g --> i; g --> k; h --> k; i --> k; j --> k",
			"e <-o h; e <-o j; e --> g; e --> k; f o-o h; f --> i; g <-- j; g --> i; g --> k; h --> k; i --> k; j --> k",
		},
		// The following four were checked with another program.
		{
			"R2 and R4 in turn",
			"c <-- f; c <-- h; c <-> e; e <-- h; e <-- i; e <-> f; f <-- g",
			"c <-- f; c <-o h; c <-> e; e <-o h; e <-o i; e <-> f; f <-o g",
		},
		{
			"R4, a path beside the parents",
			"a --> e; a <-> h; d <-- e; d <-- i; d <-> g; d <-> h; e <-- i; f <-- h; g <-> i; h <-> i",
			"a o-> e; a o-> h; d <-- e; d <-- i; d <-o g; d <-> h; e <-- i; f <-- h; g o-> i; h <-> i",
		},
		{
			"R4, a path through a non-collider",
			"d <-- h; d <-- j; d --> f; d <-> e; d <-> g; e <-- i; e <-> j; f <-- h; f <-- j; f <-> g; f <-> i; g <-> h; g <-> i; g <-> j; h <-- j; h <-> i",
			"d <-- h; d <-- j; d --> f; d <-> e; d <-> g; e <-o i; e <-> j; f <-- h; f <-- j; f <-> g; f <-o i; g <-> h; g <-o i; g <-> j; h <-- j; h <-o i",
		},
		{
			"R8 twice",
			"a <-- e; a --> d; a --> f; a --> j; a <-> i; d <-- e; d <-- f; d <-- g; d <-- h; d <-- i; d --> j; e --> j; f --> g; f --> j; g <-- i; g --> j; g --> k; h <-- i; h <-- k; h --> j; i --> j; j <-- k",
			"a <-o e; a --> d; a --> f; a o-> j; a <-o i; d <-o e; d <-- f; d <-- g; d <-- h; d <-- i; d o-> j; e o-> j; f --> g; f o-> j; g <-- i; g o-> j; g --> k; h <-- i; h <-- k; h o-> j; i o-> j; j <-o k",
		},
		// Two cycles of lines with a path between them: R5 for the ones, R6 and R7 for the
		// other.
		{
			"lines between cycles",
			"a --- b --- c --- d --- a; a --- e --- f; f --- g --- h --- i --- f",
			"a --- b --- c --- d --- a; a --- e --- f; f --- g --- h --- i --- f",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mag, want := graphtest.Arrows(t, tt.mag), graphtest.Arrows(t, tt.want)
			if got := equiv.PAG(context.Background(), mag); !got.Equal(want) {
				t.Errorf("%s: got %v, want %v", tt.mag, got, tt.want)
			}
			if got := equiv.PAGInFull(context.Background(), mag); !got.Equal(want) {
				t.Errorf("%s: in full got %v, want %v", tt.mag, got, tt.want)
			}
			if mag.M() <= 7 {
				if shared := naive.PAG(naive.MAGs(mag, true)); !shared.Equal(want) {
					t.Errorf("%s: the class has in common %v, the case says %v", tt.mag, shared, tt.want)
				}
			}
		})
	}
}

// Random MAGs of five and six nodes whose class can be listed.
func TestPAGByDefinition(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		n := 5 + rng.IntN(2)
		lines := seed%2 == 0
		mag := graphtest.MAG(rng, n, 0.45)
		if lines {
			mag = graphtest.MAGWithLines(rng, n, 0.45)
		}
		if mag.M() > 6 {
			continue
		}
		if got, want := equiv.PAG(context.Background(), mag), naive.PAG(naive.MAGs(mag, lines)); !got.EqualByIndex(want) {
			t.Fatalf("seed %d: %v: got %v, the class has in common %v", seed, mag, got, want)
		}
	}
}

func TestPAGOfVectors(t *testing.T) {
	n := 0
	for _, c := range graphtest.Vectors(t) {
		for _, tt := range []struct {
			class         string
			drawn, member *graph.Graph
		}{
			{c.TruthClass, c.Truth, c.Expect.MemberTruth},
			{c.GuessClass, c.Guess, c.Expect.MemberGuess},
		} {
			if tt.class != "pag" || tt.member == nil {
				continue
			}
			n++
			if got := equiv.PAG(context.Background(), tt.member); !got.Equal(tt.drawn) {
				t.Errorf("%s: %v: got %v, want %v", c.ID, tt.member, got, tt.drawn)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d PAGs among the vectors", n)
	}
}

// A hub with many neighbours must not cost the square of them at every step.
func TestPAGOfStars(t *testing.T) {
	const n = 3000
	for _, tt := range []struct {
		name string
		edge func(v graph.Node) graph.Edge // between v and the hub 0
		want graph.Edge
	}{
		{"out", func(v graph.Node) graph.Edge { return graph.Directed(0, v) }, graph.Edge{AtX: graph.Circle, AtY: graph.Circle}},
		{"in", func(v graph.Node) graph.Edge { return graph.Directed(v, 0) }, graph.Edge{AtX: graph.Arrow, AtY: graph.Circle}},
	} {
		var edges []graph.Edge
		for v := range graph.Node(n) {
			if v > 0 {
				edges = append(edges, tt.edge(v))
			}
		}
		pag := equiv.PAG(context.Background(), graph.MustNew(graph.NumberedNames("v", 0, n), edges))
		for e := range pag.Edges() {
			if e.AtX != tt.want.AtX || e.AtY != tt.want.AtY {
				t.Fatalf("%s: got the edge %s", tt.name, e.Arrow())
			}
		}
	}
}
