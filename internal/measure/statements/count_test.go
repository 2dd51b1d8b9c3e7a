package statements

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/frontier"
	"github.com/sepdist/sepdist/internal/simulate"
)

// anyModel draws a graph of the class with all that it may have.
func anyModel(t testing.TB, kind class.Kind, nodes, edges int, seed uint64) *model.Model {
	t.Helper()
	o := simulate.Options{Nodes: nodes, Edges: edges, Seed: seed}
	switch kind {
	case class.MPDAG:
		o.Known = 0.3
	case class.MAG, class.PAG:
		if seed%2 == 0 {
			o.Latent, o.Selected = 2, 1 // lines come from selection
		} else {
			o.Bidirected = 0.3
		}
	case class.ADMG:
		o.Bidirected, o.Bows = 0.3, 0.2
	case class.Cyclic:
		o.Bidirected, o.Bows, o.TwoCycles = 0.2, 0.2, 0.1
	}
	g, err := simulate.Graph(context.Background(), kind, o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.Check(context.Background(), g, kind)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	return m.Model()
}

func sameCounts(a, b *frontier.Counts) bool {
	for _, p := range [][2]*frontier.Polynomial{{a.G, b.G}, {a.H, b.H}, {a.Both, b.Both}} {
		if p[0].Len() != p[1].Len() {
			return false
		}
		for k := range p[0].Len() {
			if p[0].Int(k).Cmp(p[1].Int(k)) != 0 {
				return false
			}
		}
	}
	return true
}

func sizesTo(orders int) []int {
	sizes := make([]int, orders)
	for k := range sizes {
		sizes[k] = k
	}
	return sizes
}

// Counting without enumerating gives what enumeration gives, for every pair of classes.
func TestFrontierEnumeration(t *testing.T) {
	ctx, o := context.Background(), task.Options{Workers: 2}
	seed := uint64(0)
	kinds := slices.Concat(class.All(), class.All())
	for _, a := range kinds {
		for _, b := range kinds {
			seed++
			nodes := 9 + int(seed%4)
			if a == b {
				nodes = 14
			}
			if a == class.Cyclic && b == class.Cyclic || a == class.MAG && b == class.MAG {
				nodes = 16
			}
			edges := nodes + int(seed)%nodes
			truth, guess := anyModel(t, a, nodes, edges, seed), anyModel(t, b, nodes, edges, seed+100)
			q := statementSpaceOf(truth, guess)
			want, err := newEnumeration(q, sizesTo(nodes-1)).count(ctx, nodes-1, o)
			if err != nil {
				t.Fatal(err)
			}
			sum := frontier.NewCounts(nodes-1, nodes)
			for _, p := range q.components() {
				c, err := frontier.New(ctx, p.truth.graph, p.guess.graph, p.n, 1<<20, 2).Count(ctx, p.n-1, frontier.Options{Workers: 2, Limit: 1 << 20})
				if err != nil {
					t.Fatal(err)
				}
				all := frontier.NewCounts(nodes-1, nodes)
				all.Add(c)
				all.Free(nodes - p.n)
				sum.Add(all)
			}
			if !sameCounts(want, sum) {
				t.Errorf("seed %d: the %v %v and the %v %v", seed, a, truth.Drawn(), b, guess.Drawn())
			}
		}
	}
}

// Graphs in several parts are counted part by part; a part may be held together by one
// graph only, or by a latent node.
func TestCountParts(t *testing.T) {
	names := graph.NumberedNames("v", 0, 9)
	d, b := graph.Directed, graph.Bidirected
	truth := check(t, graph.MustNew(names, []graph.Edge{d(0, 1), d(2, 1), d(3, 4), b(6, 7)}), class.ADMG)
	guess := check(t, graph.MustNew(names, []graph.Edge{d(1, 2), d(4, 5), d(5, 4), d(7, 6)}), class.Cyclic)
	q := statementSpaceOf(truth, guess)
	var sizes []int
	for _, p := range q.components() {
		sizes = append(sizes, p.n)
	}
	if !slices.Equal(sizes, []int{3, 3, 2}) { // v8 is alone
		t.Fatalf("parts of %v nodes", sizes)
	}
	for _, orders := range []int{8, 3, 1} {
		c, how, err := q.count(context.Background(), orders, defaultBudget, task.Options{})
		if err != nil || how != enumerated {
			t.Fatal(how, err)
		}
		want, err := newEnumeration(q, sizesTo(orders)).count(context.Background(), orders, task.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !sameCounts(c, want) {
			t.Errorf("%d orders differ", orders)
		}
	}
}

func check(t testing.TB, g *graph.Graph, kind class.Kind) *model.Model {
	t.Helper()
	m, err := class.Check(context.Background(), g, kind)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model()
}

// Whatever is allowed decides how it is counted, and not what comes out.
func TestCountMethods(t *testing.T) {
	truth, guess := simulated(t, 16, 22, 3, 4)
	q := statementSpaceOf(truth, guess)
	ctx := context.Background()
	along, how, err := q.count(ctx, 15, defaultBudget, task.Options{})
	if err != nil || how != alongFrontier {
		t.Fatalf("16 nodes: %v, %v", how, err)
	}
	each, how, err := q.count(ctx, 15, budget{seconds: 1, states: 10}, task.Options{})
	if err != nil || how != enumerated {
		t.Fatalf("with 10 states: %v, %v", how, err)
	}
	if !sameCounts(along, each) {
		t.Error("the counts differ")
	}
	_, _, err = q.count(ctx, 15, budget{seconds: 1e-6, states: 10}, task.Options{})
	var much *budgetError
	if !errors.As(err, &much) || !(much.seconds > 1e-6) {
		t.Errorf("with nothing allowed: %v", err)
	}
	q.same = true
	same, _, err := q.count(ctx, 15, defaultBudget, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 15 {
		if same.G.Int(k).Cmp(along.G.Int(k)) != 0 || same.Both.Int(k).Cmp(along.G.Int(k)) != 0 || same.H.Int(k).Cmp(along.G.Int(k)) != 0 {
			t.Errorf("order %d of the truth and itself", k)
		}
	}
}
