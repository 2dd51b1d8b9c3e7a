package statements

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/frontier"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A statementSpace is a set of statements to evaluate in two graphs: all statements about their
// observed nodes, or about those of one component.
type statementSpace struct {
	n            int // observed nodes, which are the first of either graph
	truth, guess lazyPlan
	same         bool // the graphs have the same separations
}

// A lazyPlan is a graph that msep can walk, with its plan once that is needed.
type lazyPlan struct {
	graph *graph.Graph
	plan  func() *msep.Plan
}

// statementSpaceOf returns the statements about the nodes of two models.
func statementSpaceOf(truth, guess *model.Model) *statementSpace {
	return &statementSpace{
		n:     truth.N(),
		truth: lazyPlan{truth.Walk(), truth.Plan},
		guess: lazyPlan{guess.Walk(), guess.Plan},
		same:  truth.Walk() == guess.Walk() || truth.Walk().EqualByIndex(guess.Walk()),
	}
}

// equivalent reports whether the models have the same separations.
func equivalent(ctx context.Context, truth, guess *model.Model) bool {
	if kind.Sufficient.Has(truth.Kind()) && kind.Sufficient.Has(guess.Kind()) {
		return truth.Equivalence().EqualByIndex(guess.Equivalence())
	}
	return equiv.Equivalent(ctx, truth.Walk(), guess.Walk(), truth.N())
}

// A budget is the amount of work that an exact count may take.
type budget struct {
	seconds float64 // of enumeration, on one worker
	states  int     // of the frontier method
}

// By default a count takes about a second; an explicitly requested one may take any time.
var (
	defaultBudget = budget{1, 1 << 20}
	unlimited     = budget{math.Inf(1), frontier.MostStates}
	probeBudget   = budget{0.1, 1 << 16}
)

// secondsPerState is the total time of the frontier method per state.
const secondsPerState = 2e-6

// A budgetError reports that an exact count takes more work than allowed. The work depends on the
// order in which [frontier.New] decides the nodes, and its search starts from the order of the
// graph: on bands of 300 nodes, shuffling the nodes changes the time by a factor of up to ten. An
// order by structure alone would lose the good order that many graphs already have.
type budgetError struct{ seconds float64 } // on one worker

// possible reports whether a user might wait for the count.
func (e *budgetError) possible() bool {
	const most = 365 * 24 * time.Hour
	return e.seconds < most.Seconds()
}

func (e *budgetError) Error() string {
	if !e.possible() {
		return "there are too many separation statements to count them all"
	}
	return fmt.Sprintf("counting all separation statements takes about %v in this order of the nodes", time.Duration(math.Ceil(e.seconds))*time.Second)
}

// A method is a way to count exactly.
type method uint8

const (
	enumerated method = iota
	alongFrontier
)

// count returns by order the numbers of statements that are connected in the truth, in the guess
// and in both, and the method used; or a [*budgetError].
//
// Nodes of different components of the union of both graphs are separated by every set, and nodes
// of another component in the set do not matter.
func (q *statementSpace) count(ctx context.Context, orders int, allowed budget, o task.Options) (*frontier.Counts, method, error) {
	parts := q.components()
	// The sets of a part are enlarged by all nodes outside it. The smallest parts come first: nodes
	// that are outside all later parts are added once.
	slices.SortStableFunc(parts, func(p, r *statementSpace) int { return cmp.Compare(p.n, r.n) })
	how := enumerated
	sum, outside := frontier.NewCounts(orders, q.n), 0
	weight, done := 0.0, 0.0
	for _, p := range parts {
		weight += float64(p.n * p.n)
	}
	for i, p := range parts {
		own := o
		share := float64(p.n*p.n) / weight
		if o.Progress != nil {
			before := done
			own.Progress = func(part float64) { o.Progress(before + share*part) }
		}
		c, m, err := p.countConnected(ctx, min(orders, p.n-1), allowed, own)
		if err != nil {
			return nil, m, err
		}
		how = max(how, m)
		if i > 0 {
			sum.Free(outside - (q.n - p.n))
		}
		outside = q.n - p.n
		sum.Add(c)
		done += share
	}
	sum.Free(outside)
	return sum, how, nil
}

// countConnected is count for graphs with one component. It tries the frontier method if
// enumeration is slow, and stops it when it takes more work than enumeration.
func (q *statementSpace) countConnected(ctx context.Context, orders int, allowed budget, o task.Options) (*frontier.Counts, method, error) {
	const atOnce = 2e-3
	sizes := make([]int, orders)
	for k := range sizes {
		sizes[k] = k
	}
	e := newEnumeration(q, sizes)
	seconds := e.seconds()
	if seconds <= atOnce {
		c, err := e.count(ctx, orders, o)
		return c, enumerated, err
	}
	h := q.guess.graph
	if q.same {
		h = q.truth.graph
	}
	states := int(min(float64(allowed.states), seconds/secondsPerState))
	c, err := frontier.New(ctx, q.truth.graph, h, q.n, states, o.NumWorkers()).
		Count(ctx, orders, frontier.Options{Workers: o.NumWorkers(), Limit: states, Progress: o.Progress})
	var wide *frontier.WideError
	if !errors.As(err, &wide) {
		return c, alongFrontier, err
	}
	if seconds <= allowed.seconds && !math.IsInf(seconds, 1) {
		c, err := e.count(ctx, orders, o)
		return c, enumerated, err
	}
	return nil, alongFrontier, &budgetError{min(seconds, wide.Expected*secondsPerState)}
}

// components returns the space of each component of the union of the two graphs that has two
// observed nodes or more.
func (q *statementSpace) components() []*statementSpace {
	g, h := q.truth.graph, q.guess.graph
	shift := g.N() - q.n // latent nodes of the guess come after those of the truth
	root := make([]int32, h.N()+shift)
	for v := range root {
		root[v] = int32(v)
	}
	find := func(v int32) int32 {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	join := func(g *graph.Graph, shift int32) {
		for v := range graph.Node(g.N()) {
			for _, u := range g.Neighbors(v) {
				if u > v {
					a, b := int32(v), int32(u)
					if int(b) >= q.n {
						b += shift
					}
					if int(a) >= q.n {
						a += shift
					}
					a, b = find(a), find(b)
					root[max(a, b)] = min(a, b)
				}
			}
		}
	}
	join(g, 0)
	join(h, int32(shift))
	members := make([]int, len(root))
	for v := range q.n {
		members[find(int32(v))]++
	}
	if members[0] == q.n {
		return []*statementSpace{q}
	}
	var parts []*statementSpace
	for r, n := range members {
		if n < 2 {
			continue
		}
		of := func(g *graph.Graph, shift int) *graph.Graph {
			var keep []graph.Node
			for v := range g.N() {
				at := v
				if v >= q.n {
					at += shift
				}
				if find(int32(at)) == int32(r) {
					keep = append(keep, graph.Node(v))
				}
			}
			return g.Induced(keep)
		}
		part := &statementSpace{n: n, same: q.same}
		for _, w := range []struct {
			to *lazyPlan
			g  *graph.Graph
		}{{&part.truth, of(g, 0)}, {&part.guess, of(h, shift)}} {
			w.to.graph = w.g
			w.to.plan = func() *msep.Plan { return msep.NewPlan(w.g, n) }
		}
		parts = append(parts, part)
	}
	return parts
}
