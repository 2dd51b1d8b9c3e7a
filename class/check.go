package class

import (
	"context"
	"errors"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
)

// A Member is a graph together with the knowledge that it is of a class. Only [Check]
// and [Infer] make one, and what turns one Member into another.
type Member struct{ model *model.Model }

// Graph returns the graph as it was drawn; it is nil for a time series.
func (m Member) Graph() *graph.Graph { return m.model.Drawn() }

// Series returns the time series as it was drawn; it is nil for a graph without time.
func (m Member) Series() *graph.Series {
	if m.model.Series() == nil {
		return nil
	}
	return m.model.Series().Drawn()
}

// Kind returns the class: the stated one, or the first that fits.
func (m Member) Kind() Kind { return m.model.Kind() }

// Model returns what metrics work on. It is the same at every call.
func (m Member) Model() *model.Model { return m.model }

// Check returns g as a member of the class k, or an [*Error]; or the cause of ctx where
// that is done first. The class is an upper
// bound: a DAG is a member of MAG, ADMG and Cyclic as well. Without a class it is [Infer].
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

// CheckEdges returns an [*Error] if g has edges that graphs of class k do not have, or,
// for a DAG, a directed cycle. It is what can be asked of a graph that is on its way to
// another file; any graph will do where no class is stated. A bidirected edge of a
// CPDAG is let through as a conflict is: PC can be told to draw its conflicts so.
func CheckEdges(g *graph.Graph, k Kind) error {
	if k == Unstated {
		return nil
	}
	has := kind.EdgesOf(g) &^ conflicts
	if k == CPDAG || k == MPDAG {
		has &^= bidirected
	}
	if extra := has &^ k.Edges(); extra != 0 {
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
	if extra := has &^ k.Edges(); extra != 0 {
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
// MPDAG, MAG without lines, ADMG, PAG, Cyclic; or an [*Error] where none does. Lines
// without circles are taken for those of a CPDAG or MPDAG: whether they mean selection
// cannot be seen and must be stated.
func Infer(ctx context.Context, g *graph.Graph) (Member, error) {
	has := kind.EdgesOf(g)
	if bad := unfinished(g, has); bad != nil {
		// Who leaves things open draws equivalence classes.
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
		if first == nil {
			first = bad
		}
	}
	if has&undirected != 0 && has&circles == 0 {
		do := advice.Textf("use %v if its undirected edges represent selection, or %v to repair it", advice.Option("class", "mag"), advice.Option(invalid))
		if has&bidirected != 0 { // as PC draws conflicts; with no class stated it is repaired to a PAG
			do = advice.Textf("%v; for a result of PC use %v with %v", do, advice.Option("class", "cpdag"), advice.Option(invalid, string(Undirected), string(Nearest)))
		}
		if !first.advice.Empty() {
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

// candidates returns the classes that a graph with the given kinds of edges can be
// found to be of, in the order of Of.
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

// unfinished returns what must be read in one way or another before g is a graph of
// any class: an edge that was oriented both ways, a triple that is listed.
func unfinished(g *graph.Graph, has edges) *Error {
	if has&conflicts != 0 {
		e := firstOf(g, conflicts)
		return fault(g, ErrConflict, []graph.Node{e.X, e.Y},
			"the edge "+draw(g, e)+" has conflicting orientations", treatConflict, advice.Option(invalid))
	}
	if len(g.Triples()) > 0 {
		t := g.Triples()[0]
		for _, u := range g.Triples() {
			if u.Status == graph.Ambiguous {
				t = u
				break
			}
		}
		return fault(g, ErrTriple, []graph.Node{t.A, t.B, t.C},
			"the triple "+g.Name(t.A)+", "+g.Name(t.B)+", "+g.Name(t.C)+" is listed as "+t.Status.String()+", so the graph has several readings",
			combineReadings, advice.Option("ambiguous"))
	}
	return nil
}

// wrongEdge says that a class does not have the edge e of g, and which ones could.
func wrongEdge(g *graph.Graph, e graph.Edge, has edges) *Error {
	var could []string
	for _, k := range All() {
		if has&^k.Edges() == 0 {
			could = append(could, k.String())
		}
	}
	return fault(g, ErrEdge, []graph.Node{e.X, e.Y}, "the edge "+draw(g, e)+" is not allowed in this class",
		"its edges are allowed in the classes %s", strings.Join(could, ", "))
}

// What to do about a conflict and about a listed triple.
const (
	treatConflict   = "use %v to choose how to treat it"
	combineReadings = "use %v to choose how to combine them"
)

// firstOf returns the first edge of g of one of the given types. There must be one.
func firstOf(g *graph.Graph, types edges) graph.Edge {
	for e := range g.Edges() {
		if kind.TypeOf(e)&types != 0 {
			return e
		}
	}
	panic("class: no edge of these types")
}
