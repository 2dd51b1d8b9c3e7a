package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// SeriesPairs returns the ordered pairs of moments of n variables, the later of the two at t,
// at most maxLag apart.
func SeriesPairs(n, maxLag int) [][2]graph.LaggedNode {
	var pairs [][2]graph.LaggedNode
	for i := range graph.Node(n) {
		for j := range graph.Node(n) {
			for lag := range maxLag + 1 {
				earlier, later := graph.LaggedNode{Variable: i, Lag: lag}, graph.LaggedNode{Variable: j}
				if lag > 0 {
					pairs = append(pairs, [2]graph.LaggedNode{earlier, later}, [2]graph.LaggedNode{later, earlier})
				} else if i != j {
					pairs = append(pairs, [2]graph.LaggedNode{earlier, later})
				}
			}
		}
	}
	return pairs
}

// SeriesMistakes returns the pairs about which a guess on the measured variables of the truth, which
// come first, is wrong: by the parents ("parent"), the possible parents ("pparent"), the nearest
// separator ("zl"), and with the Markov blanket in place of these ("mb-parent" and so on). An
// ADMG has only "zl" and "mb-zl", and neither if its sets are infinite. So does a guess with latent
// variables, which come last. It unrolls both graphs depth slices back.
func SeriesMistakes(truth, guess *graph.Series, maxLag, depth int) map[string][][2]graph.LaggedNode {
	n := min(truth.N(), guess.N())
	mixed := n < guess.N()
	for _, l := range guess.Links() {
		mixed = mixed || l.Edge().Bidirected()
	}
	last, claims := -guess.MaxLag(), seriesClaims(nil)
	if mixed {
		last = -depth / 2
		claims = claimsOfADMG(guess, n, depth, last)
	} else {
		claims = claimsOfDAG(guess, depth, last)
	}
	in := Unroll(truth, depth, last)
	wrong := make(map[string][][2]graph.LaggedNode)
	infinite := make(map[string]bool)
	for _, pair := range SeriesPairs(n, maxLag) {
		sets, endless := claims(pair[0], pair[1])
		for _, name := range endless {
			infinite[name] = true
		}
		for name, set := range sets {
			var given graph.Set
			for _, m := range set {
				given.Add(in.Node(m))
			}
			if wrong[name] == nil {
				wrong[name] = [][2]graph.LaggedNode{}
			}
			if !infinite[name] && !in.Separated(in.Node(pair[0]), in.Node(pair[1]), given) {
				wrong[name] = append(wrong[name], pair)
			}
		}
	}
	for name := range infinite {
		delete(wrong, name)
	}
	return wrong
}

// SeriesDistances returns the numbers of [SeriesMistakes].
func SeriesDistances(truth, guess *graph.Series, maxLag, depth int) map[string]int {
	counts := make(map[string]int)
	for name, pairs := range SeriesMistakes(truth, guess, maxLag, depth) {
		counts[name] = len(pairs)
	}
	return counts
}

// seriesClaims returns the sets that separate two moments by each strategy, none for a pair
// without a claim, and the strategies whose sets are infinite.
type seriesClaims func(x, y graph.LaggedNode) (sets map[string][]graph.LaggedNode, infinite []string)

func claimsOfDAG(guess *graph.Series, depth, last int) seriesClaims {
	h := Unroll(guess, depth, last)
	class := StationaryClass(guess)
	possible := make([]*Unrolled, len(class))
	for i, m := range class {
		possible[i] = Unroll(m, depth, last)
	}
	return func(at, to graph.LaggedNode) (map[string][]graph.LaggedNode, []string) {
		x, y := h.Node(at), h.Node(to)
		if h.Adjacent(x, y) {
			return nil, nil
		}
		var some graph.Set
		for _, m := range possible {
			some = some.Union(m.parents[x]).Union(m.parents[y])
		}
		nearest, _ := h.Nearest(x, y)
		return enhanced(map[string]graph.Set{
			"parent": h.parents[x].Union(h.parents[y]), "pparent": some.Without(x, y), "zl": nearest,
		}, h.Blanket(x), y, h.Moment), nil
	}
}

// claimsOfADMG reads the sets off the slices from lag depth to lag last. Latent variables are hidden
// by a projection that unrolls the graph twice as far. A finite set is the same in all windows that are
// long enough. An infinite one reaches the first or the last slices.
func claimsOfADMG(guess *graph.Series, n, depth, last int) seriesClaims {
	node := func(m graph.LaggedNode) graph.Node { return graph.Node((m.Lag-last)*n) + m.Variable }
	moment := func(v graph.Node) graph.LaggedNode {
		return graph.LaggedNode{Variable: v % graph.Node(n), Lag: last + int(v)/n}
	}
	var g *graph.Graph
	margin := guess.MaxLag()
	if n == guess.N() {
		var edges []graph.Edge
		for _, l := range guess.Links() {
			for lag := last; lag+l.Lag <= depth; lag++ {
				x, y := node(graph.LaggedNode{Variable: l.X, Lag: lag + l.Lag}), node(graph.LaggedNode{Variable: l.Y, Lag: lag})
				edges = append(edges, graph.Edge{X: x, Y: y, AtX: l.AtX, AtY: l.AtY})
			}
		}
		g = graph.MustNew(graph.NumberedNames("", 0, n*(depth-last+1)), edges)
	} else {
		g = ProjectSeries(guess, graph.AllNodes(guess.N()).Minus(graph.AllNodes(n)), depth, last, depth)
		margin = 12 // bidirected links of the projection can span more than the largest lag
	}
	whole := augmented(g, graph.AllNodes(g.N()))
	atEnd := func(set graph.Set) bool {
		return slices.ContainsFunc(set.Nodes(), func(v graph.Node) bool {
			m := moment(v)
			return m.Lag > depth-margin || m.Lag < last+margin
		})
	}
	return func(at, to graph.LaggedNode) (sets map[string][]graph.LaggedNode, infinite []string) {
		x, y := node(at), node(to)
		near := augmented(g, Ancestors(g, graph.SetOf(x, y)))
		if atEnd(whole[x]) {
			infinite = append(infinite, "mb-zl")
		}
		if atEnd(near[x]) {
			infinite = append(infinite, "zl")
		}
		nearest, ok := nearestIn(near, x, y)
		if g.Adjacent(x, y) || !ok { // no set separates them
			return nil, infinite
		}
		return enhanced(map[string]graph.Set{"zl": nearest}, whole[x], y, moment), infinite
	}
}

// enhanced adds to each set the one with the Markov blanket of x instead if y is not in it, and
// converts nodes to moments.
func enhanced(sets map[string]graph.Set, blanket graph.Set, y graph.Node, moment func(graph.Node) graph.LaggedNode) map[string][]graph.LaggedNode {
	claims := make(map[string][]graph.LaggedNode)
	put := func(name string, set graph.Set) {
		claims[name] = []graph.LaggedNode{}
		for v := range set.All() {
			claims[name] = append(claims[name], moment(v))
		}
	}
	for name, set := range sets {
		put(name, set)
		if !blanket.Has(y) {
			set = blanket
		}
		put("mb-"+name, set)
	}
	return claims
}

// augmented is [Moral] for directed and bidirected edges, in polynomial time: two nodes are joined
// if they are the same or parents of nodes that bidirected edges connect inside keep.
func augmented(g *graph.Graph, keep graph.Set) []graph.Set {
	into := make([][]graph.Edge, g.N())
	for e := range g.Edges() {
		for _, e := range []graph.Edge{e, e.Flip()} {
			if e.AtY == graph.Arrow && keep.Has(e.X) && keep.Has(e.Y) {
				into[e.Y] = append(into[e.Y], e)
			}
		}
	}
	near := make([]graph.Set, g.N())
	var done graph.Set
	for v := range keep.All() {
		if done.Has(v) {
			continue
		}
		done.Add(v)
		family, todo := graph.SetOf(v), []graph.Node{v}
		for len(todo) > 0 {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range into[u] {
				family.Add(e.X)
				if e.Bidirected() && !done.Has(e.X) {
					done.Add(e.X)
					todo = append(todo, e.X)
				}
			}
		}
		for a := range family.All() {
			near[a] = near[a].Union(family).Without(a)
		}
	}
	return near
}
