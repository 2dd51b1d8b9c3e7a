package class_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// pags returns every PAG on the skeleton of g: those of all MAGs on it.
func pags(g *graph.Graph) []*graph.Graph {
	kinds := []graph.Edge{graph.Undirected(0, 1), graph.Directed(0, 1), graph.Directed(1, 0).Flip(), graph.Bidirected(0, 1)}
	edges := g.EdgeList()
	total := 1
	for range edges {
		total *= len(kinds)
	}
	found := map[string]*graph.Graph{}
	for code := range total {
		list := slices.Clone(edges)
		for i, rest := 0, code; i < len(list); i, rest = i+1, rest/len(kinds) {
			list[i].AtX, list[i].AtY = kinds[rest%len(kinds)].AtX, kinds[rest%len(kinds)].AtY
		}
		if mag := g.With(list); naive.IsMAG(mag, true) {
			pag := equiv.PAG(context.Background(), mag)
			found[pag.String()] = pag
		}
	}
	return slices.Collect(maps.Values(found))
}

// changes counts the ends in which g and h differ.
func changes(g, h *graph.Graph) int {
	count := 0
	for e := range g.Edges() {
		f, _ := h.Edge(e.X, e.Y)
		if e.AtX != f.AtX {
			count++
		}
		if e.AtY != f.AtY {
			count++
		}
	}
	return count
}

func checkNearestPAGs(t *testing.T, g *graph.Graph, all []*graph.Graph) {
	t.Helper()
	least := 2*g.M() + 1
	want := map[string]bool{}
	for _, h := range all {
		switch c := changes(g, h); {
		case c < least:
			least = c
			want = map[string]bool{h.String(): true}
		case c == least:
			want[h.String()] = true
		}
	}
	r, err := class.Resolve(context.Background(), g, class.PAG, class.Nearest, class.Limits{})
	if err != nil {
		t.Errorf("%v: %v", g, err)
		return
	}
	got := map[string]bool{}
	for _, m := range r.Members {
		got[m.Graph().String()] = true
	}
	if !r.Complete || len(r.Members) != len(want) || !maps.Equal(got, want) {
		t.Errorf("%v: nearest are %v (whole %v), want %v with %d changes", g, got, r.Complete, want, least)
	}
}

// Every drawing of a small skeleton, and many of a larger one, has the nearest PAGs that a
// look at all of them finds. Here are all skeletons of up to four nodes, up to isomorphism.
func TestNearestPAGs(t *testing.T) {
	drawings := []string{"", "---", "-->", "<--", "<->", "o-o", "o->", "<-o", "o--", "--o"}
	for g := range graphtest.Every(3, drawings...) {
		checkNearestPAGs(t, g, pags(g))
	}
	marks := []graph.Mark{graph.Tail, graph.Arrow, graph.Circle}
	for _, skeleton := range []string{
		"a --- b; b --- c; c --- d",
		"a --- b; a --- c; a --- d",
		"a --- b; b --- c; c --- a; c --- d",
		"a --- b; b --- c; c --- d; d --- a",
		"a --- b; b --- c; c --- d; d --- a; a --- c",
		"a --- b; b --- c; c --- d; d --- a; a --- c; b --- d",
	} {
		g := graphtest.Arrows(t, skeleton)
		all, edges := pags(g), g.EdgeList()
		total, step := 1, 1
		for range 2 * len(edges) {
			total *= len(marks)
		}
		if total > 1000 {
			step = total/1000 | 1
		}
		for code := 0; code < total; code += step {
			for i, rest := 0, code; i < 2*len(edges); i, rest = i+1, rest/len(marks) {
				if i%2 == 0 {
					edges[i/2].AtX = marks[rest%len(marks)]
				} else {
					edges[i/2].AtY = marks[rest%len(marks)]
				}
			}
			checkNearestPAGs(t, g.With(edges), all)
		}
	}
}

// With five nodes discriminating paths come in.
func TestNearestPAGsOfFiveNodes(t *testing.T) {
	marks := []graph.Mark{graph.Tail, graph.Arrow, graph.Circle, graph.Arrow}
	for _, skeleton := range []string{
		"d --- a; a --- b; b --- c; a --- c",
		"d --- a; a --- e; e --- b; b --- c; a --- c; e --- c",
		"a --- b; b --- c; c --- d; d --- e; e --- a; a --- c",
	} {
		g := graphtest.Arrows(t, skeleton)
		all := pags(g)
		rng := graphtest.Rand(uint64(g.M()))
		for i := range 150 {
			edges := all[rng.IntN(len(all))].EdgeList()
			for range i % 8 {
				e := &edges[rng.IntN(len(edges))]
				e.AtX, e.AtY = marks[rng.IntN(4)], marks[rng.IntN(4)]
			}
			checkNearestPAGs(t, g.With(edges), all)
		}
	}
}
