package class_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// random draws a small graph of each class.
var random = map[class.Kind]func(rng *rand.Rand, n int, p float64) *graph.Graph{
	class.DAG:    graphtest.DAG,
	class.CPDAG:  graphtest.CPDAG,
	class.MPDAG:  graphtest.MPDAG,
	class.MAG:    graphtest.MAGWithLines,
	class.ADMG:   graphtest.ADMG,
	class.PAG:    graphtest.PAG,
	class.Cyclic: graphtest.Cyclic,
}

// every calls f with the models of random graphs of each class.
func every(t *testing.T, seeds uint64, f func(t *testing.T, seed uint64, m *model.Model)) {
	for _, k := range class.All() {
		t.Run(k.String(), func(t *testing.T) {
			for seed := range seeds {
				rng := graphtest.Rand(seed)
				most := 5
				if k == class.PAG { // the definition lists all graphs of the skeleton
					most = 4
				}
				g := random[k](rng, 1+rng.IntN(most), rng.Float64())
				m, err := class.Check(context.Background(), g, k)
				if err != nil {
					t.Fatalf("seed %d: %v: %v", seed, g, err)
				}
				f(t, seed, m.Model())
			}
		})
	}
}

// says fails the test where the graph to walk does not have the given separations.
func says(t *testing.T, seed uint64, m *model.Model, want *naive.Statements) {
	t.Helper()
	o := msep.New(m.Walk())
	for x := range graph.Node(m.N()) {
		for y := range x {
			for given := range naive.Subsets(graph.AllNodes(m.N()).Without(x, y)) {
				if got := o.Separated(x, y, given); got != want.Separated(x, y, given) {
					t.Fatalf("seed %d: %v of class %v: given %v, %v and %v separated: %v, by definition %v",
						seed, m.Drawn(), m.Kind(), given.Nodes(), x, y, got, !got)
				}
			}
		}
	}
}

func TestWalk(t *testing.T) {
	every(t, 60, func(t *testing.T, seed uint64, m *model.Model) {
		says(t, seed, m, naive.Read(m.Drawn(), m.Kind().String()).Statements)
	})
}

// A class that promises to be maximal keeps it.
func TestMaximal(t *testing.T) {
	every(t, 30, func(t *testing.T, seed uint64, m *model.Model) {
		if !m.Maximal() {
			return
		}
		def := naive.Read(m.Drawn(), m.Kind().String())
		for x := range graph.Node(m.N()) {
			for y := range x {
				if !m.Drawn().Adjacent(x, y) && !def.Separable(x, y) {
					t.Fatalf("seed %d: %v: no set separates %v and %v", seed, m.Drawn(), x, y)
				}
			}
		}
	})
}

// Whatever a model is drawn as has its separations and passes the check of the class.
func TestAs(t *testing.T) {
	ofDAGs := kind.Of(class.DAG, class.CPDAG, class.MPDAG)
	every(t, 50, func(t *testing.T, seed uint64, m *model.Model) {
		def := naive.Read(m.Drawn(), m.Kind().String())
		for _, k := range class.All() {
			as, err := m.As(context.Background(), k)
			if err != nil {
				lines := m.Kind() == class.MAG && (k == class.ADMG || k == class.Cyclic)
				if !lines && (ofDAGs.Has(m.Kind()) || !ofDAGs.Has(k)) {
					t.Fatalf("seed %d: %v: %v", seed, m.Drawn(), err)
				}
				continue
			}
			if as.Kind() != k {
				t.Fatalf("seed %d: as %v it is %v", seed, k, as.Kind())
			}
			if _, err := class.Check(context.Background(), as.Drawn(), k); err != nil {
				t.Fatalf("seed %d: %v as %v: %v: %v", seed, m.Drawn(), k, as.Drawn(), err)
			}
			says(t, seed, as, def.Statements)
		}
	})
}

// Projection keeps the separations among what is left.
func TestProject(t *testing.T) {
	every(t, 50, func(t *testing.T, seed uint64, m *model.Model) {
		rng := graphtest.Rand(seed)
		var latent, selected, left graph.Set
		for v := range graph.Node(m.N()) {
			switch rng.IntN(5) {
			case 0:
				latent.Add(v)
			case 1:
				selected.Add(v)
			default:
				left.Add(v)
			}
		}
		def := naive.Read(m.Drawn(), m.Kind().String())
		p, err := m.Project(context.Background(), latent, selected)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := class.Check(context.Background(), p.Drawn(), p.Kind()); err != nil {
			t.Fatalf("seed %d: %v without %v given %v: %v", seed, m.Drawn(), latent.Nodes(), selected.Nodes(), err)
		}
		o := msep.New(p.Walk())
		nodes := left.Nodes()
		for i, x := range nodes {
			for j, y := range nodes[:i] {
				for given := range naive.Subsets(left.Without(x, y)) {
					var among graph.Set
					for at, v := range nodes {
						if given.Has(v) {
							among.Add(graph.Node(at))
						}
					}
					want := def.Separated(x, y, given.Union(selected))
					if got := o.Separated(graph.Node(i), graph.Node(j), among); got != want {
						t.Fatalf("seed %d: %v without %v given %v is %v: given %v, %d and %d separated: %v, want %v", seed, m.Drawn(),
							latent.Nodes(), selected.Nodes(), p.Drawn(), among.Nodes(), i, j, got, want)
					}
				}
			}
		}
	})
}

// A class that draws an equivalence class stays one when it is projected.
func TestProjectedKind(t *testing.T) {
	for _, tt := range []struct {
		graph string
		kind  class.Kind
		want  class.Kind
	}{
		{"a --> b --> c", class.DAG, class.MAG},
		{"a --- b --- c", class.CPDAG, class.PAG},
		{"a o-o b o-o c", class.PAG, class.PAG},
		{"a --> b; b --> a; b --> c", class.Cyclic, class.MAG},
	} {
		m, err := class.Check(context.Background(), graphtest.Arrows(t, tt.graph), tt.kind)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Project(context.Background(), graph.SetOf(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind() != tt.want || p.Graph().N() != 2 || !p.Graph().Adjacent(0, 1) {
			t.Errorf("%s without b: %v %v, want a %v of two adjacent nodes", tt.graph, p.Kind(), p.Graph(), tt.want)
		}
		if same, err := m.Project(context.Background(), nil, nil); err != nil || same.Model() != m.Model() {
			t.Errorf("%s without nothing is another", tt.graph)
		}
	}
}

// The marks of a projected cyclic graph say who is an ancestor in it, by way of a cycle too;
// as a MAG as well, where nothing is latent.
func TestCyclicAncestors(t *testing.T) {
	for _, tt := range []struct{ graph, latent, want string }{
		{"a --> b --> a; b --> c --> d", "b", "a --> c --> d"},
		{"a --> b --> a; b --> c; a <-> c", "", "a <-> b; a --> c; b --> c"},
	} {
		g := graphtest.Arrows(t, tt.graph)
		m, err := class.Check(context.Background(), g, class.Cyclic)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Project(context.Background(), graphtest.Set(t, g, tt.latent), nil)
		if err != nil {
			t.Fatal(err)
		}
		if tt.latent == "" {
			if p, err = m.As(context.Background(), class.MAG); err != nil {
				t.Fatal(err)
			}
		}
		if !p.Graph().Equal(graphtest.Arrows(t, tt.want)) || p.Kind() != class.MAG {
			t.Errorf("%s without %q: %v %v, want %s", tt.graph, tt.latent, p.Kind(), p.Graph(), tt.want)
		}
	}
}

// The parts of a model are made once, whoever asks first.
func TestModelIsShared(t *testing.T) {
	m, err := class.Infer(context.Background(), graphtest.Arrows(t, "a --> b <-> c; d --> b"))
	if err != nil {
		t.Fatal(err)
	}
	model := m.Model()
	var all sync.WaitGroup
	plans := make([]*msep.Plan, 8)
	drawn := make([]*graph.Graph, len(plans))
	for i := range plans {
		all.Go(func() {
			plans[i], drawn[i] = model.Plan(), model.Equivalence()
			model.Maximal()
		})
	}
	all.Wait()
	for i := range plans {
		if plans[i] != plans[0] || drawn[i] != drawn[0] {
			t.Fatal("made twice")
		}
	}
}
