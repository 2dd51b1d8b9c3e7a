package sepdist

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/report"
)

// The edges to blame are found from the first wrong claims, and do not depend on how many are
// shown. These limits count work, so that every machine blames the same edges.
const (
	blameWork       = 1 << 24 // nodes and edges that the searches for paths may visit
	blameStatements = 300     // statements of s/c-metrics
)

// worthGains limits the repairs that are measured.
var worthGains = gainLimits{nodes: 300, repairs: 100, time: time.Second}

type gainLimits struct {
	nodes, repairs int
	time           time.Duration // of all measurements on one worker, as estimated
}

// A nodePair is two nodes, the lower one first.
type nodePair = [2]graph.Node

// noPair means no pair of nodes.
var noPair = nodePair{-1, -1}

// A blame assigns each wrong claim to the differing pair of nodes that causes it.
type blame struct {
	w      *explainer
	paths  map[nodePair]int     // paths through the pair
	claims map[nodePair]int     // claims that the pair causes
	gain   map[nodePair]float64 // decrease of the distance if this pair alone is repaired, if known
	why    map[nodePair]string  // why the gain is not known
}

// A proven is a wrong claim with its evidence.
type proven struct {
	distance.Mistake
	task.Evidence
	differing []nodePair // the pairs on its path that should be repaired in the guess
	culprit   nodePair
}

// prove finds the evidence of each mistake.
func (w *explainer) prove(ctx context.Context, mistakes []distance.Mistake) ([]proven, error) {
	list := make([]proven, len(mistakes))
	for i, m := range mistakes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		list[i] = proven{Mistake: m, Evidence: measure.EvidenceFor(m, w.truth, w.guess)}
		list[i].differing = w.differing(list[i].Path)
	}
	return list, nil
}

// blame finds the pairs that cause the given claims. If gains is not nil, it measures repairs.
func (w *explainer) blame(ctx context.Context, list []proven, gains *gains) (*blame, error) {
	b := &blame{w: w, paths: make(map[nodePair]int), claims: make(map[nodePair]int), gain: make(map[nodePair]float64), why: make(map[nodePair]string)}
	for i := range list {
		for _, pair := range list[i].differing {
			b.paths[pair]++
		}
	}
	if gains != nil {
		if err := gains.measure(ctx, b); err != nil {
			return nil, err
		}
	}
	for i := range list {
		b.claims[b.culprit(&list[i])]++
	}
	return b, nil
}

// culprit returns the differing pair on the path whose repair gains most, and among equals the one
// that most paths go through.
func (b *blame) culprit(c *proven) nodePair {
	best := noPair
	for _, pair := range c.differing {
		if best == noPair || b.compare(pair, best, b.paths) < 0 {
			best = pair
		}
	}
	return best
}

// compare orders pairs by the gain of their repair, then by their count, largest first. An unknown gain counts as 0.
func (b *blame) compare(p, q nodePair, count map[nodePair]int) int {
	return cmp.Or(compareBool(p == noPair, q == noPair), cmp.Compare(b.gain[q], b.gain[p]), cmp.Compare(count[q], count[p]), slices.Compare(p[:], q[:]))
}

// groups returns the claims by the pair that causes them. The pair with the largest gain comes first.
func (b *blame) groups(list []proven) (groups [][]proven) {
	for i := range list {
		list[i].culprit = b.culprit(&list[i])
	}
	slices.SortStableFunc(list, func(x, y proven) int {
		if x.culprit == y.culprit {
			return cmp.Compare(len(x.Path), len(y.Path))
		}
		return b.compare(x.culprit, y.culprit, b.claims)
	})
	for i, j := 0, 0; i < len(list); i = j {
		for j = i; j < len(list) && list[j].culprit == list[i].culprit; j++ {
		}
		groups = append(groups, list[i:j])
	}
	return groups
}

// pick shortens the groups so that limit claims remain: the first claim of every group, then the second of
// every group, and so on.
func pick(groups [][]proven, limit int) {
	size := make([]int, len(groups))
	for round, left := 0, true; left && limit > 0; round++ {
		left = false
		for i, g := range groups {
			if len(g) > round && limit > 0 {
				size[i]++
				limit--
				left = true
			}
		}
	}
	for i := range groups {
		groups[i] = groups[i][:size[i]]
	}
}

// show adds at most limit claims to the explanation, and the edges that cause them.
func (b *blame) show(e *report.Explanation, list []proven, limit int) {
	groups := b.groups(list)
	for _, g := range groups {
		if pair := g[0].culprit; pair != noPair {
			e.Edges = append(e.Edges, b.edge(pair))
		}
	}
	pick(groups, limit)
	for _, g := range groups {
		for i := range g {
			c := b.w.claim(g[i].Mistake, g[i].Evidence)
			if pair := g[i].culprit; pair != noPair {
				truth, _ := b.w.given()
				c.Edge = b.w.drawn(truth, pair)
			}
			e.Claims = append(e.Claims, c)
		}
	}
}

// edge describes a pair that causes claims.
func (b *blame) edge(pair nodePair) report.EdgeCount {
	truth, guess := b.w.given()
	count := report.EdgeCount{
		Edge: b.w.drawn(truth, pair), Guess: describeEdges(b.w.between(guess, pair[0], pair[1]), b.w.name, "no edge"),
		Claims: b.claims[pair], Extra: len(b.w.between(truth, pair[0], pair[1])) == 0, NoGain: b.why[pair],
	}
	if gain, known := b.gain[pair]; known {
		count.Gain = &gain
	}
	return count
}

// gains measures the effect of repairs of single edges.
type gains struct {
	repairer
	now    float64
	limits gainLimits
}

// newGains returns nil if repairs are not measured: for time series, for a value that is not a
// number or was sampled, and for large graphs. Repairs are drawn as in w.goal.
func newGains(w *explainer, p *Pair, m *distance.Metric, r *distance.Result, o *Options) *gains {
	if w.goal == nil || !r.Defined() || r.Sample != nil || r.Lower != nil || m.Claims == distance.AboutEdges || m == &distance.Recorded {
		return nil
	}
	g := &gains{limits: worthGains, now: r.Value}
	g.repairer = repairer{pair: p.asGiven(), reversed: p.reversed, goal: w.goal, metrics: []*distance.Metric{m}, options: o, params: p.params}
	g.params.Symmetric = distance.Symmetry{}
	g.params.Options.Mistake, g.params.Options.Progress = nil, nil
	return g
}

// measure measures the repair of each pair on a path, in order of the number of paths.
func (g *gains) measure(ctx context.Context, b *blame) error {
	pairs := slices.SortedFunc(maps.Keys(b.paths), func(p, q nodePair) int {
		return cmp.Or(cmp.Compare(b.paths[q], b.paths[p]), slices.Compare(p[:], q[:]))
	})
	alone := g.params
	alone.Options.Workers = 1
	most := g.limits.repairs
	if one := measure.Estimate(g.metrics[0], g.pair.truth, g.pair.guess, alone); one > 0 {
		most = min(most, int(g.limits.time/one))
	}
	drawn := g.pair.guess.Drawn()
	for i, pair := range pairs {
		switch {
		case slices.Equal(g.goal.Between(pair[0], pair[1]), drawn.Between(pair[0], pair[1])):
			b.why[pair] = "no guess of this class can draw it as the truth does"
			continue
		case i >= most:
			b.why[pair] = "the gain of a repair was not computed, since that takes long"
			continue
		}
		after, _, err := g.repair(ctx, drawn, pair, g.metrics)
		switch {
		case err != nil:
			return err
		case after.Why != "":
			b.why[pair] = "a repair of this edge alone leads outside the class of the guess"
		case !after.Values[0].Defined:
			b.why[pair] = "after a repair of this edge alone, the value is undefined"
		case g.metrics[0].Score:
			b.gain[pair] = after.Values[0].Value - g.now
		default:
			b.gain[pair] = g.now - after.Values[0].Value
		}
	}
	return nil
}
