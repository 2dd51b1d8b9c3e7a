package equiv_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// On machine words the marks are those that are found in graphs of any size, and no graph with another
// mark passes.
func TestSmallPAG(t *testing.T) {
	small := 0
	check := func(mag *graph.Graph) {
		t.Helper()
		want := equiv.PAGInFull(context.Background(), mag)
		if got := equiv.PAG(context.Background(), mag); !got.EqualByIndex(want) {
			t.Fatalf("%v: its PAG is %v, on machine words %v", mag, want, got)
		}
		if !equiv.IsPAG(want, mag) {
			if mag.N() <= 64 && !slices.ContainsFunc(mag.EdgeList(), graph.Edge.Undirected) {
				t.Fatalf("%v: its PAG %v is not known", mag, want)
			}
			return
		}
		small++
		edges := want.EdgeList()
		for end := range 2 * len(edges) { // first one end of each edge, then the other
			e := &edges[end/2]
			was := *e
			for _, other := range []graph.Mark{graph.Tail, graph.Arrow, graph.Circle} {
				if e.AtX = other; other != was.AtX && equiv.IsPAG(want.With(edges), mag) {
					t.Fatalf("%v: its PAG is %v, and %v passes", mag, want, want.With(edges))
				}
			}
			*e = was.Flip()
		}
		if len(edges) > 0 && equiv.IsPAG(want.With(edges[1:]), mag) {
			t.Fatalf("%v: its PAG %v without the first edge passes", mag, want)
		}
	}
	for _, class := range allMAGs() {
		for _, mag := range class {
			check(mag)
		}
	}
	for seed := range uint64(3000) {
		rng := graphtest.Rand(seed)
		n := 5 + rng.IntN(11)
		if seed%50 == 0 {
			n = 60 + rng.IntN(6) // about as many as there are bits
		}
		share := (1 + 4*rng.Float64()) / float64(n)
		if seed%10 == 9 {
			check(graphtest.MAGWithLines(rng, n, share))
		} else {
			check(graphtest.MAG(rng, n, share))
		}
	}
	if small < 3000 {
		t.Errorf("only %d MAGs were small", small)
	}
}

// On machine words the extension is the same one.
func TestExtendSmall(t *testing.T) {
	with, without := 0, 0
	check := func(g *graph.Graph) {
		t.Helper()
		got, ok := equiv.Extend(g)
		want, can := equiv.ExtendInFull(g)
		if ok != can || ok && !got.EqualByIndex(want) {
			t.Fatalf("%v: got %v, expected %v", g, got, want)
		}
		if ok {
			with++
		} else {
			without++
		}
	}
	everyPDAG(check)
	somePDAGs(2000, check)
	if with < 1000 || without < 1000 {
		t.Errorf("%d graphs had an extension and %d had none", with, without)
	}
}

// somePDAGs calls f with random partly directed graphs of up to about as many nodes as a word has bits.
func somePDAGs(many uint64, f func(*graph.Graph)) {
	for seed := range many {
		rng := graphtest.Rand(seed)
		n := 5 + rng.IntN(11)
		if seed%50 == 0 {
			n = 60 + rng.IntN(6)
		}
		dag := graphtest.DAG(rng, n, (1+4*rng.Float64())/float64(n))
		partly := known(rng, dag, rng.Float64())
		f(partly)
		f(equiv.MeekInFull(partly))
		// Lines anywhere: most of these have no extension.
		edges := dag.EdgeList()
		for i, e := range edges {
			if rng.IntN(2) == 0 {
				edges[i] = graph.Undirected(e.X, e.Y)
			}
		}
		f(dag.With(edges))
	}
}

// A graph that no rule changes is its own closure: small ones are looked at on machine words.
func TestMeekOfClosedGraphs(t *testing.T) {
	closed, open := 0, 0
	check := func(g *graph.Graph) {
		t.Helper()
		got, want := equiv.Meek(g), equiv.MeekInFull(g)
		if !got.EqualByIndex(want) {
			t.Fatalf("%v: got %v, the rules give %v", g, got, want)
		}
		if want.EqualByIndex(g) {
			closed++
		} else {
			open++
		}
	}
	everyPDAG(check)
	somePDAGs(2000, check)
	if closed < 1000 || open < 1000 {
		t.Errorf("%d graphs were closed and %d were not", closed, open)
	}
}
