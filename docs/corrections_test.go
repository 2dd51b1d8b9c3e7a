package docs_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// Every test that the page on corrections names exists.
func TestNamedTestsExist(t *testing.T) {
	page, err := os.ReadFile("corrections.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	err = filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			there[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test[A-Z]\\w+)`").FindAllStringSubmatch(string(page), -1)
	for _, m := range named {
		if !there[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
	if len(named) < 20 {
		t.Errorf("the page names %d tests", len(named))
	}
}

// nonAdjacent yields the pairs x < y of a graph without an edge.
func nonAdjacent(g *graph.Graph, f func(x, y graph.Node)) {
	for y := range graph.Node(g.N()) {
		for x := range y {
			if !g.Adjacent(x, y) {
				f(x, y)
			}
		}
	}
}

// The figure with which the paper says that ancestors do not separate in MAGs.
func TestFigureOfThePaper(t *testing.T) {
	g := graphtest.Arrows(t, "X <-> Z; Z <-> V; Z --> Y; V --> W; W <-> Y; W --> X")
	if !naive.IsMAG(g, false) {
		t.Fatal("not a MAG")
	}
	x, y := graphtest.Node(t, g, "X"), graphtest.Node(t, g, "Y")
	if got := graphtest.Names(g, naive.AncestorsOf(g, x, y)); got != "{Z V W}" {
		t.Errorf("ancestors %s", got)
	}
	if !naive.Separated(g, x, y, naive.AncestorsOf(g, x, y)) {
		t.Error("the ancestors do not separate")
	}
	if naive.Separated(g, x, y, naive.Parents(g, x, y)) {
		t.Error("the parents separate")
	}
}

func TestAncestorsSeparateInMAGs(t *testing.T) {
	mags, pairs := 0, 0
	for g := range graphtest.Every(4, "", "-->", "<--", "<->") {
		if !naive.IsMAG(g, false) {
			continue
		}
		mags++
		nonAdjacent(g, func(x, y graph.Node) {
			pairs++
			if s := naive.AncestorsOf(g, x, y); !naive.Separated(g, x, y, s) {
				t.Errorf("%v: %s does not separate %s and %s", g, graphtest.Names(g, s), g.Name(x), g.Name(y))
			}
		})
	}
	if mags < 1000 || pairs < 1000 {
		t.Errorf("%d MAGs, %d pairs", mags, pairs)
	}
}

// In an ADMG ancestors separate where any set does: with bows for three nodes, without for four.
func TestAncestorsSeparateInADMGs(t *testing.T) {
	inseparable := 0
	check := func(g *graph.Graph) {
		if !naive.IsADMG(g) {
			return
		}
		nonAdjacent(g, func(x, y graph.Node) {
			if naive.Inseparable(g, x, y) {
				inseparable++
			} else if s := naive.AncestorsOf(g, x, y); !naive.Separated(g, x, y, s) {
				t.Errorf("%v: %s does not separate %s and %s", g, graphtest.Names(g, s), g.Name(x), g.Name(y))
			}
		})
	}
	for g := range graphtest.Every(4, "", "-->", "<--", "<->") {
		check(g)
	}
	for g := range graphtest.Every(3, "", "-->", "<--", "<->", "--> <->", "<-- <->") {
		check(g)
	}
	if inseparable == 0 {
		t.Error("all pairs were separable")
	}
}

// Parents and possible parents need not separate in a MAG.
func TestParentsFailInMAGs(t *testing.T) {
	g := graphtest.Arrows(t, "0 --> 3; 0 --> 4; 1 <-> 4; 2 <-> 3; 3 --> 1; 4 --> 2")
	if !naive.IsMAG(g, false) {
		t.Fatal("not a MAG")
	}
	x, y := graphtest.Node(t, g, "1"), graphtest.Node(t, g, "2")
	if g.Adjacent(x, y) || naive.Separated(g, x, y, naive.Parents(g, x, y)) {
		t.Error("the parents separate")
	}
	if s := naive.PossibleParents(naive.MAGs(g, false), x, y); naive.Separated(g, x, y, s) {
		t.Errorf("the possible parents %s separate", graphtest.Names(g, s))
	}
	for g := range graphtest.Every(4, "", "-->", "<--", "<->") {
		if naive.IsMAG(g, false) {
			nonAdjacent(g, func(x, y graph.Node) {
				if !naive.Separated(g, x, y, naive.Parents(g, x, y)) {
					t.Errorf("%v has four nodes", g)
				}
			})
		}
	}
}

// Possible ancestors separate in every MAG of three nodes, and in random ones of four.
func TestPossibleAncestorsSeparateInMAGs(t *testing.T) {
	check := func(g *graph.Graph) {
		class := naive.MAGs(g, false)
		nonAdjacent(g, func(x, y graph.Node) {
			if s := naive.PossibleAncestors(class, x, y); !naive.Separated(g, x, y, s) {
				t.Errorf("%v: %s does not separate %s and %s", g, graphtest.Names(g, s), g.Name(x), g.Name(y))
			}
		})
	}
	for g := range graphtest.Every(3, "", "-->", "<--", "<->") {
		if naive.IsMAG(g, false) {
			check(g)
		}
	}
	for seed := range uint64(40) {
		check(graphtest.MAG(graphtest.Rand(seed), 4, 0.5))
	}
}

// The two facts behind the proof that nearest separators depend on the class only: the moral graph
// on the possible ancestors of x and y is that of every member, and separates the same.
func TestMoralGraphOfAClass(t *testing.T) {
	for seed := range uint64(60) {
		g := graphtest.DAG(graphtest.Rand(seed), 5, 0.5)
		members := naive.Members(equiv.CPDAG(g))
		nonAdjacent(g, func(x, y graph.Node) {
			keep := naive.PossibleAncestors(members, x, y)
			keep.Add(x)
			keep.Add(y)
			moral := naive.Moral(g, keep)
			for _, m := range members {
				other := naive.Moral(m, keep)
				for v := range keep.All() {
					if !moral[v].Equal(other[v]) {
						t.Fatalf("%v and %v: the moral graphs on %s differ at %s", g, m, graphtest.Names(g, keep), g.Name(v))
					}
				}
			}
			for bits := range 1 << g.N() {
				var s graph.Set
				for v := range keep.All() {
					if v != x && v != y && bits>>v&1 == 1 {
						s.Add(v)
					}
				}
				if naive.Separated(g, x, y, s) == reaches(moral, x, y, s) {
					t.Fatalf("%v: %s separates %s and %s in one of graph and moral graph", g, graphtest.Names(g, s), g.Name(x), g.Name(y))
				}
			}
		})
	}
}

// reaches reports whether y can be reached from x in an undirected graph without passing s.
func reaches(graphOf []graph.Set, x, y graph.Node, s graph.Set) bool {
	seen := graph.SetOf(x)
	for todo := []graph.Node{x}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for w := range graphOf[v].All() {
			if !seen.Has(w) && !s.Has(w) {
				seen.Add(w)
				todo = append(todo, w)
			}
		}
	}
	return seen.Has(y)
}

// The examples on which the reference code gives another value.
func TestReferenceExamples(t *testing.T) {
	measure := func(metric string, kind class.Kind, truth, guess string) distance.Result {
		t.Helper()
		m, err := distance.Find(metric)
		if err != nil {
			t.Fatal(err)
		}
		var models [2]*class.Model
		for i, drawing := range []string{truth, guess} {
			member, err := class.Check(context.Background(), graphtest.Arrows(t, drawing), kind)
			if err != nil {
				t.Fatal(err)
			}
			models[i] = member.Model()
		}
		r, err := m.Measure(context.Background(), models[0], models[1], distance.Params{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		metric       string
		kind         class.Kind
		truth, guess string
		wrong        float64
	}{
		{"ancestor-sd", class.DAG, "A --> B --> C", "A --> B --> C", 0},
		{"pancestor-sd", class.CPDAG, "A --- B --- C", "A --- B --- C", 0},
		{"parent-sd", class.DAG, "A --> B --> C", "A; B; C", 6},
		{"zl-sd", class.DAG, "A --> B --> C", "A; B; C", 6},
		{"mb-parent-sd", class.DAG, "A --> B --> C", "A; B; C", 6},
		{"mb-ancestor-sd", class.DAG, "A --> B --> C", "A --> B <-- C", 2},
		{"mb-zl-sd", class.ADMG, "0 <-> 1 <-> 2 <-> 3", "0 --> 1 --> 2 --> 3", 4},
		{"shd", class.DAG, "A --> B", "A B: B --> A", 1},
		{"shd-reversal2", class.DAG, "A --> B", "A B: B --> A", 2},
		{"shd", class.ADMG, "A --> B; A <-> B", "A --> B", 1},
		{"zl-sd", class.PAG, "A o-> B; C o-> B", "A; B; C", 4},
	} {
		if r := measure(c.metric, c.kind, c.truth, c.guess); r.Count.Wrong != c.wrong {
			t.Errorf("%s(%s; %s) = %v, want %v", c.metric, c.truth, c.guess, r.Count.Wrong, c.wrong)
		}
	}
	for drawing, pair := range map[string][2]string{"A --> B; B --> C; C --> B": {"A", "C"}, "P --> A; A --> B; B --> A": {"P", "B"}} {
		g := graphtest.Arrows(t, drawing)
		x, y := graphtest.Node(t, g, pair[0]), graphtest.Node(t, g, pair[1])
		if a := equiv.Acyclify(g); naive.Separated(a, x, y, graph.Set{}) || naive.SigmaSeparated(g, x, y, graph.Set{}) {
			t.Errorf("%v: %s and %s are separated", g, pair[0], pair[1])
		}
	}
	square := graphtest.Arrows(t, "0 --- 2; 1 --- 2; 1 --- 3; 0 --- 3; 2 --- 3")
	if got := len(naive.Members(square)); got != 10 {
		t.Errorf("%d DAGs", got)
	}
	for range equiv.Members(square) {
		return
	}
	t.Error("no member")
}
