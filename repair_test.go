package sepdist_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// Every value of a repair is what a comparison gives with the guess edited by hand, and a
// repair without a value is one that a comparison rejects; the plan ends at the goal.
func TestRepairsAreComparisonsOfEditedGuesses(t *testing.T) {
	metrics := []string{"zl-sd", "shd"}
	values, outside, plans := 0, 0, 0
	for _, kinds := range [][2]string{{"dag", "dag"}, {"dag", "cpdag"}, {"cpdag", "cpdag"}, {"mag", "pag"}, {"admg", "admg"}, {"pag", "mag"}, {"dag", "admg"}} {
		for seed := range uint64(8) {
			tk, _ := class.Parse(kinds[0])
			gk, _ := class.Parse(kinds[1])
			truth := &sepdist.Graph{Graph: random(kinds[0], seed, 6), Class: tk}
			guess := &sepdist.Graph{Graph: random(kinds[1], seed+50, 6), Class: gk}
			r, err := sepdist.Repairs(t.Context(), truth, guess, sepdist.RepairOptions{Options: sepdist.Options{Metrics: metrics}, Plan: true})
			if err != nil {
				t.Fatal(err)
			}
			goal := truth.Graph
			if gk.RepresentsClass() && tk != gk {
				m, err := class.Check(context.Background(), truth.Graph, tk)
				if err != nil {
					t.Fatal(err)
				}
				as, err := m.As(context.Background(), gk)
				if err != nil {
					t.Fatal(err)
				}
				goal = as.Graph()
			}
			check := func(g *graph.Graph, p report.Repair) *graph.Graph {
				edited := edit(g, goal, p.X, p.Y)
				k := gk
				if p.Class != "" {
					k, _ = class.Parse(p.Class)
				}
				c, err := sepdist.Compare(t.Context(), truth, &sepdist.Graph{Graph: edited, Class: k}, sepdist.Options{Metrics: metrics})
				if p.Why != "" {
					if outside++; err == nil {
						t.Errorf("%v seed %d: %v: can be compared", kinds, seed, p)
					}
					return edited
				}
				if err != nil {
					t.Errorf("%v seed %d: %v: %v", kinds, seed, p, err)
					return edited
				}
				for i, e := range c.Results {
					if values++; math.Abs(e.Result.Value-p.Values[i].Value) > 1e-12 {
						t.Errorf("%v seed %d: %v: %s is %v", kinds, seed, p, e.Metric.Name, e.Result.Value)
					}
				}
				return edited
			}
			differ := 0
			for x := range graph.Node(6) {
				for y := range x {
					a, _ := guess.Node(truth.Graph.Name(x))
					b, _ := guess.Node(truth.Graph.Name(y))
					if !slices.Equal(arrows(goal, x, y), arrows(guess.Graph, a, b)) {
						differ++
					}
				}
			}
			if len(r.Repairs) != differ {
				t.Errorf("%v seed %d: %d repairs for %d pairs that differ", kinds, seed, len(r.Repairs), differ)
			}
			for _, p := range r.Repairs {
				check(guess.Graph, p)
			}
			g := guess.Graph
			for _, p := range r.Plan {
				g = check(g, p)
			}
			if len(r.Notes) == 0 && len(r.Plan) > 0 {
				plans++
				if last := r.Plan[len(r.Plan)-1]; last.Values[0].Value > r.Goal[0].Value+1e-12 {
					t.Errorf("%v seed %d: the plan ends at %v, not %v", kinds, seed, last.Values[0], r.Goal[0])
				}
			}
		}
	}
	if values < 500 || outside < 20 || plans < 20 {
		t.Errorf("only %d values, %d repairs that lead outside, %d plans", values, outside, plans)
	}
}

func arrows(g *graph.Graph, x, y graph.Node) (list []string) {
	for _, e := range g.Between(x, y) {
		list = append(list, e.Arrow())
	}
	return list
}

// edit returns g with what goal has between two nodes.
func edit(g, goal *graph.Graph, x, y string) *graph.Graph {
	a, _ := g.Node(x)
	b, _ := g.Node(y)
	edges := slices.DeleteFunc(g.EdgeList(), func(e graph.Edge) bool {
		return e.X == a && e.Y == b || e.X == b && e.Y == a
	})
	p, _ := goal.Node(x)
	q, _ := goal.Node(y)
	for _, e := range goal.Between(p, q) {
		f := graph.Edge{X: a, Y: b, AtX: e.AtX, AtY: e.AtY}
		if e.X != p {
			f = graph.Edge{X: b, Y: a, AtX: e.AtX, AtY: e.AtY}
		}
		edges = append(edges, f)
	}
	return g.With(edges)
}

// Steps follow the path of their claim and say what the two graphs have there.
func TestStepsFollowThePath(t *testing.T) {
	statuses := map[report.Status]int{}
	for i, kind := range []string{"dag", "cpdag", "mag", "pag", "admg", "cyclic"} {
		for seed := range uint64(10) {
			k, _ := class.Parse(kind)
			other := []string{"dag", "cpdag", "mag", "pag", "admg", "cyclic"}[(i+int(seed))%6]
			gk, _ := class.Parse(other)
			truth, guess := random(kind, seed, 5), random(other, seed+9, 5)
			e, err := sepdist.Explain(t.Context(), &sepdist.Graph{Graph: truth, Class: k}, &sepdist.Graph{Graph: guess, Class: gk}, sepdist.ExplainOptions{Metric: "zl-sd", Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range e.Claims {
				if len(c.Path) > 0 && len(c.Steps) != len(c.Path)/2+1 {
					t.Fatalf("%v: %d steps", c.Path, len(c.Steps))
				}
				for j, s := range c.Steps {
					if s.Node != c.Path[2*j] || s.Given != slices.Contains(c.Separator, s.Node) {
						t.Errorf("%v: step %v", c.Path, s)
					}
					if j == len(c.Steps)-1 {
						continue
					}
					if s.Edge != c.Path[2*j+1] {
						t.Errorf("%v: step %v", c.Path, s)
					}
					statuses[s.Status]++
					x, _ := truth.Node(s.Node)
					y, _ := truth.Node(c.Steps[j+1].Node)
					a, b := arrows(truth, x, y), arrows(guess, x, y)
					want := report.Differs
					switch {
					case slices.Equal(a, b) && a == nil:
						want = report.Implied
					case slices.Equal(a, b):
						want = report.Agreed
					case a == nil:
						want = report.Extra
					case b == nil:
						want = report.Missing
					}
					if s.Status != want {
						t.Errorf("%v: step %v, expected %s", c.Path, s, want)
					}
				}
			}
		}
	}
	if len(statuses) < 3 {
		t.Errorf("only %v", statuses)
	}
}

func find(t *testing.T, name string) *distance.Metric {
	t.Helper()
	m, err := distance.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
