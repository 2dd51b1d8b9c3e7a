package series

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// The codes of a [Fault], with the moments that it shows.
const (
	LinkKind       = "edge-kind"                // two moments: a link that the class does not have
	CircleMark     = "circle"                   // two moments: a link with a circle at an end
	ConflictMark   = "conflict"                 // two moments: a link that was oriented both ways
	BackwardArrow  = "backward-arrow"           // the later and the earlier moment: a directed edge back in time
	DirectedCycle  = "directed-cycle"           // the cycle, at time t
	MeekRule1      = "meek-rule-1"              // a, b, c with a --> b --- c, and a and c not adjacent
	PartlyDirected = "partially-directed-cycle" // a, b, c with a --> b --- c, and no directed edge from a to c
	Chordless      = "chordless-cycle"          // the cycle of undirected edges, at time t
	Reversible     = "reversible-edge"          // a, b with a --> b, and b --> a in other members
)

// A Fault is the reason why a time-series graph is not of a class, with the moments that show it.
type Fault struct {
	Code    string             // stable, for programs
	Moments []graph.LaggedNode // the witness, as said with the code
	What    string             // the same in words: "directed cycle A(t) --> B(t) --> A(t)"
	Hint    string             // what could be done about it; may be empty
}

func (f *Fault) Error() string {
	if f.Hint == "" {
		return f.What
	}
	return f.What + "; " + f.Hint
}

// A Model is a time-series graph of a known class, some of whose variables may be latent.
// It is read only.
type Model struct {
	drawn  *graph.Series
	walk   *graph.Series // with the same separations, without undirected edges
	latent graph.Set

	order    []graph.Node // every contemporaneous arrow of walk points to a later variable
	parents  [][]step     // by variable
	children [][]step
	siblings [][]step
}

// A step leads from a moment to another variable, the given number of slices earlier. A negative
// lag leads to a later slice.
type step struct {
	to  graph.Node
	lag int
}

// Drawn returns the graph that was checked.
func (m *Model) Drawn() *graph.Series { return m.drawn }

// Walk returns a graph of directed and bidirected links with the same separations: a member of the
// class of a CPDAG, otherwise the graph itself.
func (m *Model) Walk() *graph.Series { return m.walk }

// Latent returns the variables that are not measured.
func (m *Model) Latent() graph.Set { return m.latent }

// Measured returns the variables that are measured, in order.
func (m *Model) Measured() []graph.Node {
	return graph.AllNodes(m.drawn.N()).Minus(m.latent).Nodes()
}

// Hide returns the model with the given variables latent as well.
func (m *Model) Hide(variables graph.Set) *Model {
	hidden := *m
	hidden.latent = m.latent.Union(variables)
	return &hidden
}

// CheckLinks returns the model of a graph with circles, which has links but no separations:
// directed edges forward in time, bidirected and undirected links, and any of them with circles.
func CheckLinks(s *graph.Series) (*Model, error) {
	for _, l := range s.Links() {
		if e := l.Edge(); e.Has(graph.Circle) && !(l.Lag > 0 && e.AtX == graph.Arrow && e.AtY == graph.Tail) {
			continue
		}
		if bad := links(s.With([]graph.Link{l}), func(graph.Edge) bool { return true }, ""); bad != nil {
			return nil, bad
		}
	}
	return &Model{drawn: s}, nil
}

// CheckDAG returns the model of a DAG: directed edges, the lagged ones forward in time, without a
// cycle at lag 0.
func CheckDAG(s *graph.Series) (*Model, error) {
	if bad := links(s, graph.Edge.Directed, "a DAG has directed links only"); bad != nil {
		return nil, bad
	}
	return newModel(s, s)
}

// CheckADMG returns the model of an ADMG: directed edges as in a DAG, and bidirected links, lagged
// or not.
func CheckADMG(s *graph.Series) (*Model, error) {
	if bad := links(s, graph.Edge.MayBeParallel, "an ADMG has directed and bidirected links only"); bad != nil {
		return nil, bad
	}
	return newModel(s, s)
}

// CheckCPDAG returns the model of a CPDAG: the drawing of a class of stationary DAGs with the
// same adjacencies and unshielded colliders. The order of time is known, so that undirected edges
// are contemporaneous.
//
// As for graphs without time (Andersson, Madigan and Perlman, A characterization of Markov
// equivalence classes for acyclic digraphs, Ann. Statist. 25:505–541) moments joined by an undirected edge
// have the same parents, undirected edges are chordal, and the graph is the drawing of the class
// of a member. That time keeps the undirected edges chordal: Bang and Didelez, Do we become wiser
// with time? On causal equivalence with tiered background knowledge (UAI 2023, PMLR 216:119–129);
// here slices are the tiers.
func CheckCPDAG(s *graph.Series) (*Model, error) {
	fits := func(e graph.Edge) bool { return e.Directed() || e.Undirected() }
	if bad := links(s, fits, "a CPDAG has directed and undirected links only"); bad != nil {
		return nil, bad
	}
	slice := s.Lag0()
	if bad := acyclic(s, slice); bad != nil {
		return nil, bad
	}
	if bad := sameParents(s); bad != nil {
		return nil, bad
	}
	oriented, cycle := equiv.Orient(slice)
	if oriented == nil {
		return nil, &Fault{
			Code: Chordless, Moments: now(cycle), What: "the cycle " + trail(s, cycle, "---") + " has no chord",
			Hint: "every orientation of it has a directed cycle or an additional unshielded collider",
		}
	}
	member := WithSlice(s, oriented)
	m, err := newModel(s, member)
	if err != nil {
		return nil, err
	}
	completed := CPDAG(member)
	for _, l := range s.Links() {
		if l.Lag > 0 || l.Edge().Undirected() || !completed.Between(l.X, 0, l.Y)[0].Edge().Undirected() {
			continue
		}
		if l.AtX == graph.Arrow {
			l = graph.Link{X: l.Y, Y: l.X, AtX: l.AtY, AtY: l.AtX}
		}
		turned := graph.Link{X: l.Y, Y: l.X, AtX: l.AtX, AtY: l.AtY}
		return nil, &Fault{
			Code: Reversible, Moments: now([]graph.Node{l.X, l.Y}),
			What: s.Draw(l) + " can be reversed to " + s.Draw(turned) + " within the equivalence class",
			Hint: "a CPDAG has " + s.Draw(graph.Link{X: l.X, Y: l.Y, AtX: graph.Tail, AtY: graph.Tail}) + " here; a DAG can have the directed link",
		}
	}
	return m, nil
}

// newModel prepares the walk, unless it has a directed cycle.
func newModel(drawn, walk *graph.Series) (*Model, error) {
	slice := walk.Lag0()
	if bad := acyclic(walk, slice); bad != nil {
		return nil, bad
	}
	n := walk.N()
	m := &Model{drawn: drawn, walk: walk}
	m.order, _ = slice.Order()
	lists := make([][]step, 3*n)
	m.parents, m.children, m.siblings = lists[:n], lists[n:2*n], lists[2*n:]
	for _, l := range walk.Links() {
		if l.AtX == graph.Arrow && l.AtY == graph.Tail {
			l.X, l.Y = l.Y, l.X // at lag 0
		} else if l.Edge().Bidirected() {
			m.siblings[l.Y] = append(m.siblings[l.Y], step{l.X, l.Lag})
			m.siblings[l.X] = append(m.siblings[l.X], step{l.Y, -l.Lag})
			continue
		}
		m.parents[l.Y] = append(m.parents[l.Y], step{l.X, l.Lag})
		m.children[l.X] = append(m.children[l.X], step{l.Y, -l.Lag})
	}
	return m, nil
}

// links returns a fault if a link does not fit the class, points back in time, or is a lagged
// undirected edge.
func links(s *graph.Series, fits func(graph.Edge) bool, class string) error {
	for _, l := range s.Links() {
		f := &Fault{Moments: []graph.LaggedNode{{Variable: l.X, Lag: l.Lag}, {Variable: l.Y}}}
		e := l.Edge()
		switch {
		case e.Has(graph.Circle):
			f.Code, f.What = CircleMark, fmt.Sprintf("the link %s has a circle", s.Draw(l))
		case e.Has(graph.Conflict):
			f.Code, f.What = ConflictMark, fmt.Sprintf("the link %s has conflicting orientations", s.Draw(l))
		case l.Lag > 0 && e.AtX == graph.Arrow && e.AtY == graph.Tail:
			slices.Reverse(f.Moments)
			f.Code, f.What = BackwardArrow, fmt.Sprintf("the link %s points back in time", s.Draw(l))
			f.Hint = "no effect comes before its cause"
		case !fits(e):
			f.Code, f.What = LinkKind, fmt.Sprintf("the link %s: %s", s.Draw(l), class)
		case l.Lag > 0 && e.Undirected():
			f.Code, f.What = LinkKind, fmt.Sprintf("the lagged link %s is undirected", s.Draw(l))
			l.AtY = graph.Arrow
			f.Hint = "the order of time is known: expected " + s.Draw(l)
		default:
			continue
		}
		return f
	}
	return nil
}

// acyclic returns a directed cycle of the slice at t as a fault.
func acyclic(s *graph.Series, slice *graph.Graph) error {
	_, cycle := slice.Order()
	if cycle == nil {
		return nil
	}
	low := slices.Index(cycle, slices.Min(cycle))
	cycle = slices.Concat(cycle[low:], cycle[:low])
	return &Fault{Code: DirectedCycle, Moments: now(cycle), What: "directed cycle " + trail(s, cycle, "-->")}
}

// sameParents returns a --> b --- c as a fault if a is not a parent of c.
func sameParents(s *graph.Series) error {
	into := parents(s)
	var partly error
	for _, l := range s.Links() {
		if !l.Edge().Undirected() {
			continue
		}
		for _, bc := range [][2]graph.Node{{l.X, l.Y}, {l.Y, l.X}} {
			b, c := bc[0], bc[1]
			for _, p := range into[b] {
				if slices.Contains(into[c], p) {
					continue
				}
				f := &Fault{Moments: []graph.LaggedNode{{Variable: p.to, Lag: p.lag}, {Variable: b}, {Variable: c}}}
				a := s.MomentName(f.Moments[0])
				path := fmt.Sprintf("%s --> %s(t) --- %s(t)", a, s.Name(b), s.Name(c))
				third := s.Between(p.to, p.lag, c)
				if len(third) == 0 {
					f.Code, f.What = MeekRule1, fmt.Sprintf("%s without a link between %s and %s(t)", path, a, s.Name(c))
					f.Hint = fmt.Sprintf("%s(t) --- %s(t) has to be %[1]s(t) --> %[2]s(t) (Meek's rule 1)", s.Name(b), s.Name(c))
					return f
				}
				if partly == nil { // at lag 0, as lagged links are directed edges
					back := graph.Edge{AtX: third[0].AtY, AtY: third[0].AtX}
					f.Code, f.What = PartlyDirected, fmt.Sprintf("partially directed cycle %s %s %s", path, back.Arrow(), a)
					partly = f
				}
			}
		}
	}
	return partly
}

// parents returns the parents of each variable at t in a DAG or CPDAG.
func parents(s *graph.Series) [][]step {
	into := make([][]step, s.N())
	for _, l := range s.Links() {
		if l.AtY == graph.Arrow {
			into[l.Y] = append(into[l.Y], step{l.X, l.Lag})
		} else if l.AtX == graph.Arrow {
			into[l.X] = append(into[l.X], step{l.Y, 0})
		}
	}
	return into
}

// now returns the moments of variables at t.
func now(variables []graph.Node) []graph.LaggedNode {
	moments := make([]graph.LaggedNode, len(variables))
	for i, v := range variables {
		moments[i].Variable = v
	}
	return moments
}

// trail draws a cycle at t. It omits the middle of a long one.
func trail(s *graph.Series, cycle []graph.Node, arrow string) string {
	const most = 8
	var b strings.Builder
	for i, v := range cycle {
		if skipped := len(cycle) - most; i >= most && skipped > 0 {
			fmt.Fprintf(&b, "... (%d more) %s ", skipped, arrow)
			break
		}
		fmt.Fprintf(&b, "%s(t) %s ", s.Name(v), arrow)
	}
	fmt.Fprintf(&b, "%s(t)", s.Name(cycle[0]))
	return b.String()
}
