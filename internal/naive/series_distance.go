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

// SeriesDistances counts the wrong claims of a guess, a stationary DAG on the measured
// variables of the truth, which come first: by the parents ("parent"), the possible parents
// ("pparent"), the nearest separator ("zl"), and with the Markov blanket in place of these
// ("mb-parent" and so on). It unrolls both graphs so many slices back.
func SeriesDistances(truth, guess *graph.Series, maxLag, depth int) map[string]int {
	last := -guess.MaxLag()
	g, h := Unroll(truth, depth, last), Unroll(guess, depth, last)
	class := StationaryClass(guess)
	possible := make([]*Unrolled, len(class))
	for i, m := range class {
		possible[i] = Unroll(m, depth, last)
	}
	wrong := make(map[string]int)
	for _, pair := range SeriesPairs(guess.N(), maxLag) {
		x, y := h.Node(pair[0]), h.Node(pair[1])
		if h.Adjacent(x, y) {
			continue
		}
		fails := func(set graph.Set) bool {
			var given graph.Set
			for v := range set.All() {
				given.Add(g.Node(h.Moment(v)))
			}
			return !g.Separated(g.Node(pair[0]), g.Node(pair[1]), given)
		}
		nearest, _ := h.Nearest(x, y)
		var some graph.Set
		for _, m := range possible {
			some = some.Union(m.parents[x]).Union(m.parents[y])
		}
		blanket := h.Blanket(x)
		for name, set := range map[string]graph.Set{
			"parent": h.parents[x].Union(h.parents[y]), "pparent": some.Without(x, y), "zl": nearest,
		} {
			wrong[name] += one(fails(set))
			if !blanket.Has(y) {
				set = blanket
			}
			wrong["mb-"+name] += one(fails(set))
		}
	}
	return wrong
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
