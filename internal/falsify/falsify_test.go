package falsify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/simulate"
)

var ctx = context.Background()

// member returns the graph of edges such as "a --> b" among the given nodes.
func member(t testing.TB, nodes, edges []string, kind string) class.Member {
	t.Helper()
	var list []graph.Edge
	for _, text := range edges {
		words := strings.Fields(text)
		x, y, ok := graph.ParseMarks([]byte(words[1]))
		if !ok {
			t.Fatal(text)
		}
		list = append(list, graph.Edge{X: graph.Node(slices.Index(nodes, words[0])), Y: graph.Node(slices.Index(nodes, words[2])), AtX: x, AtY: y})
	}
	g, err := graph.New(nodes, list)
	if err != nil {
		t.Fatal(err)
	}
	return of(t, g, kind)
}

func of(t testing.TB, g *graph.Graph, kind string) class.Member {
	t.Helper()
	k, err := class.Parse(kind)
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.Check(ctx, g, k)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// columns returns rows of numbers as data.
func columns(names []string, rows [][]float64, categorical []string, method string) *falsify.Data {
	d := &falsify.Data{Columns: make([]independence.Source, len(names)), Options: independence.Options{Method: method, Categorical: categorical}}
	for i, name := range names {
		d.Columns[i].Name = name
		for _, row := range rows {
			d.Columns[i].Numbers = append(d.Columns[i].Numbers, row[i])
		}
		if !slices.Contains(categorical, name) {
			d.Options.Continuous = append(d.Options.Continuous, name)
		}
	}
	return d
}

// All claims, p-values and counts of the vectors.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(graphtest.Testdata(t, "vectors/data.json"))
	if err != nil {
		t.Fatal(err)
	}
	type claim struct {
		X, Y     string
		Given    []string
		P        float64
		Rejected bool
	}
	var file struct {
		Cases []struct {
			Nodes, Categorical, Graph []string
			Class                     string
			Data                      [][]float64
			Expect                    []struct {
				Strategy, Test             string
				Alpha                      float64
				Tests, Rejected, Wrong, Of int
				P                          []claim
				Combined                   float64
				FisherC                    *float64 `json:"fisher_c"`
				FisherCP                   float64  `json:"fisher_c_p"`
			}
			Edges []struct {
				X, Y  string
				Given []string
				P     map[string]float64
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-8 }
	for i, c := range file.Cases {
		m := member(t, c.Nodes, c.Graph, c.Class)
		for _, e := range c.Expect {
			f, err := falsify.Run(ctx, "graph", m, columns(c.Nodes, c.Data, c.Categorical, e.Test), falsify.Options{Strategy: e.Strategy, Alpha: e.Alpha})
			if err != nil {
				t.Fatal(err)
			}
			at := fmt.Sprintf("case %d, %s, %s", i, e.Strategy, e.Test)
			if f.Tested != e.Tests || f.Rejected != e.Rejected || f.Wrong != e.Wrong || f.Of != e.Of || len(f.Claims) != len(e.P) {
				t.Errorf("%s: %d tested, %d rejected, %d of %d; expected %d, %d, %d of %d", at, f.Tested, f.Rejected, f.Wrong, f.Of, e.Tests, e.Rejected, e.Wrong, e.Of)
				continue
			}
			for k, want := range e.P {
				got := f.Claims[k]
				if f.Names[got.X] != want.X || f.Names[got.Y] != want.Y || !slices.Equal(set(f, got.Given), want.Given) || !near(got.P, want.P) || got.Rejected != want.Rejected {
					t.Errorf("%s: %+v, expected %+v", at, got, want)
				}
			}
			if e.Tests > 0 && !near(*f.Combined, e.Combined) {
				t.Errorf("%s: combined %v, expected %v", at, *f.Combined, e.Combined)
			}
			if e.FisherC != nil && e.Tests > 0 && (math.Abs(f.FisherC.C-*e.FisherC) > 1e-6 || !near(f.FisherC.P, e.FisherCP) || f.FisherC.DF != 2*e.Tests) {
				t.Errorf("%s: Fisher's C %+v, expected %v, %v", at, f.FisherC, *e.FisherC, e.FisherCP)
			}
			tested := 0
			for _, got := range f.Edges {
				if got.Untested != "" {
					continue
				}
				if want := c.Edges[tested]; f.Names[got.X] != want.X || f.Names[got.Y] != want.Y || !slices.Equal(set(f, got.Given), want.Given) || !near(got.P, want.P[e.Test]) {
					t.Errorf("%s: edge %s: %+v, expected %+v", at, got.Edge, got, want)
				}
				tested++
			}
			if tested != len(c.Edges) {
				t.Errorf("%s: %d edges were tested, expected %d", at, tested, len(c.Edges))
			}
		}
	}
}

func set(f *verdict.Falsification, nodes []int32) []string {
	names := []string{}
	for _, v := range nodes {
		names = append(names, f.Names[v])
	}
	return names
}

// The claims are those of the separation distances, pair by pair, for graphs of every class and
// sizes on both sides of where sets are shared.
func TestClaims(t *testing.T) {
	for seed := range uint64(6) {
		rng := graphtest.Rand(seed)
		small, large := 3+int(seed)%5, 34+int(seed)%20
		for kind, graphs := range map[string][]*graph.Graph{
			"dag":    {graphtest.DAG(rng, small, 0.4), graphtest.DAG(rng, large, 0.08)},
			"cpdag":  {graphtest.CPDAG(rng, small, 0.4)},
			"mag":    {graphtest.MAG(rng, small, 0.4)},
			"pag":    {graphtest.PAG(rng, min(small, 5), 0.4)},
			"admg":   {graphtest.ADMG(rng, small, 0.4), graphtest.ADMG(rng, large, 0.03)},
			"cyclic": {graphtest.Cyclic(rng, small, 0.3)},
		} {
			for _, g := range graphs {
				m := of(t, g, kind)
				for _, strategy := range falsify.StrategyNames() {
					checkClaims(t, m, strategy)
				}
			}
		}
	}
}

func checkClaims(t *testing.T, m class.Member, strategy string) {
	t.Helper()
	metric, err := distance.Find(strategy + "-sd")
	if err != nil {
		t.Fatal(err)
	}
	claims := measure.ClaimsOf(metric, m.Model())
	_, err = falsify.Run(ctx, "g", m, &falsify.Data{P: new(falsify.PValues)}, falsify.Options{Strategy: strategy, Workers: 1})
	if claims == nil {
		if err == nil || !strings.Contains(err.Error(), "the strategy "+strategy) {
			t.Fatalf("%s of %s: %v, expected that it is not defined", strategy, m.Kind(), err)
		}
		return
	}
	listed, listErr := falsify.Claims(ctx, "g", m, falsify.Options{Strategy: strategy, Workers: 1})
	if listErr != nil {
		t.Fatal(listErr)
	}
	p := new(falsify.PValues)
	for _, c := range listed.Claims {
		if err := p.Add(listed.Names[c.X], listed.Names[c.Y], set(listed, c.Given), 0); err != nil {
			t.Fatal(err)
		}
	}
	f, err := falsify.Run(ctx, "g", m, &falsify.Data{P: p}, falsify.Options{Strategy: strategy, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	count, pairs := map[string]int{}, 0
	key := func(x, y graph.Node, nodes any) string { return fmt.Sprint(min(x, y), max(x, y), nodes) }
	for x := range graph.Node(m.Graph().N()) {
		for y := range graph.Node(m.Graph().N()) {
			if x == y {
				continue
			}
			if c := claims(x, y); c.Kind == claim.Separated {
				count[key(x, y, c.Set)]++
				pairs++
			}
		}
	}
	if len(f.Claims) != len(count) || f.Wrong != pairs {
		t.Fatalf("%s of %v: %d claims of %d pairs, expected %d of %d", strategy, m.Graph(), len(f.Claims), f.Wrong, len(count), pairs)
	}
	for _, c := range f.Claims {
		if k := key(graph.Node(c.X), graph.Node(c.Y), c.Given); count[k] != int(c.Orders) {
			t.Fatalf("%s of %v: claim %s is made by %d ordered pairs, expected %d", strategy, m.Graph(), k, c.Orders, count[k])
		}
	}
}

// gaussian draws rows of a linear model with Gaussian noise along the edges of a DAG.
func gaussian(rng *rand.Rand, g *graph.Graph, rows int) [][]float64 {
	order, _ := g.Order()
	weights := make(map[[2]graph.Node]float64)
	for e := range g.Edges() {
		w := 0.3 + 0.7*rng.Float64()
		if rng.IntN(2) == 0 {
			w = -w
		}
		weights[[2]graph.Node{e.X, e.Y}], weights[[2]graph.Node{e.Y, e.X}] = w, w
	}
	data := make([][]float64, rows)
	for i := range data {
		data[i] = make([]float64, g.N())
		for _, v := range order {
			data[i][v] = rng.NormFloat64()
			for _, p := range g.Parents(v) {
				data[i][v] += weights[[2]graph.Node{p, v}] * data[i][p]
			}
		}
	}
	return data
}

// categorical draws rows of a model in which each node depends on the sum of its parents.
func categorical(rng *rand.Rand, g *graph.Graph, rows int) [][]float64 {
	order, _ := g.Order()
	data := make([][]float64, rows)
	for i := range data {
		data[i] = make([]float64, g.N())
		for _, v := range order {
			sum := 0.0
			for _, p := range g.Parents(v) {
				sum += data[i][p]
			}
			if rng.Float64() < 0.3+0.4*math.Mod(sum, 2) {
				data[i][v] = 1
			}
		}
	}
	return data
}

// Under the true graph, with 1000 data sets for each test: with Bonferroni some claim is rejected in
// at most a share alpha of the data sets, the p-values of the parent claims are uniform, and
// Fisher's C is calibrated. Rule: shares of p-values below 0.05, 0.2 and 0.5 are within four
// standard errors of what they should be; the seed is fixed. The asymptotic tests get 500 rows.
func TestCalibration(t *testing.T) {
	const sets, rows = 1000, 500
	g, err := graph.New([]string{"a", "b", "c", "d", "e", "f"}, []graph.Edge{
		graph.Directed(0, 1), graph.Directed(1, 2), graph.Directed(0, 3), graph.Directed(3, 4), graph.Directed(2, 4), graph.Directed(4, 5)})
	if err != nil {
		t.Fatal(err)
	}
	m := of(t, g, "dag")
	for _, test := range []string{"fisher-z", "pillai", "rank", "chi-square", "g-square"} {
		rng := rand.New(rand.NewPCG(34, 1))
		var p, c []float64
		any := 0
		for range sets {
			var d *falsify.Data
			if strings.HasSuffix(test, "square") {
				d = columns(g.Names().List(), categorical(rng, g, rows), g.Names().List(), test)
			} else {
				d = columns(g.Names().List(), gaussian(rng, g, rows), nil, test)
			}
			f, err := falsify.Run(ctx, "g", m, d, falsify.Options{Strategy: "parent", Correction: "bonferroni"})
			if err != nil {
				t.Fatal(err)
			}
			for _, claim := range f.Claims {
				p = append(p, claim.P)
			}
			c = append(c, f.FisherC.P)
			if f.Rejected > 0 {
				any++
			}
		}
		if any > sets/20+27 { // four standard errors: 4 √(1000 · 0.05 · 0.95)
			t.Errorf("%s: some claim is rejected in %d of %d data sets", test, any, sets)
		}
		for _, list := range [][]float64{p, c} {
			for _, below := range []float64{0.05, 0.2, 0.5} {
				n, count := float64(len(list)), 0.0
				for _, v := range list {
					if v <= below {
						count++
					}
				}
				if off := math.Abs(count-n*below) / math.Sqrt(n*below*(1-below)); off > 4 {
					t.Errorf("%s: %v of %v p-values are at most %v, %.1f standard errors off", test, count, n, below, off)
				}
			}
		}
	}
}

// A wrong graph is rejected, the missing edge is suggested and repairs it, and relabeled graphs are
// worse than the true one.
func TestWrongGraph(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	truth := member(t, names, []string{"a --> b", "b --> c", "c --> d", "a --> e", "d --> e"}, "dag")
	rng := rand.New(rand.NewPCG(1, 1))
	data := columns(names, gaussian(rng, truth.Graph(), 2000), nil, "auto")
	f, err := falsify.Run(ctx, "truth", truth, data, falsify.Options{Permutations: 200, Suggest: true})
	if err != nil {
		t.Fatal(err)
	}
	if f.Contradicted() || f.Permutations.AtMost > 20 || len(f.Suggestions) > 0 {
		t.Errorf("the true graph: %s, %+v, %v", f.Verdict(), f.Permutations.AtMost, f.Suggestions)
	}
	for _, e := range f.Edges {
		if e.Untested == "" && e.P > 0.05 {
			t.Errorf("edge %s has no support: %v", e.Edge, e.P)
		}
	}
	for _, kind := range []string{"dag", "cpdag", "mag", "admg", "cyclic"} {
		edges := []string{"a --> b", "c --> d", "a --> e", "d --> e"}
		if kind == "cpdag" {
			edges[0], edges[1] = "a --- b", "c --- d"
		}
		wrong := member(t, names, edges, kind)
		f, err := falsify.Run(ctx, "wrong", wrong, data, falsify.Options{Permutations: 50, Suggest: true})
		if err != nil {
			t.Fatal(kind, err)
		}
		if !f.Contradicted() || len(f.Suggestions) == 0 || f.Suggestions[0].Remaining >= f.Rejected {
			t.Errorf("%s: %s %+v", kind, f.Verdict(), f.Suggestions)
		}
		if s := f.Suggestions[0]; s.Edge != "b --> c" && s.Edge != "b <-- c" && s.Edge != "b <-> c" || s.Remaining != 0 {
			t.Errorf("%s: suggestions %+v", kind, f.Suggestions)
		}
	}
}

// The share of relabelings that are equivalent is that of all orders of the nodes: in a chain of
// three nodes, two of six.
func TestEquivalentRelabelings(t *testing.T) {
	m := member(t, []string{"a", "b", "c"}, []string{"a --> b", "b --> c"}, "dag")
	rng := rand.New(rand.NewPCG(1, 2))
	f, err := falsify.Run(ctx, "chain", m, columns([]string{"a", "b", "c"}, gaussian(rng, m.Graph(), 50), nil, "auto"), falsify.Options{Permutations: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Abs(float64(*f.Permutations.Equivalent) - 1000); off > 4*26 {
		t.Errorf("%d of 3000 relabeled graphs are equivalent, expected about a third", *f.Permutations.Equivalent)
	}
	again, err := falsify.Run(ctx, "chain", m, columns([]string{"a", "b", "c"}, gaussian(rand.New(rand.NewPCG(1, 2)), m.Graph(), 50), nil, "auto"), falsify.Options{Permutations: 3000, Workers: 3})
	if err != nil || !slices.Equal(again.Permutations.Rejected, f.Permutations.Rejected) {
		t.Errorf("another number of workers gives other results: %v", err)
	}
}

// Claims of a time series are tested with lagged columns: p-values of a series that follows the
// graph are uniform, and those of one that does not are small.
func TestSeries(t *testing.T) {
	s, err := graph.NewSeries([]string{"X", "Y"}, []graph.Link{
		{X: 0, Lag: 1, Y: 0, AtX: graph.Tail, AtY: graph.Arrow}, {X: 0, Lag: 1, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.CheckSeries(ctx, s, class.Unstated)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for _, back := range []float64{0, 0.5} {
		var p []float64
		for range 200 {
			rows := make([][]float64, 300)
			rows[0] = []float64{0, 0}
			for i := 1; i < len(rows); i++ {
				rows[i] = []float64{0.5*rows[i-1][0] + back*rows[i-1][1] + rng.NormFloat64(), 0.6*rows[i-1][0] + rng.NormFloat64()}
			}
			f, err := falsify.Run(ctx, "s", m, columns([]string{"X", "Y"}, rows, nil, "auto"), falsify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range f.Claims {
				p = append(p, c.P)
			}
			if f.Rows != 300-2 {
				t.Fatalf("%d rows, expected 298: the claims span three moments", f.Rows)
			}
		}
		below := 0
		for _, v := range p {
			if v <= 0.05 {
				below++
			}
		}
		share := float64(below) / float64(len(p))
		if back == 0 && (share < 0.02 || share > 0.08) || back > 0 && share < 0.3 {
			t.Errorf("back %v: %d of %d p-values are at most 0.05", back, below, len(p))
		}
	}
}

// One thousand nodes and 2000 edges.
func large(b testing.TB, nodes, edges int) class.Member {
	g, err := simulate.Graph(ctx, class.DAG, simulate.Options{Nodes: nodes, Edges: edges, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return of(b, g, "dag")
}

func BenchmarkClaims(b *testing.B) {
	m := large(b, 1000, 2000)
	for b.Loop() {
		f, err := falsify.Claims(ctx, "g", m, falsify.Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(f.Claims)), "claims")
	}
}

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		nodes, edges, rows int
		strategy           string
	}{{100, 200, 1000, "parent"}, {1000, 2000, 10_000, "zl"}} {
		b.Run(fmt.Sprintf("%s/%d-%d/%d", c.strategy, c.nodes, c.edges, c.rows), func(b *testing.B) {
			m := large(b, c.nodes, c.edges)
			data := columns(m.Graph().Names().List(), gaussian(rand.New(rand.NewPCG(1, 1)), m.Graph(), c.rows), nil, "fisher-z")
			for b.Loop() {
				f, err := falsify.Run(ctx, "g", m, data, falsify.Options{Strategy: c.strategy, Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(f.Tested), "claims")
			}
		})
	}
}

func BenchmarkPermutations(b *testing.B) {
	m := large(b, 20, 40)
	data := columns(m.Graph().Names().List(), gaussian(rand.New(rand.NewPCG(1, 1)), m.Graph(), 1000), nil, "fisher-z")
	for b.Loop() {
		if _, err := falsify.Run(ctx, "g", m, data, falsify.Options{Workers: 1, Permutations: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}
