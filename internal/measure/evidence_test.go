package measure_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/statements"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
)

// isPath reports whether the edges follow one another from x to y in g, no node twice.
func isPath(g *graph.Graph, path []graph.Edge, x, y graph.Node) bool {
	if len(path) == 0 || path[0].X != x || path[len(path)-1].Y != y {
		return false
	}
	seen := graph.SetOf(x)
	for i, e := range path {
		if !slices.Contains(g.Between(e.X, e.Y), e) || seen.Has(e.Y) || i > 0 && path[i-1].Y != e.X {
			return false
		}
		seen.Add(e.Y)
	}
	return true
}

// causalIn reports whether some of the DAGs has the path as a directed one.
func causalIn(members []*graph.Graph, path []graph.Edge) bool {
	return slices.ContainsFunc(members, func(d *graph.Graph) bool {
		return !slices.ContainsFunc(path, func(e graph.Edge) bool { return !slices.Contains(d.Children(e.X), e.Y) })
	})
}

// below reports whether v is a descendant of u in some of the DAGs.
func below(members []*graph.Graph, u, v graph.Node) bool {
	return slices.ContainsFunc(members, func(d *graph.Graph) bool { return naive.Descendants(d, graph.SetOf(u)).Has(v) })
}

// Every mistake about an effect comes with a path that is, by definition, what it is said to
// show; and there are as many as the distance counts.
func TestEvidenceOfAdjustment(t *testing.T) {
	shown := make(map[string]int)
	for seed := range uint64(100) {
		n := 3 + int(seed%4)
		graphs := map[string]*graph.Graph{}
		for i, role := range []string{"truth", "guess"} {
			g := graphtest.DAG(graphtest.Rand(2*seed+uint64(i)), n, 0.5)
			if seed>>i&1 == 1 {
				g = graphtest.CPDAG(graphtest.Rand(2*seed+uint64(i)), n, 0.5)
			}
			graphs[role] = g
		}
		kindOf := func(role string) string {
			if naive.IsDAG(graphs[role]) {
				return "dag"
			}
			return "cpdag"
		}
		judge := func(role string) judged {
			g := graphs[role]
			return judged{newModel(t, g, kindOf(role)), naive.Members(g), naive.NewEffects(g)}
		}
		truth, guess := judge("truth"), judge("guess")
		for _, metric := range []string{"parent-aid", "ancestor-aid", "oset-aid"} {
			count := 0
			r := mustMeasure(t, metric, truth.Model, guess.Model, task.Params{Options: task.Options{Sets: true, Mistake: func(m distance.Mistake) {
				count++
				e := measure.EvidenceFor(m, truth.Model, guess.Model)
				shown[e.Shows]++
				if !evident(m, e, truth, guess) {
					t.Errorf("%s(%v; %v): %+v is not shown by %+v", metric, truth.Drawn(), guess.Drawn(), m, e)
				}
			}}})
			if r.Count.Wrong != float64(count) {
				t.Errorf("%s(%v; %v): %v wrong, %d shown", metric, truth.Drawn(), guess.Drawn(), r.Count.Wrong, count)
			}
		}
	}
	for _, what := range []string{task.ShowsEffect, task.ShowsLine, task.ShowsBlocked, task.ShowsBelow, task.ShowsOther} {
		if shown[what] < 5 {
			t.Errorf("only %d times: %s", shown[what], what)
		}
	}
}

// judged is a graph with what the definitions say of it.
type judged struct {
	*model.Model
	members []*graph.Graph
	effects naive.Effects
}

// evident reports whether the evidence is what it says.
func evident(m distance.Mistake, e task.Evidence, truth, guess judged) bool {
	in := truth
	if e.Guess {
		in = guess
	}
	members := in.members
	set := graph.SetOf(m.Separator...)
	if e.Shows == task.ShowsOther {
		return m.Kind == claim.InvalidAdjusting && isPath(in.Paths(), e.Path, m.X, m.Y) &&
			naive.Open(in.Paths(), e.Path, set) && !causalIn(members, e.Path)
	}
	if !isPath(in.Drawn(), e.Path, m.X, m.Y) || !causalIn(members, e.Path) {
		return false
	}
	onPath := func(v graph.Node) bool {
		return slices.ContainsFunc(e.Path, func(e graph.Edge) bool { return e.Y == v })
	}
	switch e.Shows {
	case task.ShowsEffect:
		return m.Kind == claim.MissedEffect
	case task.ShowsLine:
		return (m.Kind == claim.AmenableInTruth) == e.Guess && e.Path[0].Undirected() && !in.effects.Amenable(m.X, m.Y)
	case task.ShowsBlocked:
		return m.Kind == claim.InvalidAdjusting && onPath(e.At) && e.At == e.Given && set.Has(e.Given)
	case task.ShowsBelow:
		return m.Kind == claim.InvalidAdjusting && onPath(e.At) && set.Has(e.Given) && below(members, e.At, e.Given)
	}
	return false
}

// The same for canonical adjustment sets, in every mix of classes.
func TestEvidenceOfCanonicalSets(t *testing.T) {
	shown := make(map[string]int)
	for i, tc := range adjustableClasses {
		for k, gc := range adjustableClasses {
			for seed := range uint64(12) {
				n := 3 + int(seed%3)
				g, h := tc.Random(graphtest.Rand(seed+uint64(i)*50), n, 0.6), gc.Random(graphtest.Rand(seed+uint64(k)*50+7), n, 0.6)
				truth, guess := newModel(t, g, tc.Name), newModel(t, h, gc.Name)
				inTruth, inGuess := naive.NewCriterion(g, tc.Name), naive.NewCriterion(h, gc.Name)
				mustMeasure(t, "canonical-aid", truth, guess, task.Params{Options: task.Options{Sets: true, Mistake: func(m distance.Mistake) {
					e := measure.EvidenceFor(m, truth, guess)
					shown[e.Shows]++
					in, by := truth, inTruth
					if e.Guess {
						in, by = guess, inGuess
					}
					if e.Guess != (m.Kind == claim.AmenableInTruth) || !evidentIn(m, e, in, by) {
						t.Errorf("%s %v; %s %v: %+v is not shown by %+v", tc.Name, g, gc.Name, h, m, e)
					}
				}}})
			}
		}
	}
	for _, what := range []string{task.ShowsEffect, task.ShowsLine, task.ShowsHidden, task.ShowsBlocked, task.ShowsBelow, task.ShowsOther} {
		if shown[what] < 5 {
			t.Errorf("only %d times: %s", shown[what], what)
		}
	}
}

// evidentIn reports whether the evidence, found in the given graph, is what it says.
func evidentIn(m distance.Mistake, e task.Evidence, in *model.Model, by *naive.Criterion) bool {
	set := graph.SetOf(m.Separator...)
	if e.Shows == task.ShowsOther {
		causal := !slices.ContainsFunc(e.Path, func(e graph.Edge) bool { return e.AtX != graph.Tail || e.AtY != graph.Arrow })
		return m.Kind != claim.MissedEffect && isPath(in.Paths(), e.Path, m.X, m.Y) && !causal && naive.Open(in.Paths(), e.Path, graph.SetOf(e.Set...)) &&
			(e.Guess || slices.Equal(e.Set, m.Separator))
	}
	if !isPath(in.Drawn(), e.Path, m.X, m.Y) || !by.PossiblyDirected(e.Path) {
		return false
	}
	onPath := slices.ContainsFunc(e.Path, func(f graph.Edge) bool { return f.Y == e.At })
	switch e.Shows {
	case task.ShowsEffect:
		return m.Kind == claim.MissedEffect
	case task.ShowsLine, task.ShowsHidden:
		return !by.Visible(e.Path[0]) && e.Path[0].Undirected() == (e.Shows == task.ShowsLine)
	case task.ShowsBlocked:
		return onPath && e.At == e.Given && set.Has(e.Given)
	case task.ShowsBelow:
		return onPath && set.Has(e.Given) && by.Possible(e.At, e.Given)
	}
	return false
}

// The smallest differing statements are those by definition, for graphs of every class, and
// the search says how far it came.
func TestDiffering(t *testing.T) {
	ways := map[string][]string{
		"c-metric": {claim.ConnectedInTruth}, "s-metric": {claim.SeparatedInTruth}, "sc-metric": {claim.ConnectedInTruth, claim.SeparatedInTruth},
	}
	found := 0
	for i, c := range graphtest.Classes {
		for seed := range uint64(6) {
			other := graphtest.Classes[(i+int(seed))%len(graphtest.Classes)]
			n := 5
			if c.Name == "pag" || other.Name == "pag" { // the definitions take long for these
				n = 4
			}
			g, h := c.Random(graphtest.Rand(seed), n, 0.4), other.Random(graphtest.Rand(seed+50), n, 0.4)
			truth, guess := newModel(t, g, c.Name), newModel(t, h, other.Name)
			in, out := naive.Read(g, c.Name).Statements, naive.Read(h, other.Name).Statements
			for name, kinds := range ways {
				metric, err := distance.Find(name)
				if err != nil {
					t.Fatal(err)
				}
				var want []distance.Mistake
				for order := range n - 1 {
					for x := range graph.Node(n) {
						others := graph.AllNodes(n)
						others.Remove(x)
						for _, set := range bySize(others, order) {
							for y := x + 1; y < graph.Node(n); y++ {
								s := graph.SetOf(set...)
								if s.Has(y) {
									continue
								}
								kind := ""
								switch a, b := in.Separated(x, y, s), out.Separated(x, y, s); {
								case !a && b:
									kind = claim.ConnectedInTruth
								case a && !b:
									kind = claim.SeparatedInTruth
								}
								if slices.Contains(kinds, kind) {
									want = append(want, distance.Mistake{X: x, Y: y, Separator: set, Kind: kind})
								}
							}
						}
					}
				}
				found += len(want)
				for _, limit := range []int{1, 7, 10000} {
					s, err := statements.Differing(context.Background(), metric, truth, guess, statements.Query{Limit: limit})
					if err != nil {
						t.Fatal(err)
					}
					same := slices.EqualFunc(s.Found, want[:min(limit, len(want))], func(a, b distance.Mistake) bool {
						return a.X == b.X && a.Y == b.Y && a.Kind == b.Kind && slices.Equal(a.Separator, b.Separator)
					})
					if !same || s.Cut != (len(want) >= limit) || !s.Cut && s.Order != n-1 {
						t.Fatalf("%v; %v: limit %d: %+v, by definition %v", g, h, limit, s, want)
					}
					for _, m := range s.Found {
						e := measure.EvidenceFor(m, truth, guess)
						walk := truth.Paths()
						if e.Guess {
							walk = guess.Paths()
						}
						if !naive.Open(walk, e.Path, graph.SetOf(m.Separator...)) || !isPath(walk, e.Path, m.X, m.Y) || e.Guess != (m.Kind == claim.SeparatedInTruth) {
							t.Fatalf("%v; %v: %+v is not shown by %+v", g, h, m, e)
						}
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d statements differ", found)
	}
}

// bySize lists the subsets of a given size in the order of a dictionary.
func bySize(of graph.Set, size int) (list [][]graph.Node) {
	for s := range naive.Subsets(of) {
		if s.Len() == size {
			list = append(list, s.Nodes())
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list
}
