package sepdist

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/structure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/report"
)

// An explainer describes mistakes between two graphs.
type explainer struct {
	names        *graph.Names
	truth, guess *model.Model
	reversed     bool                // truth is the guess, and guess the truth
	goal         *graph.Graph        // what the guess should be, see [Pair.target]; nil for time series and large graphs
	frame        *series.MomentIndex // the nodes of time series; else nil
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

// differing returns the pairs of neighbours on the path that the guess does not draw as w.goal, or if
// there are none, as the truth.
func (w *explainer) differing(path []graph.Edge) (pairs []nodePair) {
	var fromTruth []nodePair
	truth, guess := w.given()
	for _, e := range path {
		e = w.now(e).Canonical()
		pair, drawn := nodePair{e.X, e.Y}, w.between(guess, e.X, e.Y)
		if !slices.Equal(w.between(truth, e.X, e.Y), drawn) {
			fromTruth = append(fromTruth, pair)
		}
		if w.goal != nil && !slices.Equal(w.goal.Between(e.X, e.Y), drawn) {
			pairs = append(pairs, pair)
		}
	}
	if pairs == nil {
		return fromTruth
	}
	return pairs
}

// drawn describes the edges between two nodes.
func (w *explainer) drawn(g *model.Model, pair nodePair) string {
	return describeEdges(w.between(g, pair[0], pair[1]), w.name, "no edge between "+w.name(pair[0])+" and "+w.name(pair[1]))
}

// bothDrawn describes the edges between two nodes in both graphs.
func (w *explainer) bothDrawn(pair nodePair) []string {
	truth, guess := w.given()
	return []string{"truth: " + w.drawn(truth, pair), "guess: " + w.drawn(guess, pair)}
}

// describeEdges describes the edges between two nodes, or returns none if there are none.
func describeEdges(edges []graph.Edge, name func(graph.Node) string, none string) string {
	var list []string
	for _, e := range edges {
		if e.AtX == graph.Arrow && e.AtY == graph.Tail {
			e = e.Flip()
		}
		list = append(list, name(e.X)+" "+e.Arrow()+" "+name(e.Y))
	}
	return cmp.Or(strings.Join(list, ", "), none)
}

// claim describes a mistake.
func (w *explainer) claim(m distance.Mistake, e task.Evidence) report.Claim {
	name := w.name
	c := report.Claim{X: name(m.X), Y: name(m.Y), Path: []string{}, Why: []string{}, Kind: w.kind(m.Kind)}
	if m.Separator != nil {
		c.Separator = []string{}
	}
	for _, v := range m.Separator {
		c.Separator = append(c.Separator, name(v))
	}
	if e.Shows == "" { // the two graphs as they are drawn show it
		c.Why = w.bothDrawn(nodePair{m.X, m.Y})
		return c
	}
	c.Path = w.path(e.Path)
	set := graph.SetOf(m.Separator...)
	if e.Set != nil {
		set = graph.SetOf(e.Set...)
	}
	c.Steps = w.steps(e.Path, set)
	c.Shows, c.In = e.Shows, "truth"
	if causal := task.OfDirectedEdges[e.Shows]; causal != "" && !slices.ContainsFunc(e.Path, func(e graph.Edge) bool { return !e.Directed() }) {
		c.Shows = causal
	}
	if m.Separator == nil && e.Set != nil {
		c.Shows += " given {" + strings.Join(nameList(w.guess, e.Set), ", ") + "}, the canonical set"
	}
	in := w.truth
	if e.Guess {
		in = w.guess
	}
	if e.Guess != w.reversed {
		c.In = "guess"
	}
	switch e.Shows {
	case task.ShowsBlocked:
		c.Why = append(c.Why, name(e.At)+" is in the set")
	case task.ShowsBelow:
		c.Why = append(c.Why, name(e.At)+" has the descendant "+name(e.Given)+" in the set")
	case task.ShowsOpen, task.ShowsOther:
		c.Why = append(c.Why, w.whyOpen(in, e.Path, set)...)
		for i, why := range c.Why {
			c.Steps[i+1].Why = why
		}
	}
	return c
}

// right describes a claim about x and y that is right. It returns nil if the guess makes several claims, as a CPDAG
// does by sid.
func (w *explainer) right(m *distance.Metric, x, y string) *report.Claim {
	if w.frame != nil { // its claims are those of an infinite graph
		return nil
	}
	from, _ := w.names.Node(x)
	to, _ := w.names.Node(y)
	c := &report.Claim{X: x, Y: y, Path: []string{}, Why: []string{}, Reverse: w.reversed}
	claims := measure.ClaimsOf(m, w.guess)
	switch {
	case claims == nil && m.Claims.HasSets():
		return nil
	case claims == nil: // the two graphs as they are drawn show it
		c.Why = w.bothDrawn(nodePair{from, to})
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

// whyOpen returns for each inner node of a path of g why it is open.
func (w *explainer) whyOpen(g *model.Model, path []graph.Edge, given graph.Set) (list []string) {
	for i := 1; i < len(path); i++ {
		list = append(list, w.why(g, path[i-1], path[i], given))
	}
	return list
}

// steps returns a path node by node.
func (w *explainer) steps(path []graph.Edge, given graph.Set) (list []report.Step) {
	truth, guess := w.given()
	for i, e := range path {
		list = append(list, report.Step{
			Node: w.name(e.X), Given: given.Has(e.X), Collider: i > 0 && path[i-1].AtY == graph.Arrow && e.AtX == graph.Arrow,
			Edge: e.Arrow(), Status: structure.Status(w.between(truth, e.X, e.Y), w.between(guess, e.X, e.Y)),
		})
	}
	if n := len(path); n > 0 {
		end := path[n-1].Y
		list = append(list, report.Step{Node: w.name(end), Given: given.Has(end)})
	}
	return list
}

// why returns why the node between two edges of a path is open.
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
