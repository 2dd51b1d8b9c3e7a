package class

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/limit"
	"github.com/sepdist/sepdist/internal/model"
)

// Limits bound a search. They are counts, so that every machine stops at the same point.
type Limits struct {
	Readings int // number of readings; 0 means 1000
	Steps    int // steps of a search; 0 means 1 000 000

	// Stop, if set, is called before each reading and at each step of a search for the nearest graphs.
	// The search ends if it returns true, for example at a deadline. The result then depends on the
	// machine.
	Stop func() bool
}

func (l Limits) filled() Limits {
	if l.Readings <= 0 {
		l.Readings = limit.UsualReadings
	}
	if l.Steps <= 0 {
		l.Steps = 1_000_000
	}
	return l
}

// A Resolution is a graph that can be compared, or the graphs that it was replaced by.
type Resolution struct {
	Members    []Member // the graph, or its readings in a fixed order; may be empty
	Ambiguous  bool     // the members are readings of the graph
	Complete   bool     // no limit was hit, so that there are no other readings
	Enumerated bool     // only the members can be drawn
	Changes    []string // changes of the graph, one sentence each
	Replaced   *Error   // the reason why the members replace the graph, or nil
	readings   *equiv.Readings
	names      *graph.Names                                  // in the order of the graph
	converted  func(context.Context, Member) (Member, error) // converts each reading; nil: it stays as it is
}

// Resolve is [Check] for a graph that may not be of its class, or that has listed triples. A graph of its
// class is returned as it is. It returns an error if ctx is done first.
//
// The result does not depend on the order of the nodes: choices, as by [Extend] or if a limit is
// hit, depend on their names.
//
// A cyclic graph has no class unless it is stated. A cycle in a learned graph is almost always a mistake of
// the learner, and a number by sigma-separation would hide it.
func Resolve(ctx context.Context, g *graph.Graph, k Kind, policy Policy, limits Limits) (*Resolution, error) {
	m, err := checkLearned(ctx, g, k)
	if err == nil {
		r := &struct {
			Resolution
			one [1]Member
		}{Resolution{Complete: true}, [1]Member{m}}
		r.Members = r.one[:]
		return &r.Resolution, nil
	}
	var bad *Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	if err := refused(bad, policy); err != nil {
		return nil, err
	}
	sorted, err := byName(g)
	if err != nil {
		return nil, err
	}
	r, err := resolve(ctx, sorted, k, policy, limits.filled())
	if err != nil {
		return nil, err
	}
	r.names = g.Names()
	if sorted == g {
		return r, nil
	}
	for i, m := range r.Members {
		if r.Members[i], err = r.inOrder(ctx, m.Graph(), m.Kind()); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// checkLearned is [Check] for a learned graph: it never infers that the graph is cyclic.
func checkLearned(ctx context.Context, g *graph.Graph, k Kind) (Member, error) {
	m, err := Check(ctx, g, k)
	if err != nil || k != Unstated || !m.Kind().MayBeCyclic() {
		return m, err
	}
	found := candidates(kind.EdgesOf(g))
	_, err = checkClass(ctx, g, found[len(found)-2], kind.EdgesOf(g)) // the widest class without cycles
	var bad *Error
	if !errors.As(err, &bad) {
		return Member{}, err
	}
	bad.advice = advice.Textf("use %v if the cycle is meant", advice.Option("class", "cyclic"))
	return Member{}, bad
}

// refused returns the error of a policy that repairs nothing.
func refused(bad *Error, policy Policy) error {
	switch {
	case bad.Err == ErrTriple:
	case policy == Refuse || policy == "":
		return bad
	case policy == Drop:
		bad.Dropped = true
		return bad
	}
	return nil
}

// byName returns g with its nodes in the order of their names.
func byName(g *graph.Graph) (*graph.Graph, error) {
	if slices.IsSorted(g.Names().List()) {
		return g, nil
	}
	names, err := graph.NewNames(slices.Sorted(slices.Values(g.Names().List())))
	if err != nil {
		return nil, err
	}
	return g.Align(names)
}

// inOrder returns a graph that is known to be of class k as a member, with its nodes in the
// order of the graph that was resolved.
func (r *Resolution) inOrder(ctx context.Context, g *graph.Graph, k Kind) (Member, error) {
	g, err := g.Align(r.names)
	if err != nil {
		return Member{}, err
	}
	return drawnAs(ctx, g, k)
}

// resolve is Resolve for a graph that is not of its class, or that has triples, with its nodes
// in the order of their names.
func resolve(ctx context.Context, g *graph.Graph, k Kind, policy Policy, limits Limits) (*Resolution, error) {
	_, err := checkLearned(ctx, g, k)
	var bad *Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	has := kind.EdgesOf(g)
	var doubtful []graph.Edge
	if k != PAG && k != MAG && k != ADMG && k != Cyclic {
		doubtful = bothWays(g, k)
	}
	switch policy {
	case Undirected:
		if len(doubtful) > 0 {
			r, err := read(ctx, as(g, doubtful, graph.Conflict, graph.Conflict), limits)
			if err == nil {
				r.Changes = append(r.Changes, fmt.Sprintf("%s of unknown direction, and all readings were used", wereRead(g, doubtful)))
			}
			return r, err
		}
	case Bidirected:
		if len(doubtful) > 0 {
			r, err := Resolve(ctx, as(g, doubtful, graph.Arrow, graph.Arrow), Unstated, Refuse, limits)
			if err == nil {
				r.Changes = append(r.Changes, wereRead(g, doubtful)+" bidirected")
			}
			return r, err
		}
	case Extend, Maximize, Nearest, AsMAG:
		return repair(ctx, g, k, policy, bad, doubtful, limits)
	}
	if bad.Err == ErrTriple && (k == Unstated || k == CPDAG) && has&^(directed|undirected) == 0 {
		return read(ctx, g, limits)
	}
	return nil, err
}

// bothWays returns the edges that were oriented both ways: those with a conflict and, if a class without
// them is stated, bidirected edges. The bidirected edge of a bow is not among them: the parallel
// directed edge decides.
func bothWays(g *graph.Graph, k Kind) []graph.Edge {
	var list []graph.Edge
	for e := range g.Edges() {
		if e.Has(graph.Conflict) || e.Bidirected() && k != Unstated && alone(g, e) {
			list = append(list, e)
		}
	}
	return list
}

// sideBySide returns an edge that is not the only one of its nodes, as in bows and
// 2-cycles.
func sideBySide(g *graph.Graph) (e graph.Edge, found bool) {
	for e := range g.Edges() {
		if !alone(g, e) {
			return e, true
		}
	}
	return graph.Edge{}, false
}

// alone reports whether e is the only edge of its nodes.
func alone(g *graph.Graph, e graph.Edge) bool {
	_, one := g.Edge(e.X, e.Y)
	return one
}

// as returns g with the given edges marked again at both ends.
func as(g *graph.Graph, change []graph.Edge, atX, atY graph.Mark) *graph.Graph {
	changed := make(map[graph.Edge]bool, len(change))
	for _, e := range change {
		changed[e] = true
	}
	edges := g.EdgeList()
	for i, e := range edges {
		if changed[e] {
			edges[i].AtX, edges[i].AtY = atX, atY
		}
	}
	return graph.MustNew(g.Names(), edges, g.Triples()...)
}

func wereRead(g *graph.Graph, edges []graph.Edge) string {
	if len(edges) == 1 {
		return "the edge " + draw(g, edges[0]) + " was treated as"
	}
	return fmt.Sprintf("%d edges with conflicting orientations, the first %s, were treated as", len(edges), draw(g, edges[0]))
}

// read takes the readings of a graph with triples.
func read(ctx context.Context, g *graph.Graph, limits Limits) (*Resolution, error) {
	readings, err := equiv.NewReadings(ctx, g)
	if err != nil {
		return nil, err
	}
	r := &Resolution{Ambiguous: true, readings: readings}
	for cpdag := range readings.All(ctx, limits.Steps, func(whole bool) { r.Complete = whole }) {
		if len(r.Members) == limits.Readings || limits.Stop != nil && limits.Stop() {
			break
		}
		r.Members = append(r.Members, drawnCPDAG(cpdag))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r, nil
}

// drawnAs returns a graph that is known to be of class k as a member.
func drawnAs(ctx context.Context, g *graph.Graph, k Kind) (Member, error) {
	if k == CPDAG {
		return drawnCPDAG(g), nil
	}
	return Check(ctx, g, k)
}

// drawnCPDAG returns a graph that is known to be a CPDAG as a member.
func drawnCPDAG(cpdag *graph.Graph) Member {
	walk, _ := equiv.Orient(cpdag)
	return Member{model.New(CPDAG, cpdag, walk)}
}

// Convert puts into the place of each reading what convert makes of it, of those that are drawn
// later, too.
func (r *Resolution) Convert(ctx context.Context, convert func(context.Context, Member) (Member, error)) error {
	for i, m := range r.Members {
		var err error
		if r.Members[i], err = convert(ctx, m); err != nil {
			return err
		}
	}
	before := r.converted
	if before == nil {
		r.converted = convert
		return nil
	}
	r.converted = func(ctx context.Context, m Member) (Member, error) {
		m, err := before(ctx, m)
		if err != nil {
			return m, err
		}
		return convert(ctx, m)
	}
	return nil
}

// Draw returns a random reading and the inverse of its probability. It reports false if all readings were
// enumerated.
func (r *Resolution) Draw(ctx context.Context, rng *rand.Rand) (m Member, weight float64, ok bool) {
	if r.readings == nil {
		return Member{}, 0, false
	}
	cpdag, weight, ok := r.readings.Draw(rng)
	if !ok {
		return Member{}, 0, false
	}
	m, err := r.inOrder(ctx, cpdag, CPDAG)
	if err == nil && r.converted != nil {
		m, err = r.converted(ctx, m)
	}
	return m, weight, err == nil
}
