package graph_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

func link(x graph.Node, lag int, y graph.Node, marks string) graph.Link {
	atX, atY, ok := graph.ParseMarks([]byte(marks))
	if !ok {
		panic(marks)
	}
	return graph.Link{X: x, Lag: lag, Y: y, AtX: atX, AtY: atY}
}

func TestSeries(t *testing.T) {
	s, err := graph.NewSeries([]string{"A", "B", "C", "D"}, []graph.Link{
		link(1, 0, 0, "-->"), link(0, 2, 1, "-->"), link(0, 2, 1, "<->"), link(2, 0, 1, "---"), link(1, 1, 1, "o->"),
	})
	if err != nil {
		t.Fatal(err)
	}
	const drawn = "A(t) <-- B(t); B(t-1) o-> B(t); A(t-2) --> B(t); A(t-2) <-> B(t); B(t) --- C(t); D"
	if s.String() != drawn {
		t.Errorf("drawn as %s, want %s", s, drawn)
	}
	if s.N() != 4 || s.M() != 5 || s.MaxLag() != 2 {
		t.Errorf("%d variables, %d links, largest lag %d", s.N(), s.M(), s.MaxLag())
	}
	if got := s.Between(1, 0, 0); !slices.Equal(got, []graph.Link{link(1, 0, 0, "-->")}) {
		t.Errorf("B and A at lag 0: %v", got)
	}
	if got := s.Between(0, 2, 1); len(got) != 2 {
		t.Errorf("A and B at lag 2: %v", got)
	}
	if got := s.Lag0().String(); got != "A <-- B; B --- C; D" {
		t.Errorf("lag 0 is %s", got)
	}
	at := func(v graph.Node, lag int) graph.LaggedNode { return graph.LaggedNode{Variable: v, Lag: lag} }
	for _, c := range []struct {
		x, y graph.LaggedNode
		want bool
	}{
		{at(0, 3), at(1, 1), true}, {at(1, 1), at(0, 3), true}, {at(1, 3), at(0, 1), false},
		{at(0, -1), at(1, -1), true}, {at(1, 5), at(1, 4), true}, {at(3, 0), at(3, 1), false},
	} {
		if s.Adjacent(c.x, c.y) != c.want {
			t.Errorf("%v and %v adjacent: %v", c.x, c.y, !c.want)
		}
	}
	if got := s.MomentName(at(2, 0).Shift(-3)); got != "C(t+3)" {
		t.Errorf("C three steps after t is %s", got)
	}
	turned := s.Induced([]graph.Node{3, 1, 2, 0})
	if turned.EqualByIndex(s) || !turned.Equal(s) || !s.Equal(turned) {
		t.Errorf("%v is not equal to itself in another order", s)
	}
	if back, err := turned.Align(s.Names()); err != nil || !back.EqualByIndex(s) {
		t.Errorf("aligned %v, %v", back, err)
	}
	if part := s.Induced([]graph.Node{1, 2}); part.String() != "B(t-1) o-> B(t); B(t) --- C(t)" {
		t.Errorf("B and C are %v", part)
	}
	if _, err := s.Induced([]graph.Node{1, 2}).Align(s.Names()); err == nil {
		t.Error("two variables aligned with four")
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct {
		links []graph.Link
		want  string // the graph, or the error
	}{
		{nil, "A; B; C"},
		{[]graph.Link{link(0, 1, 0, "-->"), link(0, 1, 1, "-->"), link(0, 3, 1, "-->"), link(2, 0, 1, "-->")}, "A --> B; B <-- C"},
		{[]graph.Link{link(0, 1, 1, "-->"), link(1, 2, 0, "-->"), link(1, 1, 0, "<->")}, "A <-- B; A --> B; A <-> B; C"},
		{[]graph.Link{link(1, 0, 0, "o->"), link(1, 2, 0, "o->"), link(2, 0, 1, "---")}, "A <-o B; B --- C"},
		{[]graph.Link{link(0, 1, 1, "-->"), link(0, 0, 1, "---")}, "A(t) --- B(t) and A(t-1) --> B(t) differ"},
		{[]graph.Link{link(0, 2, 1, "o->"), link(1, 2, 0, "o->")}, "B(t-2) o-> A(t) and A(t-2) o-> B(t) differ"},
	} {
		s, err := graph.NewSeries([]string{"A", "B", "C"}, c.links)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if g, err := s.Summary(); err != nil {
			got = err.Error()
		} else {
			got = g.String()
		}
		if got != c.want {
			t.Errorf("the summary graph of %v: %s, want %s", s, got, c.want)
		}
	}
}

// The summary graph has an edge exactly if there is a link with its marks at some lag.
func TestSummaryRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := []string{"-->", "<->", "<--", "o->", "---"}
	differ := 0
	for range 2000 {
		n, kinds := 2+random.IntN(4), all[:2+random.IntN(4)]
		var links []graph.Link
		for range random.IntN(2 * n) {
			links = append(links, link(graph.Node(random.IntN(n)), random.IntN(3), graph.Node(random.IntN(n)), kinds[random.IntN(len(kinds))]))
		}
		s, err := graph.NewSeries([]string{"A", "B", "C", "D", "E"}[:n], links)
		if err != nil {
			continue // a link twice, for example
		}
		g, err := s.Summary()
		for y := range graph.Node(n) {
			for x := range y {
				want := map[graph.Edge]bool{}
				alone := false
				for _, l := range links {
					for _, e := range []graph.Edge{l.Edge(), l.Edge().Flip()} {
						if e.X == x && e.Y == y {
							want[e] = true
							alone = alone || !e.MayBeParallel()
						}
					}
				}
				if alone && len(want) > 1 {
					if err == nil {
						t.Fatalf("%v has the summary graph %v", s, g)
					}
					differ++
					g = nil
				} else if err == nil {
					got := g.Between(x, y)
					if len(got) != len(want) || slices.ContainsFunc(got, func(e graph.Edge) bool { return !want[e] }) {
						t.Fatalf("the summary graph of %v is %v", s, g)
					}
				}
			}
		}
		if err != nil && g != nil {
			t.Fatalf("%v: %v", s, err)
		}
	}
	if differ == 0 {
		t.Error("no links differ")
	}
}

func TestSeriesErrors(t *testing.T) {
	for _, c := range []struct {
		links []graph.Link
		want  string
	}{
		{[]graph.Link{link(0, 0, 2, "-->")}, "joins variable 1 and variable 3 of a series with 2 variables"},
		{[]graph.Link{link(0, -1, 1, "-->")}, "has lag -1, expected 0 or more"},
		{[]graph.Link{link(1, 0, 1, "-->")}, "the link B(t) --> B(t) joins a moment with itself"},
		{[]graph.Link{{X: 0, Lag: 1, Y: 1}}, "has an end without a mark"},
		{[]graph.Link{link(0, 0, 1, "-->"), link(1, 0, 0, "<--")}, "duplicate link A(t) --> B(t)"},
		{[]graph.Link{link(0, 1, 1, "---"), link(0, 1, 1, "-->")}, "the link A(t-1) --- B(t) cannot be combined with A(t-1) --> B(t)"},
	} {
		if _, err := graph.NewSeries([]string{"A", "B"}, c.links); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := graph.NewSeries([]string{"A", "A"}, nil); err == nil {
		t.Error("two variables of one name")
	}
}
