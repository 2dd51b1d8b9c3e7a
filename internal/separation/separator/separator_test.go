package separator_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// where says on which classes each strategy is valid.
var where = map[string][]string{
	"parent":    {"dag"},
	"ancestor":  {"dag", "mag", "admg", "cyclic"},
	"pparent":   {"dag", "cpdag"},
	"pancestor": {"dag", "cpdag", "mag", "pag"},
	"zl":        {"dag", "cpdag", "mpdag", "mag", "pag", "admg", "cyclic"},
}

// random returns a random graph of the class; a MAG or PAG at times with lines.
func random(kind string, seed uint64, n int) *graph.Graph {
	rng := graphtest.Rand(seed)
	switch kind {
	case "dag":
		return graphtest.DAG(rng, n, 0.4)
	case "cpdag":
		return graphtest.CPDAG(rng, n, 0.4)
	case "mpdag":
		return graphtest.MPDAG(rng, n, 0.4)
	case "mag":
		if seed%2 == 0 {
			return graphtest.MAGWithLines(rng, n, 0.4)
		}
		return graphtest.MAG(rng, n, 0.4)
	case "pag":
		if seed%2 == 0 {
			return graphtest.PAGWithLines(rng, n, 0.4)
		}
		return graphtest.PAG(rng, n, 0.4)
	case "admg":
		return graphtest.ADMG(rng, n, 0.3)
	}
	return graphtest.Cyclic(rng, n, 0.3)
}

// Each strategy offers the set of its definition, which separates; and where it offers
// none, no set does.
func TestChoose(t *testing.T) {
	for _, base := range separator.Strategies {
		for _, kind := range where[base.Name] {
			for _, s := range []separator.Strategy{base, separator.Enhanced(base)} {
				t.Run(s.Name+" "+kind, func(t *testing.T) {
					for seed := range uint64(20) {
						check(t, s, kind, random(kind, seed, 3+int(seed)%3))
					}
				})
			}
		}
	}
}

func check(t *testing.T, s separator.Strategy, kind string, g *graph.Graph) {
	t.Helper()
	m, def := newModel(t, g, kind), naive.Read(g, kind)
	claim := naive.Claims(def, s.Name)
	var pairs []separator.Pair
	for x := range graph.Node(g.N()) {
		for y := range graph.Node(g.N()) {
			if x != y && !g.Adjacent(x, y) {
				pairs = append(pairs, separator.Pair{X: x, Y: y})
			}
		}
	}
	c, z := s.New(), msep.NewBlock(m.Walk().N())
	c.Reset(m)
	none := c.Choose(pairs, z)
	var small msep.Small
	var asBits msep.SmallPairs
	isSmall := small.Reset(m.Paths(), m.N())
	asBits.Reset(g.N())
	for _, p := range pairs {
		asBits.Add(p.X, p.Y)
	}
	inseparable := small.Inseparable(&asBits)
	offers := isSmall && s.Small != nil && (!s.Possible || kind == "dag" || kind == "cpdag")
	if offers {
		s.Small(&small, &asBits)
	}
	for lane, p := range pairs {
		separable := def.Separable(p.X, p.Y)
		if none.Has(lane) == separable {
			t.Fatalf("%v: %v: none is %v", g, p, none.Has(lane))
		}
		if isSmall && (inseparable>>lane&1 == 0) != separable {
			t.Fatalf("%v: %v: as bits separable is %v", g, p, !separable)
		}
		if none.Has(lane) {
			continue
		}
		got := z.Lane(nil, lane)
		slices.Sort(got)
		want := claim(p.X, p.Y)
		if !slices.Equal(got, want.Nodes()) {
			t.Errorf("%v: %s(%v) = %v, by definition %v", g, s.Name, p, got, want.Nodes())
		}
		if offers {
			set := graph.NewSet(g.N())
			for v := range graph.Node(g.N()) {
				if asBits.Given[v]>>lane&1 == 1 {
					set.Add(v)
				}
			}
			if !set.Equal(want) {
				t.Errorf("%v: %s(%v) = %v as bits, by definition %v", g, s.Name, p, set.Nodes(), want.Nodes())
			}
		}
		if !def.Separated(p.X, p.Y, graph.SetOf(got...)) {
			t.Errorf("%v: %s(%v) = %v does not separate", g, s.Name, p, got)
		}
	}
}

// In the chain the nearest separator stays close to the first node (van der Zander and Liśkiewicz).
func TestNearestHugsX(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b; b --> c; c --> d")
	m, err := class.Infer(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	c, z := separator.Nearest.New(), msep.NewBlock(4)
	c.Reset(m.Model())
	c.Choose([]separator.Pair{{X: 0, Y: 3}, {X: 3, Y: 0}}, z)
	if ad, da := z.Lane(nil, 0), z.Lane(nil, 1); !slices.Equal(ad, []graph.Node{1}) || !slices.Equal(da, []graph.Node{2}) {
		t.Errorf("ZL(a, d) = %v and ZL(d, a) = %v, want b and c", ad, da)
	}
}

// One pair at a time gives what the lanes give, on graphs of every class.
func TestSingleAsInLanes(t *testing.T) {
	for _, kind := range where["zl"] {
		for seed := range uint64(40) {
			g := random(kind, seed, 3+int(seed)%3)
			if kind == "dag" || kind == "admg" || kind == "cyclic" {
				g = random(kind, seed, 5+int(seed)%20)
			}
			separator.CheckScalar(t, newModel(t, g, kind))
		}
	}
}

// The nearest separator without an edge is that of the graph without it.
func TestNearestWithoutEdge(t *testing.T) {
	for _, kind := range []string{"dag", "admg"} {
		for seed := range uint64(60) {
			g := random(kind, seed, 3+int(seed)%8)
			find := separator.NearestWithoutEdge(g)
			for _, e := range g.EdgeList() {
				rest := slices.DeleteFunc(g.EdgeList(), func(o graph.Edge) bool { return o.X == e.X && o.Y == e.Y || o.X == e.Y && o.Y == e.X })
				other := separator.Scalar(newModel(t, g.With(rest), kind))
				for _, p := range []separator.Pair{{X: e.X, Y: e.Y}, {X: e.Y, Y: e.X}} {
					want, ok := other(p)
					got, gotOK := find(p.X, p.Y)
					if slices.Sort(got); ok != gotOK || !slices.Equal(got, want) {
						t.Fatalf("%v without %v: %v is separated by %v, %v; expected %v, %v", g, e, p, got, gotOK, want, ok)
					}
				}
			}
		}
	}
}

// Shared sets hold every y that was asked for once and can be separated from x, each with the set that
// it has alone: in sparse and dense DAGs, for all y or some, and with x that have more children than
// a machine word has bits.
func TestShared(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, 2+int(seed)%30, []float64{0.05, 0.1, 0.2, 0.4, 0.8}[seed%5])
		switch {
		case seed == 7:
			g = graphtest.DAG(rng, 180, 0.6)
		case seed%10 == 1: // y in several pieces
			g = graphtest.DAG(rng, 70+4*int(seed), 0.02)
		}
		m := newModel(t, g, "dag")
		b := separator.Nearest.Shared()
		b.Reset(m)
		separator.Patient(b, 1<<20)
		checkShared(t, m, b, rng)
		checkShared(t, m, separator.Zoned(m), rng)
		if seed < 20 && g.N() < 12 {
			m := newModel(t, graphtest.CPDAG(rng, g.N(), 0.3), "cpdag")
			b.Reset(m)
			separator.Patient(b, 1<<20)
			checkShared(t, m, b, rng)
		}
	}
}

// So do those of graphs with bidirected edges and cycles, from few to long chains of the one and
// large components of the other.
func TestSharedMixed(t *testing.T) {
	b := separator.Nearest.Shared()
	for seed := range uint64(400) {
		rng := graphtest.Rand(seed)
		n := 2 + int(seed)%30
		for kind, g := range map[string]*graph.Graph{
			"admg":   graphtest.ADMG(rng, n, []float64{0.5, 1, 2, 4}[seed%4]/float64(n)),
			"cyclic": graphtest.Cyclic(rng, n, []float64{0.5, 1, 2, 3}[seed%4]/float64(n)),
			"mag":    graphtest.MAG(rng, 2+int(seed)%9, 0.3),
			"pag":    graphtest.PAG(rng, 2+int(seed)%6, 0.3),
		} {
			m := newModel(t, g, kind)
			for _, stepBudget := range []int{1 << 20, 20, 1} {
				b.Reset(m)
				separator.Patient(b, stepBudget)
				checkShared(t, m, b, rng)
			}
			checkShared(t, m, separator.Zoned(m), rng)
		}
	}
}

// So do those of large graphs with few edges, here small ones where more than a few
// ancestors are many.
func TestSparse(t *testing.T) {
	for seed := range uint64(600) {
		rng := graphtest.Rand(seed)
		n := 2 + int(seed)%40
		m := newModel(t, graphtest.DAG(rng, n, []float64{1, 2, 3, 5}[seed%4]/float64(n)), "dag")
		pool := separator.LenderOf(1) // each gets what others have used
		for _, limit := range []int{1, 2, 4, 8, 1000} {
			checkShared(t, m, separator.Sparse(m, limit), rng)
			b := separator.Sparse(m, limit)
			b.Share(pool)
			checkShared(t, m, b, rng)
		}
	}
}

func checkShared(t *testing.T, m *model.Model, b separator.Grouper, rng *rand.Rand) {
	t.Helper()
	one := separator.Scalar(m)
	asked := make(map[separator.Pair]bool)
	check := func(all bool) {
		for {
			shared := b.Next(all)
			if len(shared) == 0 {
				return
			}
			for _, set := range shared {
				got := slices.Clone(set.Set)
				slices.Sort(got)
				for y := range set.Ys.All {
					p := separator.Pair{X: set.X, Y: y}
					if !asked[p] {
						t.Fatalf("%v: %v comes unasked or twice", m.Drawn(), p)
					}
					delete(asked, p)
					if want, ok := one(p); !ok || !slices.Equal(got, want) {
						t.Fatalf("%v: %v shared: %v, alone %v, %v", m.Drawn(), p, got, want, ok)
					}
				}
			}
		}
	}
	few := rng.IntN(3) == 0
	for x := range graph.Node(m.N()) {
		var ys msep.Pieces
		for y := range graph.Node(m.N()) {
			if x != y && !m.Drawn().Adjacent(x, y) && (!few || rng.IntN(4) == 0) {
				ys.Add(y)
				asked[separator.Pair{X: x, Y: y}] = true
			}
		}
		for y := range b.Ask(x, ys).All { // better asked of others
			p := separator.Pair{X: x, Y: y}
			if !asked[p] {
				t.Fatalf("%v: %v is left but was not asked, or twice", m.Drawn(), p)
			}
			delete(asked, p)
		}
		check(false)
	}
	check(true)
	for p := range asked {
		if _, ok := one(p); ok {
			t.Fatalf("%v: no set for %v", m.Drawn(), p)
		}
	}
}

func newModel(t *testing.T, g *graph.Graph, kind string) *model.Model {
	t.Helper()
	k, err := class.Parse(kind)
	if err != nil {
		t.Fatal(err)
	}
	member, err := class.Check(context.Background(), g, k)
	if err != nil {
		t.Fatal(err)
	}
	return member.Model()
}
