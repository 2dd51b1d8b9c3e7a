package docs_test

import (
	"context"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

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

// measured compares two drawings as graphs of a class.
func measured(t *testing.T, metric string, kind class.Kind, truth, guess string) distance.Result {
	t.Helper()
	return measuredGraphs(t, metric, kind, graphtest.Arrows(t, truth), graphtest.Arrows(t, guess))
}

func measuredGraphs(t *testing.T, metric string, kind class.Kind, truth, guess *graph.Graph) distance.Result {
	t.Helper()
	m, err := distance.Find(metric)
	if err != nil {
		t.Fatal(err)
	}
	var models [2]*model.Model
	for i, g := range []*graph.Graph{truth, guess} {
		member, err := class.Check(context.Background(), g, kind)
		if err != nil {
			t.Fatal(err)
		}
		models[i] = member.Model()
	}
	r, err := measure.Measure(context.Background(), m, models[0], models[1], task.Params{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The examples on which the reference code gives another value, by the first column of the table.
func TestReferenceExamples(t *testing.T) {
	counts := func(metric string, kind class.Kind, truth, guess string, wrong float64) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			if r := measured(t, metric, kind, truth, guess); r.Count.Wrong != wrong {
				t.Errorf("%s(%s; %s) = %v, want %v", metric, truth, guess, r.Count.Wrong, wrong)
			}
		}
	}
	connected := func(drawing, x, y string) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			g := graphtest.Arrows(t, drawing)
			x, y := graphtest.Node(t, g, x), graphtest.Node(t, g, y)
			if a := equiv.Acyclify(g); naive.Separated(a, x, y, graph.Set{}) || naive.SigmaSeparated(g, x, y, graph.Set{}) {
				t.Errorf("%v: %s and %s are separated", g, g.Name(x), g.Name(y))
			}
		}
	}
	all := func(tests ...func(*testing.T)) func(*testing.T) {
		return func(t *testing.T) {
			for _, test := range tests {
				test(t)
			}
		}
	}
	rows := map[string]func(*testing.T){
		"ancestor-SD: all separators become empty": counts("ancestor-sd", class.DAG, "A --> B --> C", "A --> B --> C", 0),
		"pancestor-SD: the same":                   counts("pancestor-sd", class.CPDAG, "A --- B --- C", "A --- B --- C", 0),
		"counts are of unordered pairs for some strategies, of ordered ones for others": all(
			counts("parent-sd", class.DAG, "A --> B --> C", "A; B; C", 6),
			counts("zl-sd", class.DAG, "A --> B --> C", "A; B; C", 6),
			counts("mb-parent-sd", class.DAG, "A --> B --> C", "A; B; C", 6),
			counts("mb-ancestor-sd", class.DAG, "A --> B --> C", "A --> B <-- C", 2)),
		"an unknown strategy is distance 0": func(t *testing.T) {
			if _, err := distance.Find("parent"); err == nil {
				t.Error("there is a metric parent")
			}
		},
		"Markov blankets ignore bidirected edges": all(
			func(t *testing.T) {
				g := graphtest.Arrows(t, "A <-> B")
				if got := graphtest.Names(g, naive.Blanket(naive.Read(g, "admg").Statements, 0)); got != "{B}" {
					t.Errorf("the blanket of A is %s", got)
				}
			},
			counts("mb-zl-sd", class.ADMG, "0 <-> 1 <-> 2 <-> 3", "0 --> 1 --> 2 --> 3", 4)),
		"Hamming distance counts a reversed edge twice, though it is divided by the number of pairs": all(
			counts("shd", class.DAG, "A --> B", "A B: B --> A", 1),
			counts("shd-reversal2", class.DAG, "A --> B", "A B: B --> A", 2)),
		"Hamming distance of mixed graphs ignores the second edge of a bow, and undirected edges": counts("shd", class.ADMG, "A --> B; A <-> B", "A --> B", 1),
		"AID of two DAGs: each graph has its own order of nodes": func(t *testing.T) {
			truth, guess := graphtest.Arrows(t, "A B: A --> B"), graphtest.Arrows(t, "B A: A --> B")
			prepared, err := sepdist.Prepare(context.Background(), &sepdist.Graph{Graph: truth}, &sepdist.Graph{Graph: guess}, sepdist.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := distance.Find("parent-aid")
			if err != nil {
				t.Fatal(err)
			}
			if r, err := measure.Measure(context.Background(), m, prepared.Truth().Model(), prepared.Guess().Model(), task.Params{}); err != nil || r.Value != 0 {
				t.Errorf("parent-aid is %v: %v", r.Value, err)
			}
			// Node by node, as if the orders were the same, every effect is wrong.
			if r := measured(t, "parent-aid", class.DAG, "A B: A --> B", "A B: B --> A"); r.Value != 1 {
				t.Errorf("parent-aid is %v", r.Value)
			}
		},
		"acyclification drops the parents of a cycle":      connected("A --> B; B --> C; C --> B", "A", "C"),
		"a cycle of two is read as a bidirected edge":      connected("P --> A; A --> B; B --> A", "P", "B"),
		"member of a CPDAG: Meek's fourth rule is missing": memberOfTheDiamond,
		"circle marks are dropped":                         counts("zl-sd", class.PAG, "A o-> B; C o-> B", "A; B; C", 4),
	}
	page, err := os.ReadFile("corrections.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| what | smallest example | reference | holds |\n|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	named := 0
	for row := range strings.Lines(table + "\n") {
		what := strings.TrimSpace(strings.Split(row, "|")[1])
		named++
		if rows[what] == nil {
			t.Errorf("no example shows %q", what)
			continue
		}
		t.Run(what, rows[what])
	}
	if named != len(rows) {
		t.Errorf("the page has %d rows, and there are %d examples", named, len(rows))
	}
}

// memberOfTheDiamond: the class 0 - 2 - 1 - 3 - 0 with the chord 2 - 3 has 10 members, and one is found for every order of its edges.
func memberOfTheDiamond(t *testing.T) {
	edges := []string{"0 --- 2", "0 --- 3", "1 --- 2", "1 --- 3", "2 --- 3"}
	orders := 0
	var permute func(int)
	permute = func(k int) {
		if k == len(edges) {
			orders++
			g := graphtest.Arrows(t, strings.Join(edges, "; "))
			members := naive.Members(g)
			if len(members) != 10 {
				t.Fatalf("%v has %d members", g, len(members))
			}
			for one := range equiv.Members(g) {
				if !slices.ContainsFunc(members, one.Equal) {
					t.Errorf("%v is no member of %v", one, g)
				}
				return
			}
			t.Errorf("%v: no member", g)
			return
		}
		for i := k; i < len(edges); i++ {
			edges[k], edges[i] = edges[i], edges[k]
			permute(k + 1)
			edges[k], edges[i] = edges[i], edges[k]
		}
	}
	permute(0)
	if orders != 120 {
		t.Errorf("%d orders", orders)
	}
}

// A chain is sparse, and still the searches for separators of all its pairs visit a cubic number of nodes: twice as many
// nodes take eight times as many steps, not four.
func TestSearchesOfAChainAreCubic(t *testing.T) {
	visited := func(n int) (total int) {
		var names []string
		for i := range n {
			names = append(names, strconv.Itoa(i))
		}
		g := graphtest.Arrows(t, strings.Join(names, " --> "))
		nonAdjacent(g, func(x, y graph.Node) {
			keep := naive.AncestorsOf(g, x, y)
			keep.Add(x)
			keep.Add(y)
			moral := naive.Moral(g, keep)
			for v := range keep.All() {
				if v != y && reaches(moral, x, v, graph.SetOf(y)) {
					total++
				}
			}
		})
		return total
	}
	if few, many := visited(16), visited(32); many < 7*few {
		t.Errorf("%d steps for 16 nodes, %d for 32", few, many)
	}
}

// The distance over the orders up to K is their mean: it is a metric, with 1 as its largest value. The sum over the orders, as in
// the paper's proof, is K + 1 between the empty and the complete graph.
func TestOrdersUpToKAreAMetric(t *testing.T) {
	ctx := context.Background()
	m, err := distance.Find("sc-metric")
	if err != nil {
		t.Fatal(err)
	}
	graphs := []*graph.Graph{graphtest.Arrows(t, "0; 1; 2; 3"), graphtest.Arrows(t, "0 --> 1; 0 --> 2; 0 --> 3; 1 --> 2; 1 --> 3; 2 --> 3")}
	for seed := range uint64(10) {
		graphs = append(graphs, graphtest.DAG(graphtest.Rand(seed), 4, 0.5))
	}
	models := make([]*model.Model, len(graphs))
	for i, g := range graphs {
		member, err := class.Check(ctx, g, class.DAG)
		if err != nil {
			t.Fatal(err)
		}
		models[i] = member.Model()
	}
	for k := range 3 {
		d := make([][]float64, len(graphs))
		for i := range graphs {
			d[i] = make([]float64, len(graphs))
			for j := range graphs {
				r, err := measure.Measure(ctx, m, models[i], models[j], task.Params{Orders: task.OrderParams{MaxOrder: &k}})
				if err != nil {
					t.Fatal(err)
				}
				d[i][j] = r.Value
				want := naive.SC(naive.Orders(naive.Read(graphs[i], "dag").Statements, naive.Read(graphs[j], "dag").Statements)[:k+1])
				if math.Abs(r.Value-want) > 1e-12 {
					t.Errorf("up to order %d: %v and %v are at %v, by definition %v", k, graphs[i], graphs[j], r.Value, want)
				}
			}
		}
		if d[0][1] != 1 {
			t.Errorf("up to order %d: the empty and the complete graph are at %v", k, d[0][1])
		}
		for i := range d {
			for j := range d {
				for l := range d {
					if d[i][j] != d[j][i] || d[i][l] > d[i][j]+d[j][l]+1e-12 {
						t.Errorf("up to order %d: not a metric on %v, %v and %v", k, graphs[i], graphs[j], graphs[l])
					}
				}
			}
		}
	}
}

// Every statement of the page names a test: each section on the paper, each item on the experiments, each row of a table with tests.
func TestEveryCorrectionNamesATest(t *testing.T) {
	text, err := os.ReadFile("corrections.md")
	if err != nil {
		t.Fatal(err)
	}
	page := blocks.ReplaceAllString(string(text), "")
	part := func(title string) string {
		_, after, found := strings.Cut(page, "\n## "+title+"\n")
		if !found {
			t.Fatalf("there is no %s", title)
		}
		part, _, _ := strings.Cut(after, "\n## ")
		return part
	}
	name := regexp.MustCompile("`Test[A-Z]\\w+`")
	items := 0
	check := func(item string) {
		items++
		if !name.MatchString(item) {
			t.Errorf("no test shows this: %s", item)
		}
	}
	for _, section := range strings.Split(part("The paper"), "\n### ")[1:] {
		check(section)
	}
	for _, item := range strings.Split(part("The experiments"), "\n- ")[1:] {
		check(item)
	}
	for _, title := range []string{"The paper", "Beyond the paper"} {
		for row := range strings.Lines(part(title)) {
			if strings.HasPrefix(row, "| ") && !strings.Contains(row, "shown by |") {
				check(row)
			}
		}
	}
	check(part("The reference code"))
	if items < 30 {
		t.Errorf("%d items", items)
	}
}

// Algorithm 2 of the paper, with its set S as a parameter: the nodes outside the Markov blanket of x in the guess that S connects
// to x in the truth, and the pairs inside the blanket that their parents do not separate.
func algorithm2(truth, guess *graph.Graph, set func(x graph.Node) graph.Set) (d int) {
	moral := naive.Moral(guess, graph.AllNodes(guess.N()))
	for x := range graph.Node(guess.N()) {
		for y := range graph.Node(guess.N()) {
			if x == y || guess.Adjacent(x, y) {
				continue
			}
			s := set(x)
			if moral[x].Has(y) { // a common child
				s = naive.Parents(guess, x, y)
			}
			if !naive.Separated(truth, x, y, s.Without(x, y)) {
				d++
			}
		}
	}
	return d
}

// The set that algorithm 2 does not define is the Markov blanket of x in the guess. With the parents of x, or no set, it does not
// compute the distance.
func TestAlgorithm2(t *testing.T) {
	other := map[string]int{}
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		truth, guess := graphtest.DAG(rng, 5, 0.4), graphtest.DAG(rng, 5, 0.4)
		want := measuredGraphs(t, "mb-parent-sd", class.DAG, truth, guess).Count.Wrong
		moral := naive.Moral(guess, graph.AllNodes(guess.N()))
		blanket := func(x graph.Node) graph.Set { return moral[x].Without(x) }
		if d := algorithm2(truth, guess, blanket); float64(d) != want {
			t.Fatalf("%v against %v: %d by algorithm 2, the distance is %v", guess, truth, d, want)
		}
		for name, set := range map[string]func(graph.Node) graph.Set{
			"parents": func(x graph.Node) graph.Set { return naive.Parents(guess, x, x) },
			"nothing": func(graph.Node) graph.Set { return nil },
		} {
			if float64(algorithm2(truth, guess, set)) != want {
				other[name]++
			}
		}
	}
	if other["parents"] < 20 || other["nothing"] < 20 {
		t.Errorf("number of pairs that differ, of 200: %v", other)
	}
}

// Beside the ZL-SD and the SHD the paper defines other distances for mixed graphs: the s/c-metrics and the MB-enhanced ZL-SD.
func TestDistancesOfMixedGraphs(t *testing.T) {
	for metric, want := range map[string]float64{"zl-sd": 4. / 12, "mb-zl-sd": 4. / 12, "sc-metric": 4. / 9, "s-metric": 1. / 2, "c-metric": 1. / 4} {
		for _, kind := range []class.Kind{class.MAG, class.ADMG} {
			if r := measured(t, metric, kind, "0 <-> 1 <-> 2 <-> 3", "0 --> 1 --> 2 --> 3"); math.Abs(r.Value-want) > 1e-12 {
				t.Errorf("%s of two %vs is %v, want %v", metric, kind, r.Value, want)
			}
		}
	}
}
