package mec_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/mec"
)

// Every MAG of up to four nodes has the marks that its class shares, and the class
// does not depend on whether MAGs with lines are in it as soon as one is without.
func TestPAGOfEveryMAG(t *testing.T) {
	for _, class := range allMAGs() {
		want := naive.PAG(class)
		for _, mag := range class {
			if got := mec.PAG(mag); !got.Same(want) {
				t.Fatalf("%v: got %v, the class has in common %v", mag, got, want)
			}
		}
	}
	for n := range 5 {
		for _, class := range magClasses(n, false) {
			if got, want := mec.PAG(class[0]), naive.PAG(class); !got.Same(want) {
				t.Fatalf("%v: got %v, the class without lines has in common %v", class[0], got, want)
			}
		}
	}
}

// Classes too large to list whole: every rule has one here in which it is needed.
func TestPAG(t *testing.T) {
	for _, tt := range []struct{ name, mag, want string }{
		{"collider", "a --> b <-> c <-- d", "a o-> b <-> c <-o d"},
		{"R1", "a --> b <-- c; b --> d", "a o-> b <-o c; b --> d"},
		{"R5", "a --- b --- c --- d --- a", "a --- b --- c --- d --- a"},
		{"R6", "a --- b --- c --- d --- a; a --> e", "a --- b --- c --- d --- a; a --o e"},
		{"R7", "a --- b --- c --- d --- a; a --> e --> f", "a --- b --- c --- d --- a; a --o e --o f"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := mec.PAG(graphtest.Arrows(t, tt.mag)); !got.Equal(graphtest.Arrows(t, tt.want)) {
				t.Errorf("%s: got %v, want %v", tt.mag, got, tt.want)
			}
		})
	}
}

func TestPAGOfVectors(t *testing.T) {
	n := 0
	for _, c := range graphtest.Vectors(t) {
		for _, tt := range []struct {
			class       string
			drawn, made *graph.Graph
		}{{c.TruthClass, c.Truth, c.Expect.MemberTruth}, {c.GuessClass, c.Guess, c.Expect.MemberGuess}} {
			if tt.class != "pag" || tt.made == nil {
				continue
			}
			n++
			if got := mec.PAG(tt.made); !got.Equal(tt.drawn) {
				t.Errorf("%s: %v: got %v, want %v", c.ID, tt.made, got, tt.drawn)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d PAGs among the vectors", n)
	}
}
