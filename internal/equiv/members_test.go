package equiv_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// checkClass holds size and members against the class by definition.
func checkClass(t *testing.T, cpdag *graph.Graph, want []*graph.Graph) {
	t.Helper()
	if size := equiv.Size(cpdag); !size.IsInt64() || size.Int64() != int64(len(want)) {
		t.Fatalf("%v: size %v, by definition %d", cpdag, size, len(want))
	}
	got := slices.Collect(equiv.Members(cpdag))
	if len(got) != len(want) {
		t.Fatalf("%v: %d members, by definition %d", cpdag, len(got), len(want))
	}
	for i, dag := range got {
		if has(got[:i], dag) {
			t.Fatalf("%v: member %v comes twice", cpdag, dag)
		}
		if !has(want, dag) {
			t.Fatalf("%v: %v is no member", cpdag, dag)
		}
	}
}

func TestClassByDefinition(t *testing.T) {
	everyDAG(func(dag *graph.Graph) { checkClass(t, equiv.CPDAG(dag), naive.DAGs(dag)) })
	someDAGs(t, 200, func(dag *graph.Graph) { checkClass(t, equiv.CPDAG(dag), class(dag)) })
	// Chordal graphs have the largest classes.
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		if g := randomChordal(rng, 4+rng.IntN(4), 1+rng.IntN(4)); g.M() <= 12 {
			checkClass(t, g, extensions(g))
		}
	}
}

func TestClassOfNone(t *testing.T) {
	g := graphtest.Arrows(t, "a --- b --- c --- d --- a; e --- f")
	if size := equiv.Size(g); size.Sign() != 0 {
		t.Errorf("size %v of a class without a member", size)
	}
	for dag := range equiv.Members(g) {
		t.Errorf("member %v of a class without one", dag)
	}
}

func TestMembersOrderAndStop(t *testing.T) {
	g := graphtest.CPDAG(graphtest.Rand(3), 7, 0.5)
	all := slices.Collect(equiv.Members(g))
	if len(all) < 4 {
		t.Fatalf("%v: only %d members", g, len(all))
	}
	for stop := range all {
		var some []*graph.Graph
		for dag := range equiv.Members(g) {
			if some = append(some, dag); len(some) == stop+1 {
				break
			}
		}
		for i, dag := range some {
			if !dag.EqualByIndex(all[i]) {
				t.Fatalf("member %d is %v, at first it was %v", i, dag, all[i])
			}
		}
	}
}

// A class with more members than can be counted gives its first ones at once.
func TestMembersOfLargeClass(t *testing.T) {
	for _, g := range []*graph.Graph{complete(60), path(20_000), randomChordal(graphtest.Rand(1), 2000, 5)} {
		var seen []*graph.Graph
		for dag := range equiv.Members(g) {
			if !equiv.CPDAG(dag).EqualByIndex(g) {
				t.Fatalf("n = %d: member %d is not of the class", g.N(), len(seen))
			}
			if has(seen, dag) {
				t.Fatalf("n = %d: member %d comes twice", g.N(), len(seen))
			}
			if seen = append(seen, dag); len(seen) == 10 {
				break
			}
		}
	}
}

func TestVectors(t *testing.T) {
	checked := 0
	check := func(id string, g, member *graph.Graph, size *int) {
		if member == nil || size == nil {
			return
		}
		checked++
		if got := equiv.CPDAG(member); !got.EqualByIndex(g) {
			t.Errorf("%s: the CPDAG of %v is %v, want %v", id, member, got, g)
		}
		if got := equiv.Size(g); got.Cmp(big.NewInt(int64(*size))) != 0 {
			t.Errorf("%s: size %v, want %d", id, got, *size)
		}
		if all := slices.Collect(equiv.Members(g)); len(all) != *size || !has(all, member) {
			t.Errorf("%s: %d members of %d, %v among them: %v", id, len(all), *size, member, has(all, member))
		}
	}
	for _, c := range graphtest.Vectors(t) {
		if strings.HasPrefix(c.Class, "mpdag") {
			for _, g := range []*graph.Graph{c.Truth, c.Guess} {
				if _, ok := equiv.Extend(g); !ok || !equiv.Meek(g).EqualByIndex(g) {
					t.Errorf("%s: %v is no MPDAG", c.ID, g)
				}
			}
		}
		check(c.ID, c.Truth, c.Expect.MemberTruth, c.Expect.ClassSizeTruth)
		check(c.ID, c.Guess, c.Expect.MemberGuess, c.Expect.ClassSizeGuess)
	}
	if checked < 100 {
		t.Errorf("only %d CPDAGs among the vectors", checked)
	}
}
