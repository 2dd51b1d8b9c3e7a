package naive

import "github.com/sepdist/sepdist/graph"

// SeriesPairs returns the ordered pairs of moments of n variables, the later of the two at t,
// at most maxLag apart.
func SeriesPairs(n, maxLag int) [][2]graph.Moment {
	var pairs [][2]graph.Moment
	for i := range graph.Node(n) {
		for j := range graph.Node(n) {
			for lag := range maxLag + 1 {
				earlier, later := graph.Moment{Variable: i, Lag: lag}, graph.Moment{Variable: j}
				if lag > 0 {
					pairs = append(pairs, [2]graph.Moment{earlier, later}, [2]graph.Moment{later, earlier})
				} else if i != j {
					pairs = append(pairs, [2]graph.Moment{earlier, later})
				}
			}
		}
	}
	return pairs
}

// SeriesMistakes returns the pairs about which a guess on the measured variables of the truth, which
// come first, is wrong: by the parents ("parent"), the possible parents ("pparent"), the nearest
// separator ("zl"), and with the Markov blanket in place of these ("mb-parent" and so on). An
// ADMG has only the last two of them. It unrolls both graphs so many slices back.
func SeriesMistakes(truth, guess *graph.Series, maxLag, depth int) map[string][][2]graph.Moment {
	last := -guess.MaxLag()
	in := Unroll(truth, depth, last)
	of := claimsOfDAG
	for _, l := range guess.Links() {
		if l.Edge().Bidirected() {
			of = claimsOfADMG
		}
	}
	claims := of(guess, maxLag, depth)
	wrong := make(map[string][][2]graph.Moment)
	for _, pair := range SeriesPairs(guess.N(), maxLag) {
		for name, set := range claims(pair[0], pair[1]) {
			var given graph.Set
			for _, m := range set {
				given.Add(in.Node(m))
			}
			if !in.Separated(in.Node(pair[0]), in.Node(pair[1]), given) {
				wrong[name] = append(wrong[name], pair)
			}
		}
	}
	return wrong
}

// SeriesDistances counts what [SeriesMistakes] returns.
func SeriesDistances(truth, guess *graph.Series, maxLag, depth int) map[string]int {
	counts := make(map[string]int)
	for name, pairs := range SeriesMistakes(truth, guess, maxLag, depth) {
		counts[name] = len(pairs)
	}
	return counts
}

// seriesClaims return the sets that separate two moments by each strategy; there are none of
// adjacent ones.
type seriesClaims func(x, y graph.Moment) map[string][]graph.Moment

func claimsOfDAG(guess *graph.Series, _, depth int) seriesClaims {
	last := -guess.MaxLag()
	h := Unroll(guess, depth, last)
	class := StationaryClass(guess)
	possible := make([]*Unrolled, len(class))
	for i, m := range class {
		possible[i] = Unroll(m, depth, last)
	}
	return func(at, to graph.Moment) map[string][]graph.Moment {
		x, y := h.Node(at), h.Node(to)
		if h.Adjacent(x, y) {
			return nil
		}
		var some graph.Set
		for _, m := range possible {
			some = some.Union(m.parents[x]).Union(m.parents[y])
		}
		nearest, _ := h.Nearest(x, y)
		return enhanced(map[string]graph.Set{
			"parent": h.parents[x].Union(h.parents[y]), "pparent": some.Without(x, y), "zl": nearest,
		}, h.Blanket(x), y, h.Moment)
	}
}

// claimsOfADMG reads them off the projection onto the slices from p before the earlier of two
// moments to p after the later.
func claimsOfADMG(guess *graph.Series, maxLag, depth int) seriesClaims {
	n, first, last := guess.N(), maxLag+guess.MaxLag(), -guess.MaxLag()
	g := ProjectSeries(guess, nil, first, last, depth)
	node := func(m graph.Moment) graph.Node { return graph.Node((m.Lag-last)*n) + m.Variable }
	moment := func(v graph.Node) graph.Moment {
		return graph.Moment{Variable: v % graph.Node(n), Lag: last + int(v)/n}
	}
	whole := augmented(g, graph.Full(g.N()))
	return func(at, to graph.Moment) map[string][]graph.Moment {
		x, y := node(at), node(to)
		if g.Adjacent(x, y) {
			return nil
		}
		nearest, ok := nearestIn(augmented(g, Ancestors(g, graph.SetOf(x, y))), x, y)
		if !ok {
			return nil // no set of the window separates them
		}
		return enhanced(map[string]graph.Set{"zl": nearest}, whole[x], y, moment)
	}
}

// enhanced adds to each set the one that takes the Markov blanket of x instead, where y is not in
// it, and turns nodes into moments.
func enhanced(sets map[string]graph.Set, blanket graph.Set, y graph.Node, moment func(graph.Node) graph.Moment) map[string][]graph.Moment {
	claims := make(map[string][]graph.Moment)
	put := func(name string, set graph.Set) {
		claims[name] = []graph.Moment{}
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
	near := make([]graph.Set, g.N())
	var done graph.Set
	for v := range keep.All() {
		if done.Has(v) {
			continue
		}
		district, family, todo := graph.SetOf(v), graph.SetOf(v), []graph.Node{v}
		for len(todo) > 0 {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for e := range g.Edges() {
				for _, e := range []graph.Edge{e, e.Flip()} {
					switch {
					case e.Y != u || e.AtY != graph.Arrow || !keep.Has(e.X):
					case e.Bidirected() && !district.Has(e.X):
						district.Add(e.X)
						todo = append(todo, e.X)
						family.Add(e.X)
					case e.Directed():
						family.Add(e.X)
					}
				}
			}
		}
		done = done.Union(district)
		for a := range family.All() {
			near[a] = near[a].Union(family).Without(a)
		}
	}
	return near
}
