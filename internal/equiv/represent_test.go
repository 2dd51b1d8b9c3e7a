package equiv_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// The MAG of a PAG is one of the class, for every class of up to four nodes.
func TestRepresentEveryClass(t *testing.T) {
	for _, class := range allMAGs() {
		pag := naive.PAG(class)
		mag, _ := equiv.Represent(pag)
		found := false
		for _, member := range class {
			found = found || member.EqualByIndex(mag)
		}
		if !found {
			t.Fatalf("%v: got %v, which is not in the class of %v", pag, mag, class[0])
		}
	}
}

func TestRepresentChordless(t *testing.T) {
	pag := graphtest.Arrows(t, "a o-o b o-o c o-o d o-o a; b o-> e")
	mag, chordless := equiv.Represent(pag)
	if mag != nil || len(chordless) != 4 {
		t.Fatalf("%v: got %v and the cycle %v", pag, mag, chordless)
	}
	for i, v := range chordless {
		if e, ok := pag.Edge(v, chordless[(i+1)%4]); !ok || e.AtX != graph.Circle || e.AtY != graph.Circle {
			t.Errorf("%v: the cycle %v has no edge o-o after %s", pag, chordless, pag.Name(v))
		}
	}
}

// From MAG to PAG and back stays in the class and at the same PAG, whatever the order
// of the nodes.
func TestRepresentRandom(t *testing.T) {
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		n, p := 4+rng.IntN(9), 0.1+0.5*rng.Float64()
		dag := graphtest.DAG(rng, n+4, p)
		selected := graph.SetOf(0, 1)
		if seed%2 == 0 {
			selected = nil
		}
		mag := equiv.Project(context.Background(), dag, graph.SetOf(2, 3), selected)
		pag := equiv.PAG(context.Background(), mag)
		member, _ := equiv.Represent(pag)
		if member == nil {
			t.Fatalf("seed %d: %v: no member of %v", seed, mag, pag)
		}
		if again := equiv.PAG(context.Background(), member); !again.EqualByIndex(pag) {
			t.Fatalf("seed %d: %v: the PAG %v has the member %v with the PAG %v", seed, mag, pag, member, again)
		}
		if !naive.IsAncestral(member, true) {
			t.Fatalf("seed %d: %v: the PAG %v has the member %v, which is not ancestral", seed, mag, pag, member)
		}
		if !sameByAncestors(mag, member) {
			t.Fatalf("seed %d: %v is not equivalent to %v", seed, mag, member)
		}
		other := graphtest.Permute(rng, mag)
		if got := equiv.PAG(context.Background(), other); !got.Equal(pag) {
			t.Fatalf("seed %d: %v: got %v, in another order %v", seed, mag, pag, got)
		}
	}
}
