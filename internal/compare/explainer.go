package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// An explainer puts mistakes between two graphs into words.
type explainer struct {
	names        *graph.Names
	truth, guess *model.Model
	frame        *graph.Frame // of time series: what the nodes are
}

// noPair stands for no pair of nodes.
var noPair = [2]graph.Node{-1, -1}

// explain puts the mistakes into e, grouped by the pair of nodes that they are owed to.
func (w *explainer) explain(e *report.Explanation, mistakes []distance.Mistake) {
	evidence := make([]distance.Evidence, len(mistakes))
	tally := make(map[[2]graph.Node]int) // paths by pair that is drawn otherwise
	for i, m := range mistakes {
		evidence[i] = m.Evidence(w.truth, w.guess)
		for _, pair := range w.differing(evidence[i].Path) {
			tally[pair]++
		}
	}
	owed := make(map[[2]graph.Node]int)
	culprits := make([][2]graph.Node, len(mistakes))
	order := make([]int, len(mistakes))
	for i := range mistakes {
		culprits[i] = w.culprit(evidence[i].Path, tally)
		owed[culprits[i]]++
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := culprits[i], culprits[j]
		if a == b {
			return cmp.Compare(len(evidence[i].Path), len(evidence[j].Path))
		}
		return cmp.Or(compareBool(a == noPair, b == noPair), cmp.Compare(owed[b], owed[a]), slices.Compare(a[:], b[:]))
	})
	last := noPair
	for _, i := range order {
		c := w.claim(mistakes[i], evidence[i])
		if pair := culprits[i]; pair != noPair {
			c.Edge = w.drawn(w.truth, pair)
			if pair != last {
				count := report.EdgeCount{Edge: c.Edge, Guess: "no edge", Claims: owed[pair], Extra: !w.adjacent(pair[0], pair[1])}
				if len(w.between(w.guess, pair[0], pair[1])) > 0 {
					count.Guess = w.drawn(w.guess, pair)
				}
				e.Edges = append(e.Edges, count)
			}
			last = pair
		}
		e.Claims = append(e.Claims, c)
	}
}

// compareBool compares two booleans, false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// differing returns the pairs of neighbours on the path that the two graphs draw otherwise.
func (w *explainer) differing(path []graph.Edge) (pairs [][2]graph.Node) {
	for _, e := range path {
		e = w.now(e).Forward()
		if !slices.Equal(w.between(w.truth, e.X, e.Y), w.between(w.guess, e.X, e.Y)) {
			pairs = append(pairs, [2]graph.Node{e.X, e.Y})
		}
	}
	return pairs
}

// culprit returns the differing pair on the path that most paths go through.
func (w *explainer) culprit(path []graph.Edge, tally map[[2]graph.Node]int) [2]graph.Node {
	best := noPair
	for _, pair := range w.differing(path) {
		if tally[pair] > tally[best] {
			best = pair
		}
	}
	return best
}

// drawn says what a graph has between two nodes.
func (w *explainer) drawn(g *model.Model, pair [2]graph.Node) string {
	x, y := w.name(pair[0]), w.name(pair[1])
	var edges []string
	for _, e := range w.between(g, pair[0], pair[1]) {
		if e.AtX == graph.Arrow && e.AtY == graph.Tail {
			edges = append(edges, y+" "+e.Flip().Arrow()+" "+x)
		} else {
			edges = append(edges, x+" "+e.Arrow()+" "+y)
		}
	}
	if edges == nil {
		return "no edge between " + x + " and " + y
	}
	return strings.Join(edges, ", ")
}

// claim puts a mistake into words.
func (w *explainer) claim(m distance.Mistake, e distance.Evidence) report.Claim {
	name := w.name
	c := report.Claim{X: name(m.X), Y: name(m.Y), Path: []string{}, Why: []string{}, Kind: m.Kind}
	if m.Separator != nil {
		c.Separator = []string{}
	}
	for _, v := range m.Separator {
		c.Separator = append(c.Separator, name(v))
	}
	if e.Shows == "" { // the two graphs as they are drawn show it
		pair := [2]graph.Node{m.X, m.Y}
		c.Why = append(c.Why, "truth: "+w.drawn(w.truth, pair), "guess: "+w.drawn(w.guess, pair))
		return c
	}
	c.Path = w.path(e.Path)
	c.Steps = w.steps(e.Path, graph.SetOf(m.Separator...))
	c.Shows, c.In = e.Shows, "truth"
	if !slices.ContainsFunc(e.Path, graph.Edge.Undirected) {
		c.Shows = strings.Replace(c.Shows, "possibly causal path", "causal path", 1)
	}
	in := w.truth
	if e.Guess {
		c.In, in = "guess", w.guess
	}
	switch e.Shows {
	case distance.ShowsBlocked:
		c.Why = append(c.Why, name(e.At)+" is in the set")
	case distance.ShowsBelow:
		c.Why = append(c.Why, name(e.At)+" has the descendant "+name(e.Given)+" in the set")
	case distance.ShowsOpen, distance.ShowsOther:
		c.Why = append(c.Why, w.whyOpen(in, e.Path, graph.SetOf(m.Separator...))...)
		for i, why := range c.Why {
			c.Steps[i+1].Why = why
		}
	}
	return c
}

// right puts a claim about x and y that is right into words. It is nil where the guess makes
// several, as a CPDAG does by sid.
func (w *explainer) right(m *distance.Metric, x, y string) *report.Claim {
	if w.frame != nil { // whose claims are those of an infinite graph
		return nil
	}
	from, _ := w.names.Node(x)
	to, _ := w.names.Node(y)
	c := &report.Claim{X: x, Y: y, Path: []string{}, Why: []string{}}
	claims := m.ClaimsOf(w.guess)
	switch {
	case claims == nil && m.Claims.HasSets():
		return nil
	case claims == nil: // the two graphs as they are drawn show it
		pair := [2]graph.Node{from, to}
		c.Why = append(c.Why, "truth: "+w.drawn(w.truth, pair), "guess: "+w.drawn(w.guess, pair))
		return c
	}
	claim := claims(from, to)
	c.Kind = claim.Kind
	if claim.Set != nil {
		c.Separator = nameList(w.guess, claim.Set)
	}
	return c
}

// path writes a path as names and arrows in turn.
func (w *explainer) path(edges []graph.Edge) []string {
	path := []string{}
	for i, e := range edges {
		if i == 0 {
			path = append(path, w.name(e.X))
		}
		path = append(path, e.Arrow(), w.name(e.Y))
	}
	return path
}

// whyOpen says for each inner node of a path of g why it is open.
func (w *explainer) whyOpen(g *model.Model, path []graph.Edge, given graph.Set) (list []string) {
	for i := 1; i < len(path); i++ {
		list = append(list, w.why(g, path[i-1], path[i], given))
	}
	return list
}

// steps returns a path node by node.
func (w *explainer) steps(path []graph.Edge, given graph.Set) (list []report.Step) {
	for i, e := range path {
		list = append(list, report.Step{
			Node: w.name(e.X), Given: given.Has(e.X), Collider: i > 0 && path[i-1].AtY == graph.Arrow && e.AtX == graph.Arrow,
			Edge: e.Arrow(), Status: report.StatusOf(w.between(w.truth, e.X, e.Y), w.between(w.guess, e.X, e.Y)),
		})
	}
	if n := len(path); n > 0 {
		end := path[n-1].Y
		list = append(list, report.Step{Node: w.name(end), Given: given.Has(end)})
	}
	return list
}

// why says why the node between two edges of a path is open.
func (w *explainer) why(g *model.Model, in, out graph.Edge, given graph.Set) string {
	v := out.X
	name := w.name(v)
	if in.AtY != graph.Arrow || out.AtX != graph.Arrow {
		return name + " is not in the set"
	}
	if given.Has(v) {
		return "the collider " + name + " is in the set"
	}
	if d, ok := w.below(g, v, given); ok {
		return "the collider " + name + " has the descendant " + w.name(d) + " in the set"
	}
	return ""
}
