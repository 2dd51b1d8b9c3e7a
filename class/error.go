package class

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// A Reason is a reason why a graph is not of a class. It is an error for use with errors.Is. Its code
// is for programs that count reasons.
type Reason struct {
	Code string // stable: "directed-cycle"
	Doc  string // one sentence
}

func (r *Reason) Error() string { return r.Doc }

// The reasons, each with the nodes of its witness.
var (
	// Two nodes: an edge that the class does not have.
	ErrEdge = &Reason{"edge-kind", "the class does not allow an edge of this kind"}
	// Two nodes: an edge that was oriented both ways.
	ErrConflict = &Reason{"conflict", "an edge was oriented both ways"}
	// Three nodes: a triple that is listed beside the edges.
	ErrTriple = &Reason{"listed-triple", "a triple is listed, so the graph can have several readings"}
	// The cycle: each node has an arrow to the next, and the last to the first.
	ErrCycle = &Reason{"directed-cycle", "directed edges form a cycle"}
	// a, b, c with a --> b --- c, where a and c are not adjacent.
	ErrMeekRule1 = &Reason{"meek-rule-1", "an undirected edge follows a directed edge and has to be oriented by Meek's rule 1"}
	// a, b, c with a --> b --- c, and c --- a or c --> a.
	ErrPartiallyDirectedCycle = &Reason{"partially-directed-cycle", "directed and undirected edges form a cycle"}
	// The cycle: each node is adjacent to the next, the last to the first, and no two
	// others are adjacent (in a PAG: joined by o-o).
	ErrChordless = &Reason{"chordless-cycle", "a cycle of four or more unoriented edges has no chord"}
	// a, b with a --> b, where other members of the equivalence class have b --> a.
	ErrReversible = &Reason{"reversible-edge", "a directed edge has the other direction in some members of the equivalence class"}
	// a, b with a --- b, where all members that agree with the arrows have a --> b.
	ErrCompelled = &Reason{"compelled-edge", "an undirected edge has the same direction in all members of the equivalence class"}
	// a, ..., b with a --> ... --> b and a <-> b.
	ErrAlmostDirectedCycle = &Reason{"almost-directed-cycle", "a directed path joins the ends of a bidirected edge"}
	// b, a, c with b --- a and an arrowhead at a on the edge from c.
	ErrArrowheadAtUndirected = &Reason{"arrowhead-at-undirected-edge", "a node has an undirected edge and an arrowhead"}
	// x, y: not adjacent, and no set separates them.
	ErrInseparable = &Reason{"inseparable-pair", "two non-adjacent nodes have no separator"}
	// No nodes: the reason is about the whole graph.
	ErrExtension = &Reason{"no-extension", "no DAG has these directed edges and unshielded colliders"}
	// The later and the earlier moment of a link of a time series.
	ErrBackward = &Reason{"backward-arrow", "an arrow points back in time"}
	// u, v: the mark at v on their edge should be another.
	ErrMark = &Reason{"wrong-mark", "a mark differs from that of the equivalence class"}
)

// An Error is the reason why a graph is not of a class, with the nodes that show it.
type Error struct {
	Kind    Kind
	Err     *Reason
	Witness []string // the nodes that show it, as described with the reason
	What    string   // the same in words: "directed cycle a --> b --> a"

	Dropped bool // the policy [Drop] was applied

	// Repairs are the names of the policies that make the graph comparable. They are known, and offered, only if
	// the user can choose a policy.
	Repairs []string

	advice advice.Text // may be empty
	more   advice.Text // the same, if a policy can be chosen
}

// Violation returns what is wrong, without advice.
func (e *Error) Violation() string { return "not " + e.Kind.Title() + ": " + e.What }

func (e *Error) Error() string { return e.Render(advice.Flag) }

// Render returns the violation and what to do about it. The function spell writes the options
// in it; several values are alternatives. Error writes them as flags of the command line.
func (e *Error) Render(spell func(option string, values ...string) string) string {
	text := e.Violation()
	if e.Dropped {
		return "dropped as invalid: " + text
	}
	if !e.advice.Empty() {
		text += "; " + e.advice.Render(spell)
	}
	if len(e.Repairs) > 0 {
		text += "; use " + spell(invalid, e.Repairs...) + " to repair it"
		if !e.more.Empty() {
			text += "; " + e.more.Render(spell)
		}
	}
	return text
}

// invalid is the option for policies.
const invalid = "invalid"

func (e *Error) Unwrap() error { return e.Err }

// fault returns an Error for which Check fills in the class. The advice is empty or a format.
func fault(g *graph.Graph, why *Reason, witness []graph.Node, what, do string, args ...any) *Error {
	names := make([]string, len(witness))
	for i, v := range witness {
		names[i] = g.Name(v)
	}
	return &Error{Err: why, Witness: names, What: what, advice: advice.Textf(do, args...)}
}

// draw draws an edge with its nodes.
func draw(g *graph.Graph, e graph.Edge) string {
	return fmt.Sprintf("%s %s %s", g.Name(e.X), e.Arrow(), g.Name(e.Y))
}

// trail draws the walk over the given nodes with the edges of g: "a --> b --- c". If neighbors on the walk
// have two edges, it draws the one of the preferred type. It omits the middle of a long walk.
func trail(g *graph.Graph, walk []graph.Node, liked edges) string {
	const most = 8
	var b strings.Builder
	b.WriteString(g.Name(walk[0]))
	for i := 1; i < len(walk); i++ {
		if len(walk) > most && i == most-1 {
			skipped := len(walk) - most
			fmt.Fprintf(&b, " ... (%d more)", skipped)
			i += skipped
		}
		fmt.Fprintf(&b, " %s %s", arrowBetween(g, walk[i-1], walk[i], liked), g.Name(walk[i]))
	}
	return b.String()
}

func arrowBetween(g *graph.Graph, x, y graph.Node, liked edges) string {
	between := g.Between(x, y)
	for _, e := range between {
		// An arrow is liked in the direction of the walk only.
		if kind.TypeOf(e)&liked != 0 && (liked != directed || e.AtY == graph.Arrow) {
			return e.Arrow()
		}
	}
	return between[0].Arrow()
}

// closed returns the cycle with its first node again at the end.
func closed(cycle []graph.Node) []graph.Node {
	return append(cycle[:len(cycle):len(cycle)], cycle[0])
}
