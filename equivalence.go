package sepdist

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// Markov equivalence is decided if the estimated time on one worker is at most this, or at most the time of the metrics.
const worthEquivalence = 500 * time.Millisecond

// The sources of a graph with more than wholeEquivalence nodes are examined in blocks: equivalenceBlock of them first, since unrelated
// graphs nearly always differ there, and then twice as many each time. The first block with a
// difference decides, and in it the smallest set.
//
// In graphs that represent DAGs and have at least largeEquivalence nodes, it first looks for an edge that only one of
// them has.
const (
	wholeEquivalence = 32
	equivalenceBlock = 2
	largeEquivalence = 1000
)

// markovEquivalent decides whether the truth and the guess have the same separations, and finds a
// statement that only one of them makes if not. It returns nil if separations are not defined.
//
// It checks one separator of each pair, in both directions: a distance such as zl-sd is 0 in both if and only if the graphs are
// equivalent. Suppose they are not, and let M and N be their MAGs. By Spirtes and Richardson (1997)
// a pair is adjacent in one of them only, or a triple whose ends are not adjacent is a collider in one only, or
// a path that discriminates the same node in both has a collider there in one only. The ends x and y of that pair,
// triple or path then have no separator that M and N share: in the latter two cases every separator contains the
// node in the middle in one graph, and none does in the other. So any separator of x and y is a
// difference. Pairs of an ADMG or a cyclic graph that are not adjacent and have no separator are
// adjacent in its MAG.
//
// The links of a stationary DAG span at most the largest lag p. If two have the same links, they orient only
// contemporaneous ones differently, and the ends of a triple with such a link are at most p apart, as are
// those that differ in a link. So the pairs that zl-sd examines decide for time-series DAGs and CPDAGs. For
// those with latent variables they only prove a difference.
func (p *Pair) markovEquivalent(ctx context.Context, chosen []*distance.Metric, o *Options) (*report.Equivalence, error) {
	if r := p.readings; r.Ambiguous && !(r.Complete && len(r.Members) == 1) {
		return &report.Equivalence{Why: "not determined, since the guess has several readings"}, nil
	}
	if p.lagsOnly || !p.truth.Kind().Separates() || !p.guess.Kind().Separates() {
		return nil, nil
	}
	if p.same() {
		return &report.Equivalence{Equivalent: new(true)}, nil
	}
	if found := p.edgeOfOne(); found != nil {
		return found, nil
	}
	zl, err := p.worthChecking(chosen)
	if err != nil {
		return nil, err
	}
	if zl == nil {
		return &report.Equivalence{Why: "not checked, since that takes long"}, nil
	}
	all := task.Params{Options: task.Options{Workers: o.Workers}}
	for _, sources := range p.sourceBlocks() {
		all.Sources = sources
		of, defined, err := claimNotShared(ctx, zl, p.truth, p.guess, all)
		if err != nil {
			return nil, err
		}
		back, definedBack, err := claimNotShared(ctx, zl, p.guess, p.truth, all)
		if err != nil {
			return nil, err
		}
		found := of
		switch {
		case of == nil && back == nil && defined && definedBack:
			continue
		case of == nil && back == nil:
			return &report.Equivalence{Why: "not determined, since zl-sd is undefined in one direction"}, nil
		case of == nil || back != nil && len(back.Separator) < len(of.Separator):
			found, back.In = back, "truth"
		default:
			of.In = "guess"
		}
		return &report.Equivalence{Equivalent: new(false), Witness: found}, nil
	}
	if p.truth.Kind().IsSeries() && (o.Project || len(o.Latent) > 0 || p.truth.Kind().Latent() || p.guess.Kind().Latent()) {
		return &report.Equivalence{Why: "not determined for time series with latent variables; the separators that zl-sd examines are shared"}, nil
	}
	return &report.Equivalence{Equivalent: new(true)}, nil
}

// edgeOfOne looks in large graphs for an edge that only one of them has. In the other one the parents of one end separate
// it from the other end, which is not its descendant.
func (p *Pair) edgeOfOne() *report.Equivalence {
	if p.truth.N() < largeEquivalence || !p.representDAGs() {
		return nil
	}
	in, without := "guess", p.guess
	e, ok := missingEdge(p.truth, p.guess)
	if !ok {
		in, without = "truth", p.truth
		e, ok = missingEdge(p.guess, p.truth)
	}
	if !ok {
		return nil
	}
	x, y, dag := e.X, e.Y, without.Walk()
	if dag.Ancestors(graph.SetOf(x)).Has(y) {
		x, y = y, x
	}
	w := newWitness(&explainer{names: without.Names()}, distance.Mistake{X: x, Y: y, Separator: dag.Parents(y)})
	w.In = in
	return &report.Equivalence{Equivalent: new(false), Witness: w}
}

// missingEdge returns the first edge of a graph whose ends are not adjacent in another one.
func missingEdge(of, in *model.Model) (e graph.Edge, ok bool) {
	for e := range of.Drawn().Edges() {
		if !in.Drawn().Adjacent(e.X, e.Y) {
			return e, true
		}
	}
	return e, false
}

// representDAGs reports whether both graphs represent DAGs over the observed nodes.
func (p *Pair) representDAGs() bool {
	return kind.Sufficient.Has(p.truth.Kind()) && kind.Sufficient.Has(p.guess.Kind())
}

// worthChecking returns the metric whose separators decide: those of zl-sd, which are small, or else those of
// mb-zl-sd, which are found faster in sparse DAGs. It returns nil if both take long.
func (p *Pair) worthChecking(chosen []*distance.Metric) (*distance.Metric, error) {
	var metrics time.Duration
	params := p.params
	params.Options.Workers = 1
	for _, m := range chosen {
		metrics += measure.Estimate(m, p.truth, p.guess, params)
	}
	all := task.Params{Options: task.Options{Workers: 1}}
	zl, err := distance.Find("zl-sd")
	switch {
	case err != nil:
		return nil, err
	case measure.Estimate(zl, p.truth, p.guess, all)+measure.Estimate(zl, p.guess, p.truth, all) <= max(metrics, worthEquivalence):
		return zl, nil
	case sparse(p.truth) && sparse(p.guess):
		return distance.Find("mb-zl-sd")
	}
	return nil, nil
}

// sparse reports whether a graph has the separations of a DAG with small Markov blankets.
func sparse(g *model.Model) bool {
	const most = 32 // pairs in a common blanket, by node
	if g.Kind().Latent() || g.Kind().MayBeCyclic() {
		return false
	}
	parents := make([]int, g.N())
	for e := range g.Walk().Edges() {
		if e.AtX == graph.Arrow {
			parents[e.X]++
		} else {
			parents[e.Y]++
		}
	}
	pairs := 0
	for _, k := range parents {
		pairs += (k + 1) * (k + 1)
	}
	return pairs <= most*g.N()
}

// same reports whether the two graphs are obviously equivalent: they are of one class and have the same edges, or they
// represent DAGs and have the same CPDAG.
func (p *Pair) same() bool {
	if p.representDAGs() {
		_, differ := missingEdge(p.truth, p.guess) // without the CPDAGs, which large graphs keep in memory
		return !differ && p.truth.Equivalence().EqualByIndex(p.guess.Equivalence())
	}
	if p.truth.Kind() != p.guess.Kind() {
		return false
	}
	if p.truth.Kind().IsSeries() {
		t, g := p.truth.Series().Drawn(), p.guess.Series().Drawn()
		return slices.Equal(t.Names().List(), g.Names().List()) && slices.Equal(t.Links(), g.Links())
	}
	return slices.Equal(p.truth.Drawn().EdgeList(), p.guess.Drawn().EdgeList())
}

// sourceBlocks returns the sets of sources that are examined one after the other; nil means all nodes.
func (p *Pair) sourceBlocks() []graph.Set {
	n := p.truth.N()
	if n <= wholeEquivalence || p.truth.Kind().IsSeries() {
		return []graph.Set{nil}
	}
	var blocks []graph.Set
	for first, size := 0, equivalenceBlock; first < n; first, size = first+size, 2*size {
		set := graph.NewSet(n)
		for v := first; v < min(n, first+size); v++ {
			set.Add(graph.Node(v))
		}
		blocks = append(blocks, set)
	}
	return blocks
}

// claimNotShared returns the claim of the guess with the smallest set that is wrong in the truth, or nil,
// and whether zl-sd is defined.
func claimNotShared(ctx context.Context, zl *distance.Metric, truth, guess *model.Model, params task.Params) (*report.EquivalenceWitness, bool, error) {
	var first *distance.Mistake
	params.Options.Tables = new(task.Tables)
	params.Options.Sets = truth.Kind().IsSeries()
	params.Options.Mistake = func(m distance.Mistake) {
		if first == nil || cmp.Or(cmp.Compare(m.Size, first.Size), cmp.Compare(m.X, first.X), cmp.Compare(m.Y, first.Y)) < 0 {
			first = &m
		}
	}
	r, err := measure.Measure(ctx, zl, truth, guess, params)
	if err != nil || first == nil {
		return nil, r.Defined(), err
	}
	w := &explainer{names: truth.Names()}
	if truth.Kind().IsSeries() {
		w.frame = new(task.Moments(truth, guess))
	} else {
		kept, err := withSets(ctx, zl, truth, guess, params.Options.Workers, []distance.Mistake{*first})
		if err != nil {
			return nil, true, err
		}
		first = &kept[0]
	}
	return newWitness(w, *first), true, nil
}

func newWitness(w *explainer, m distance.Mistake) *report.EquivalenceWitness {
	s := &report.EquivalenceWitness{X: w.name(m.X), Y: w.name(m.Y), Separator: []string{}}
	for _, v := range m.Separator {
		s.Separator = append(s.Separator, w.name(v))
	}
	return s
}

// hint returns advice for graphs that are not equivalent although all metrics of claims are 0. If only some pairs are
// counted, they may be 0 in both directions.
func (o *Options) hint(c *report.Comparison) string {
	some := len(o.Sources) > 0 || len(o.Targets) > 0 || o.Weights != nil || o.Statements != nil || o.Pairs > 0 || o.Links != "" || o.MaxLag > 0
	claims := false
	for i := range c.Results {
		e := &c.Results[i]
		if e.Metric.Claims == distance.NoClaims || e.Metric.Claims == distance.AboutEdges {
			continue
		}
		if claims = true; e.Result.Value != 0 {
			return ""
		}
	}
	if !claims || some || o.Symmetric != (distance.Symmetry{}) {
		return ""
	}
	return advice.Textf("the metrics that are 0 count one direction only: use %v to count both", advice.Option("symmetric", "mean")).Render(o.Spell)
}
