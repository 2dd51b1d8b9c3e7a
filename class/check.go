package class

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
)

// A Member is a graph that is known to be of a class. Only [Check] and [Infer], and the methods of other
// Members, return one.
type Member struct{ model *model.Model }

// Graph returns the graph that was checked, or nil for a time series.
func (m Member) Graph() *graph.Graph { return m.model.Drawn() }

// Series returns the time series that was checked, or nil for a graph without time.
func (m Member) Series() *graph.Series {
	if m.model.Series() == nil {
		return nil
	}
	return m.model.Series().Drawn()
}

// Kind returns the class: the stated one, or the first that fits.
func (m Member) Kind() Kind { return m.model.Kind() }

// Model returns the graph with everything that metrics derive from it. It is the same at every call.
func (m Member) Model() *model.Model { return m.model }

// Check returns g as a member of the class k, or an [*Error], or the cause of ctx if that is done first. The
// class is an upper bound: a DAG is also a member of MAG, ADMG and Cyclic. Without a class it is [Infer].
func Check(ctx context.Context, g *graph.Graph, k Kind) (Member, error) {
	if k == Unstated {
		return Infer(ctx, g)
	}
	has := kind.EdgesOf(g)
	if bad := unfinished(g, has); bad != nil {
		bad.Kind = k
		return Member{}, bad
	}
	return checkClass(ctx, g, k, has)
}

// CheckEdges returns an [*Error] if g has edges that graphs of class k do not have or, for a DAG, a
// directed cycle. This is all that a conversion between formats needs. Without a class every graph
// passes. Bidirected edges of a CPDAG pass as conflicts do, since PC can write conflicts as bidirected
// edges.
func CheckEdges(g *graph.Graph, k Kind) error {
	if k == Unstated {
		return nil
	}
	has := kind.EdgesOf(g) &^ conflicts
	if k == CPDAG || k == MPDAG {
		has &^= bidirected
	}
	if extra := has &^ kind.Allowed(k); extra != 0 {
		bad := wrongEdge(g, firstOf(g, extra), has)
		bad.Kind = k
		return bad
	}
	if k == DAG {
		if bad := acyclic(g); bad != nil {
			bad.Kind = k
			return bad
		}
	}
	return nil
}

// checkClass is Check for a graph with the given kinds of edges.
func checkClass(ctx context.Context, g *graph.Graph, k Kind, has edges) (Member, error) {
	if extra := has &^ kind.Allowed(k); extra != 0 {
		bad := wrongEdge(g, firstOf(g, extra), has)
		bad.Kind = k
		return Member{}, bad
	}
	walk, bad := checks[k](ctx, g)
	if ctx.Err() != nil {
		return Member{}, context.Cause(ctx)
	}
	if bad != nil {
		bad.Kind = k
		return Member{}, bad
	}
	return Member{model.New(k, g, walk)}, nil
}

// Infer returns g as a member of the first class that fits, in the order DAG, CPDAG,
// MPDAG, MAG without undirected edges, ADMG, PAG, Cyclic; or an [*Error] if none does. Undirected edges
// in a graph without circles are taken for those of a CPDAG or MPDAG: that they represent selection
// has to be stated.
func Infer(ctx context.Context, g *graph.Graph) (Member, error) {
	has := kind.EdgesOf(g)
	if bad := unfinished(g, has); bad != nil {
		// Learners of equivalence classes leave marks open.
		bad.Kind = candidates(has | undirected)[0]
		return Member{}, bad
	}
	var first *Error
	for _, k := range candidates(has) {
		member, err := checkClass(ctx, g, k, has)
		var bad *Error
		if !errors.As(err, &bad) {
			return member, err
		}
		first = cmp.Or(first, bad)
	}
	if has&undirected != 0 && has&circles == 0 {
		var do advice.Text
		if _, err := checkClass(ctx, g, MAG, has); err == nil {
			do = advice.Textf("use %v if its undirected edges represent selection", advice.Option("class", "mag"))
		}
		if has&bidirected != 0 { // as PC draws conflicts; with no class stated it is repaired to a PAG
			first.more = advice.Textf("for a result of PC use %v with %v", advice.Option("class", "cpdag"), advice.Option(invalid, string(Undirected), string(Nearest)))
		}
		switch {
		case do.Empty():
			do = first.advice
		case !first.advice.Empty():
			do = advice.Textf("%v; %v", first.advice, do)
		}
		first.advice = do
	}
	return Member{}, first
}

// Inferred returns the class that [Infer] finds for the graph. It may be narrower than the class that the
// graph was checked against.
func (m Member) Inferred(ctx context.Context) (Kind, error) {
	g := m.Graph()
	has := kind.EdgesOf(g)
	for _, k := range candidates(has) {
		if k == m.Kind() {
			return k, nil
		}
		_, err := checkClass(ctx, g, k, has)
		if bad := (*Error)(nil); !errors.As(err, &bad) {
			return k, err
		}
	}
	return Unstated, nil
}

// candidates returns the classes that [Infer] tries for a graph with the given types of edges, in order.
func candidates(has edges) []Kind {
	switch {
	case has&circles != 0:
		return []Kind{PAG}
	case has&undirected != 0:
		return []Kind{CPDAG, MPDAG}
	case has&bidirected != 0:
		return []Kind{MAG, ADMG, Cyclic}
	}
	return []Kind{DAG, Cyclic}
}

// unfinished returns the reason why g has several readings, and so no class: a conflicting edge, or a
// listed triple.
func unfinished(g *graph.Graph, has edges) *Error {
	if has&conflicts != 0 {
		e := firstOf(g, conflicts)
		return fault(g, ErrConflict, []graph.Node{e.X, e.Y},
			"the edge "+draw(g, e)+" has conflicting orientations", "")
	}
	if len(g.Triples()) > 0 {
		ambiguous := slices.IndexFunc(g.Triples(), func(t graph.Triple) bool { return t.Status == graph.Ambiguous })
		t := g.Triples()[max(0, ambiguous)]
		return fault(g, ErrTriple, []graph.Node{t.A, t.B, t.C},
			"the triple "+g.Name(t.A)+", "+g.Name(t.B)+", "+g.Name(t.C)+" is listed as "+t.Status.String()+", so the graph can have several readings",
			combineReadings, advice.Option("ambiguous"))
	}
	return nil
}

// wrongEdge returns the error for an edge that a class does not have. It lists the classes that have it.
func wrongEdge(g *graph.Graph, e graph.Edge, has edges) *Error {
	var could []string
	for _, k := range All() {
		if has&^kind.Allowed(k) == 0 {
			could = append(could, k.String())
		}
	}
	return fault(g, ErrEdge, []graph.Node{e.X, e.Y}, "the edge "+draw(g, e)+" is not allowed in this class",
		"its edges are allowed in the classes %s", strings.Join(could, ", "))
}

// combineReadings is what to do about a listed triple.
const combineReadings = "use %v to choose how to combine them"

// firstOf returns the first edge of g of one of the given types. There must be one.
func firstOf(g *graph.Graph, types edges) graph.Edge {
	for e := range g.Edges() {
		if kind.TypeOf(e)&types != 0 {
			return e
		}
	}
	panic("class: no edge of these types")
}
