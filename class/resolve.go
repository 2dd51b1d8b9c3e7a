package class

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/mec"
)

// A Policy says what to do with a graph that is not of its class, as learned graphs often
// are. Nothing is mended without one.
type Policy string

// The policies.
const (
	Refuse     Policy = "refuse"
	Drop       Policy = "drop"
	Undirected Policy = "undirected"
	Bidirected Policy = "bidirected"
	Extend     Policy = "extend"
	Maximize   Policy = "maximize"
	Nearest    Policy = "nearest"
	AsMAG      Policy = "as-mag"
)

// Policies lists every policy with what it does.
var Policies = []struct {
	Policy Policy
	Doc    string
}{
	{Refuse, "say what is wrong, and no number"},
	{Drop, "count the graph as invalid: its distances are undefined"},
	{Undirected, "read an edge that was oriented both ways as one of unknown direction, and take all readings"},
	{Bidirected, "read an edge that was oriented both ways as a bidirected edge"},
	{Extend, "take a DAG that has the arrows and the unshielded colliders of a partially directed graph, if there is one"},
	{Maximize, "orient what follows by Meek's rules, and take the MPDAG"},
	{Nearest, "take the CPDAG or PAG on the same skeleton that differs in the fewest marks"},
	{AsMAG, "take the MAG with the separations of an ADMG"},
}

// ParsePolicy returns the policy of the given name; the empty name is that of [Refuse].
func ParsePolicy(name string) (Policy, error) {
	var names []string
	for _, p := range Policies {
		if name == string(p.Policy) {
			return p.Policy, nil
		}
		names = append(names, string(p.Policy))
	}
	if name == "" {
		return Refuse, nil
	}
	return "", fmt.Errorf("no policy is named %q: say one of %s", name, strings.Join(names, ", "))
}

// Limits cap a search. They are counts, so that every machine stops at the same place.
type Limits struct {
	Readings int // how many are looked at; 0 is 1000
	Steps    int // of a search; 0 is 1 000 000
}

func (l Limits) filled() Limits {
	if l.Readings <= 0 {
		l.Readings = 1000
	}
	if l.Steps <= 0 {
		l.Steps = 1_000_000
	}
	return l
}

// A Resolution is what was made of a graph.
type Resolution struct {
	Members  []Member // the graph; or its readings, in a fixed order, of which there may be none
	Several  bool     // the graph had to be read: the members are readings
	Whole    bool     // no limit was hit: there are no other readings
	Done     []string // what was done to the graph, one sentence each
	readings *mec.Readings
}

// ErrDropped is what a graph that is not of its class is under the policy [Drop]. The cause
// is wrapped beside it.
var ErrDropped = errors.New("dropped as invalid")

// Resolve is [Check] for a graph that may not be of its class, or that has triples which are
// still to be read. Where it is of its class nothing is done.
func Resolve(g *graph.Graph, k Kind, policy Policy, limits Limits) (*Resolution, error) {
	limits = limits.filled()
	if policy == "" {
		policy = Refuse
	}
	m, err := Check(g, k)
	if err == nil {
		return &Resolution{Members: []Member{m}, Whole: true}, nil
	}
	var bad *Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	has := edgesOf(g)
	var doubtful []graph.Edge
	if k != PAG && k != MAG && k != ADMG && k != Cyclic {
		doubtful = bothWays(g, k)
	}
	switch policy {
	case Drop:
		if bad.Err != ErrTriple {
			return nil, fmt.Errorf("%w: %w", ErrDropped, err)
		}
	case Undirected:
		if len(doubtful) > 0 {
			r, err := read(as(g, doubtful, graph.Conflict, graph.Conflict), limits)
			if err == nil {
				r.Done = append(r.Done, fmt.Sprintf("%s of unknown direction, and all readings were taken", wereRead(g, doubtful)))
			}
			return r, err
		}
	case Bidirected:
		if len(doubtful) > 0 {
			r, err := Resolve(as(g, doubtful, graph.Arrow, graph.Arrow), Unstated, Refuse, limits)
			if err == nil {
				r.Done = append(r.Done, wereRead(g, doubtful)+" as bidirected")
			}
			return r, err
		}
	case Extend, Maximize, Nearest, AsMAG:
		return mend(g, k, policy, bad, doubtful, limits)
	}
	if bad.Err == ErrTriple && (k == Unstated || k == CPDAG) && has&^(arrows|lines) == 0 {
		return read(g, limits)
	}
	return nil, err
}

// bothWays returns the edges that were oriented both ways: those with a conflict and, where
// the graph is said to be of a class that has none, bidirected ones.
func bothWays(g *graph.Graph, k Kind) []graph.Edge {
	var list []graph.Edge
	for e := range g.Edges() {
		if e.Has(graph.Conflict) || e.Bidirected() && k != Unstated {
			list = append(list, e)
		}
	}
	return list
}

// as returns g with the given edges marked anew at both ends.
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
	return graph.Must(g.Names(), edges, g.Triples()...)
}

func wereRead(g *graph.Graph, edges []graph.Edge) string {
	if len(edges) == 1 {
		return "the edge " + draw(g, edges[0]) + " was read"
	}
	return fmt.Sprintf("%d edges that were oriented both ways, %s the first, were read", len(edges), draw(g, edges[0]))
}

// read takes the readings of a graph with triples.
func read(g *graph.Graph, limits Limits) (*Resolution, error) {
	readings, err := mec.NewReadings(g)
	if err != nil {
		return nil, err
	}
	r := &Resolution{Several: true, readings: readings}
	for cpdag := range readings.All(limits.Steps, func(whole bool) { r.Whole = whole }) {
		if len(r.Members) == limits.Readings {
			break
		}
		r.Members = append(r.Members, drawnCPDAG(cpdag))
	}
	return r, nil
}

// drawnCPDAG returns a graph that is known to be a CPDAG as a member.
func drawnCPDAG(cpdag *graph.Graph) Member {
	walk, _ := mec.Orient(cpdag)
	return Member{&Model{kind: CPDAG, drawn: cpdag, walk: walk}}
}

// Draw draws a reading at random, with the inverse of its chance (see [mec.Readings.Draw]),
// where not all of them were looked at.
func (r *Resolution) Draw(rng *rand.Rand) (m Member, weight float64, ok bool) {
	cpdag, weight, ok := r.readings.Draw(rng)
	if !ok {
		return Member{}, 0, false
	}
	return drawnCPDAG(cpdag), weight, true
}

// mend makes a graph of a class of one that is not, by the policies that change it.
func mend(g *graph.Graph, k Kind, policy Policy, bad *Error, doubtful []graph.Edge, limits Limits) (*Resolution, error) {
	one := func(m Member, whole bool, form string, args ...any) (*Resolution, error) {
		return &Resolution{Members: []Member{m}, Whole: whole, Done: []string{fmt.Sprintf(form, args...) + ": it was " + bad.Fault()}}, nil
	}
	cannot := func(why string) (*Resolution, error) {
		return nil, fmt.Errorf("%w; --invalid %s cannot mend it: %s", bad, policy, why)
	}
	if bad.Err == ErrTriple {
		return cannot("its triples are to be read, not mended")
	}
	has := edgesOf(g)
	plain := g
	if has&conflicts != 0 || k != Unstated {
		plain = as(g, doubtful, graph.Tail, graph.Tail)
	}
	partly := edgesOf(plain)&^(arrows|lines) == 0
	switch policy {
	case Extend:
		if !partly {
			return cannot("only a graph of arrows and lines has DAGs that extend it")
		}
		dag, ok := mec.Extend(plain)
		if !ok {
			return cannot("no DAG has its arrows and its unshielded colliders")
		}
		m, err := Check(dag, DAG)
		if err != nil {
			return nil, err
		}
		return one(m, true, "a DAG that extends the graph was taken")
	case Maximize:
		if !partly {
			return cannot("Meek's rules are for arrows and lines")
		}
		m, err := Check(mec.Meek(plain), MPDAG)
		if err != nil {
			return cannot("after Meek's rules it is " + err.Error())
		}
		return one(m, true, "what follows by Meek's rules was oriented")
	case AsMAG:
		if has&^(arrows|bidirected) != 0 || acyclic(g) != nil {
			return cannot("only an ADMG has a MAG with its separations")
		}
		mag := mec.Project(g, nil, nil)
		return one(Member{&Model{kind: MAG, drawn: mag, walk: mag}}, true, "the MAG with the same separations was taken")
	}
	if partly && k != PAG && k != MAG {
		cpdag, changed, whole := mec.Nearest(g, limits.Steps)
		if cpdag == nil {
			return cannot("no CPDAG on its skeleton was found within the limit of the search")
		}
		return one(drawnCPDAG(cpdag), whole, "the %s CPDAG was taken, %s of the drawing away", nearestOr(whole), marks(changed))
	}
	m, changed, ok := nearestPAG(g, limits.Steps/20)
	if !ok {
		return cannot("no PAG on its skeleton was found within the limit of the search")
	}
	return one(m, true, "the nearest PAG was taken, %s of the drawing away", marks(changed))
}

func nearestOr(whole bool) string {
	if whole {
		return "nearest"
	}
	return "nearest that was found"
}

func marks(n int) string {
	if n == 1 {
		return "1 mark"
	}
	return fmt.Sprintf("%d marks", n)
}

// nearestPAG looks for a PAG with one mark changed, then with two, and so on, until so many
// graphs have been checked. The first found is nearest.
func nearestPAG(g *graph.Graph, checks int) (m Member, changed int, ok bool) {
	edges := g.EdgeList()
	for _, e := range edges {
		if len(g.Between(e.X, e.Y)) > 1 {
			return Member{}, 0, false // no PAG has two edges between two nodes
		}
	}
	s := pagSearch{g: g, edges: edges, checks: checks}
	for changed = 0; changed <= 2*len(edges) && s.checks > 0; changed++ {
		if s.change(0, changed) {
			return s.found, changed, true
		}
	}
	return Member{}, 0, false
}

type pagSearch struct {
	g      *graph.Graph
	edges  []graph.Edge
	checks int
	found  Member
}

// change changes so many marks at the ends from the given one on, in all ways, and checks
// what comes of it.
func (s *pagSearch) change(end, left int) bool {
	if left == 0 {
		if s.checks--; s.checks < 0 {
			return false
		}
		m, err := Check(s.g.With(s.edges), PAG)
		s.found = m
		return err == nil
	}
	for ; end+left <= 2*len(s.edges) && s.checks > 0; end++ {
		mark := &s.edges[end/2].AtX
		if end%2 == 1 {
			mark = &s.edges[end/2].AtY
		}
		was := *mark
		for _, now := range []graph.Mark{graph.Circle, graph.Arrow, graph.Tail} {
			if now != was {
				*mark = now
				if s.change(end+1, left-1) {
					return true
				}
			}
		}
		*mark = was
	}
	return false
}
