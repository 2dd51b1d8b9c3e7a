package measure_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/simulate"
)

// The acyclification of a guess has a latent node for a component, v0 <=> v1 here, that no plan of
// the truth knows. From 33 nodes on, claims are judged in blocks.
func TestCyclicGuessOfManyNodes(t *testing.T) {
	for _, n := range []int{32, 33, 64, 65, 257} {
		names := graph.NumberedNames("v", 0, n)
		guess := newModel(t, graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 0)}), "cyclic")
		chain := graph.MustNew(names, []graph.Edge{graph.Directed(2, 3)})
		line := graph.MustNew(names, []graph.Edge{graph.Undirected(2, 3)})
		circles := graph.MustNew(names, []graph.Edge{{X: 2, Y: 3, AtX: graph.Circle, AtY: graph.Circle}})
		for kind, g := range map[string]*graph.Graph{"dag": chain, "cpdag": line, "mpdag": line, "mag": chain, "admg": chain, "pag": circles, "cyclic": chain} {
			truth := newModel(t, g, kind)
			for _, metric := range pairwise(truth, guess) {
				told := 0
				for _, o := range []task.Options{{}, {Workers: 2, Sets: true, Mistake: func(distance.Mistake) { told++ }}} {
					if got := wrong(t, metric.Name, truth, guess, task.Params{Options: o}); got != 2 {
						t.Errorf("%d nodes: %s to a %s is %d, want 2 for the missing edge", n, metric.Name, kind, got)
					}
				}
				if told != 2 {
					t.Errorf("%d nodes: %s to a %s: %d mistakes, want 2", n, metric.Name, kind, told)
				}
			}
		}
	}
}

// pairwise returns the distances of the guess to the truth that count ordered pairs by how they
// are separated or adjusted for.
func pairwise(truth, guess *model.Model) (list []*distance.Metric) {
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		if slices.Contains([]string{"sd", "mb", "aid"}, m.Group) && m.Name != "sid" && m.Defined(truth.Kind(), guess.Kind()) == nil {
			list = append(list, m)
		}
	}
	return list
}

// A drawing is a way to draw a random graph of a class, with few edges or with many.
type drawing struct {
	kind class.Kind
	draw func(t *testing.T, kind class.Kind, seed uint64, n int, many bool) *graph.Graph
}

// drawings are those of every class.
var drawings = []drawing{
	{class.DAG, simulated}, {class.DAG, hubs}, {class.CPDAG, simulated}, {class.MPDAG, simulated},
	{class.MAG, simulated}, {class.MAG, ring}, {class.ADMG, simulated},
	{class.PAG, simulated}, {class.PAG, ring}, {class.Cyclic, simulated},
}

// simulated draws a graph of the class.
func simulated(t *testing.T, kind class.Kind, seed uint64, n int, many bool) *graph.Graph {
	o := simulate.Options{Nodes: n, Edges: n, Seed: seed}
	if many {
		o.Edges = 5 * n // from 5 edges a node on, sweeps go over all nodes of a DAG
	}
	if kind == class.MAG || kind == class.PAG {
		o.Edges = min(o.Edges, n+200) // it takes long to see that a larger one is maximal
	}
	generator, err := simulate.Of(kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range generator.Takes {
		switch f {
		case simulate.Bidirected:
			o.Bidirected = 0.2
		case simulate.Bows:
			o.Bows = 0.1
		case simulate.TwoCycles:
			o.TwoCycles = 0.05
		case simulate.Known:
			o.Known = 0.3
		}
	}
	g, err := simulate.Graph(context.Background(), kind, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// hubs adds to a DAG a node with very many children, one with very many parents, and a long chain:
// more than 64 children or 512 ancestors, where there are as many nodes.
func hubs(t *testing.T, kind class.Kind, seed uint64, n int, many bool) *graph.Graph {
	g := simulated(t, kind, seed, n, many)
	order, _ := g.Order()
	edges, added := g.EdgeList(), make(map[graph.Edge]bool)
	add := func(x, y graph.Node) {
		if e := graph.Directed(x, y); x != y && !g.Adjacent(x, y) && !added[e] {
			added[e] = true
			edges = append(edges, e)
		}
	}
	for _, v := range order[n-min(n-1, 66):] {
		add(order[0], v)
	}
	for _, v := range order[:min(n/2, 66)] {
		add(v, order[n-2])
	}
	for i := 1; i < min(n/2, 540); i++ {
		add(order[i-1], order[i])
	}
	return graph.MustNew(g.Names(), edges)
}

// ring adds to a MAG a cycle of four lines, with an arrow from each of its nodes, and returns it
// or its PAG. (No path is inducing by this: nothing leads to the ring.)
//
//	a --- b --> v
//	|     |
//	d --- c --> w
func ring(t *testing.T, kind class.Kind, seed uint64, n int, many bool) *graph.Graph {
	edges := simulated(t, class.MAG, seed, n-4, many).EdgeList()
	for i := range graph.Node(4) {
		v := graph.Node(n) - 4 + i
		edges = append(edges, graph.Undirected(v, graph.Node(n)-4+(i+1)%4), graph.Directed(v, i*7))
	}
	g := graph.MustNew(graph.NumberedNames("X", 1, n), edges)
	if kind == class.PAG {
		return equiv.PAG(context.Background(), g)
	}
	return g
}

// A sample is a graph that is drawn once it is needed, also with its nodes in another order.
type sample struct{ model, turned func() *model.Model }

// samplesOf returns a sample of each drawing.
func samplesOf(t *testing.T, seed uint64, n int, many bool, order []graph.Node) (list []sample) {
	for i, d := range drawings {
		g := sync.OnceValue(func() *graph.Graph { return d.draw(t, d.kind, seed+uint64(i), n, many) })
		list = append(list, sample{
			sync.OnceValue(func() *model.Model { return newModel(t, g(), d.kind.String()) }),
			sync.OnceValue(func() *model.Model { return newModel(t, g().Induced(order), d.kind.String()) }),
		})
	}
	return list
}

// Every class is compared with every other on both sides of each number of nodes where the work is
// done in another way. Each number is the same for any workers, any order of nodes, a scratch that
// was used for other graphs, and where mistakes are told; pairs in a list, which are judged by
// plain lanes, and one pair after the other by the definition, give the same ones.
func TestEveryMixAtEveryThreshold(t *testing.T) {
	for _, n := range []int{4097, 4096, 1025, 1024, 513, 512, 257, 256, 65, 64, 33, 32} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			everyMix(t, n)
		})
	}
}

// everyMix compares every class with every other on n nodes.
func everyMix(t *testing.T, n int) {
	rng := graphtest.Rand(uint64(n))
	order := make([]graph.Node, n)
	place := make([]graph.Node, n)
	for i, v := range rng.Perm(n) {
		order[i], place[v] = graph.Node(v), graph.Node(i)
	}
	truths := [2][]sample{samplesOf(t, 100, n, false, order), samplesOf(t, 200, n, true, order)}
	guesses := [2][]sample{samplesOf(t, 300, n, false, order), samplesOf(t, 400, n, true, order)}
	scratch := new(task.Scratch)
	useScratch(t, scratch)
	mixes, wrong := 0, 0
	for i := range drawings {
		for j := range drawings {
			if !inMix(n, i, j) {
				continue
			}
			k := &mix{
				T: t, rng: rng, scratch: scratch, place: place,
				truth: truths[(i+j)%2][i], guess: guesses[(i+j/2)%2][j],
			}
			mixes++
			wrong += k.run(inWhole(n, i, j))
		}
	}
	if wrong == 0 && mixes >= len(drawings) {
		t.Errorf("%d nodes: no claim is wrong: the test says little", n)
	}
}

// useScratch leaves in a scratch what graphs of another size leave there.
func useScratch(t *testing.T, scratch *task.Scratch) {
	g := newModel(t, simulated(t, class.ADMG, 1, 90, true), "admg")
	for _, m := range pairwise(g, g) {
		if _, err := measure.Measure(context.Background(), m, g, g, task.Params{Options: task.Options{Workers: 1, Scratch: scratch}}); err != nil {
			t.Fatal(err)
		}
	}
}

// inMix reports whether graphs of n nodes by drawings i and j are compared: all of them while that
// is soon done, else each with a few others.
func inMix(n, i, j int) bool {
	apart := (j - i + len(drawings)) % len(drawings)
	switch {
	case n > 1025: // the same class, or another
		return apart == n%2*3 && uint64(i) < seeds(uint64(len(drawings)))
	case n > 257 && apart%4 != n%2:
		return false
	}
	return uint64(i*7+j*5+n/2)%6 < seeds(6)
}

// inWhole reports whether they are compared by all pairs.
func inWhole(n, i, j int) bool {
	switch {
	case n <= 33:
		return true
	case n <= 65:
		return i < 3 && j < 3 || (i+j)%4 == 0
	}
	return n <= 257 && j == (i+3)%len(drawings) && i%2 == n%2
}

// A mix compares a truth and a guess.
type mix struct {
	*testing.T
	rng          *rand.Rand
	scratch      *task.Scratch
	place        []graph.Node // of each node in the other order
	truth, guess sample
}

// run compares them by every distance and returns the number of wrong claims. It asks for all pairs
// or for those of a few sources and some targets.
func (k *mix) run(whole bool) (wrong int) {
	truth, guess := k.truth.model(), k.guess.model()
	n := truth.N()
	var p, turned task.Params
	if !whole {
		p.Sources, turned.Sources = graph.NewSet(n), graph.NewSet(n)
		for range 3 {
			x := graph.Node(k.rng.IntN(n))
			p.Sources.Add(x)
			turned.Sources.Add(k.place[x])
		}
		p.Targets, turned.Targets = graph.NewSet(n), graph.NewSet(n)
		for range 50 + 50*k.rng.IntN(2) { // few and more are found in different ways where n is large
			y := graph.Node(k.rng.IntN(n))
			p.Targets.Add(y)
			turned.Targets.Add(k.place[y])
		}
	}
	listed := k.pairs(p)
	claims := newClaims(truth, guess)
	p.Options.Workers = 1
	for _, m := range pairwise(truth, guess) {
		want := k.measure(m, truth, guess, p)
		wrong += want
		check := func(got int, how string) {
			if got != want {
				k.Errorf("%d nodes, %s of a %v to a %v: %d %s, else %d", n, m.Name, guess.Kind(), truth.Kind(), got, how, want)
			}
		}
		again := p
		switch k.rng.IntN(4) {
		case 0:
			check(k.measure(m, k.truth.turned(), k.guess.turned(), turned), "in another order of nodes")
		case 1:
			again.Options.Workers = 3
			check(k.measure(m, truth, guess, again), "by three workers")
		case 2:
			again.Options.Scratch = k.scratch
			check(k.measure(m, truth, guess, again), "with a scratch")
		default:
			again.Options.Mistake = func(distance.Mistake) {}
			check(k.measure(m, truth, guess, again), "where mistakes are told without their sets")
		}
		mistakes := make(map[[2]graph.Node]distance.Mistake)
		again.Options = task.Options{Workers: 2, Sets: !whole || n <= 65, Mistake: func(m distance.Mistake) { mistakes[[2]graph.Node{m.X, m.Y}] = m }}
		check(k.measure(m, truth, guess, again), "where mistakes are told")
		check(len(mistakes), "mistakes")
		k.list(m, listed, mistakes)
		if m.Group != "aid" {
			k.define(m, claims, listed, mistakes, again.Options.Sets)
		}
	}
	return wrong
}

// pairs returns some of the pairs that are asked for: more than a chunk of a list where all are.
func (k *mix) pairs(p task.Params) (list [][2]graph.Node) {
	n := k.truth.model().N()
	from, to, most := graph.AllNodes(n).Nodes(), graph.AllNodes(n).Nodes(), 100
	switch {
	case p.Sources != nil:
		from, to = p.Sources.Nodes(), p.Targets.Nodes()
	case n > 65:
		most = 4400
	}
	for range most {
		x, y := from[k.rng.IntN(len(from))], to[k.rng.IntN(len(to))]
		if x != y {
			list = append(list, [2]graph.Node{x, y})
		}
	}
	return list
}

// measure returns the number of wrong claims.
func (k *mix) measure(m *distance.Metric, truth, guess *model.Model, p task.Params) int {
	k.Helper()
	r, err := measure.Measure(context.Background(), m, truth, guess, p)
	if err != nil {
		k.Fatalf("%s: %v", m.Name, err)
	}
	return int(r.Count.Wrong)
}

// list holds the mistakes against those about pairs in a list.
func (k *mix) list(m *distance.Metric, pairs [][2]graph.Node, mistakes map[[2]graph.Node]distance.Mistake) {
	p := task.Params{Weights: make(task.Weights)}
	want := 0
	for _, pair := range pairs {
		if _, wrong := mistakes[pair]; wrong && p.Weights[pair] == 0 {
			want++
		}
		p.Weights[pair] = 1
	}
	if got := k.measure(m, k.truth.model(), k.guess.model(), p); got != want {
		k.Errorf("%d nodes, %s of a %v to a %v: %d wrong in a list of %d pairs, else %d",
			k.truth.model().N(), m.Name, k.guess.model().Kind(), k.truth.model().Kind(), got, len(p.Weights), want)
	}
}

// define holds the mistakes against the definition, on a few pairs; and the first of
// them has a path.
func (k *mix) define(m *distance.Metric, c *claims, pairs [][2]graph.Node, mistakes map[[2]graph.Node]distance.Mistake, sets bool) {
	const few = 16
	truth, guess, shown := k.truth.model(), k.guess.model(), 0
	for _, pair := range pairs[:few] {
		told, got := mistakes[pair]
		set, claimed := c.of(strings.TrimSuffix(m.Name, "-sd"), pair[0], pair[1])
		if want := claimed && !c.truth.Separated(pair[0], pair[1], set); got != want {
			k.Errorf("%d nodes, %s of a %v to a %v: a mistake about %v is reported: %v, by definition %v",
				truth.N(), m.Name, guess.Kind(), truth.Kind(), pair, got, want)
		}
		if !got || !sets {
			continue
		}
		shown++
		if !slices.Equal(told.Separator, set.Nodes()) {
			k.Errorf("%d nodes, %s of a %v: the set of %v is %v, by definition %v", truth.N(), m.Name, guess.Kind(), pair, told.Separator, set.Nodes())
		}
		if shown > 1 {
			continue
		}
		if e := measure.EvidenceFor(told, truth, guess); !isPath(truth.Paths(), e.Path, pair[0], pair[1]) {
			k.Errorf("%d nodes, %s of a %v to a %v: the path for %v is %v", truth.N(), m.Name, guess.Kind(), truth.Kind(), pair, e.Path)
		}
	}
}

// claims are those of a guess, one pair after the other, by sets and single walks only.
type claims struct {
	truth, guess *msep.Oracle
	model        *model.Model
	observed     graph.Set
}

func newClaims(truth, guess *model.Model) *claims {
	return &claims{msep.New(truth.Walk()), msep.New(guess.Walk()), guess, graph.AllNodes(guess.N())}
}

// of returns the set that a strategy offers, unless no set separates the pair.
func (c *claims) of(strategy string, x, y graph.Node) (graph.Set, bool) {
	above := c.model.Walk().Anterior(graph.SetOf(x, y))
	anterior := above.And(c.observed).Without(x, y)
	if c.model.Drawn().Adjacent(x, y) || !c.guess.Separated(x, y, anterior) {
		return nil, false
	}
	base, enhanced := strings.CutPrefix(strategy, "mb-")
	if enhanced {
		if b := c.guess.Blanket(x, c.model.N()); !b.Has(y) {
			return b, true
		}
	}
	set := graph.NewSet(c.model.N())
	switch base {
	case "parent":
		c.add(set, c.model.Drawn().Parents, x, y)
	case "pparent":
		c.add(set, c.model.Equivalence().Parents, x, y)
		c.add(set, c.model.Equivalence().UndirectedNeighbors, x, y)
	case "ancestor":
		return anterior, true
	case "pancestor":
		return c.possible(x, y), true
	case "zl":
		near := c.guess.Closure(x, above, anterior).And(anterior)
		return c.guess.Closure(y, above, near).And(near), true
	default:
		panic("no strategy " + base)
	}
	return set.Without(x, y), true
}

func (c *claims) add(set graph.Set, near func(graph.Node) []graph.Node, nodes ...graph.Node) {
	for _, v := range nodes {
		for _, u := range near(v) {
			set.Add(u)
		}
	}
}

// possible returns what may lead to x or y in the equivalence class, by edges without a head on
// the way.
func (c *claims) possible(x, y graph.Node) graph.Set {
	set, todo := graph.NewSet(c.model.N()), []graph.Node{x, y}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for e := range c.model.Equivalence().EdgesAt(v) {
			if e.AtY != graph.Arrow && !set.Has(e.Y) {
				set.Add(e.Y)
				todo = append(todo, e.Y)
			}
		}
	}
	return set.Without(x, y)
}
