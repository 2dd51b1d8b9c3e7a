package graphtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// Series returns the drawn time-series graph: "X(t-1) --> Y(t); Z". Variables are in the order of
// their first occurrence, or of a list before a colon. It reads the output of String.
func Series(t testing.TB, drawing string) *graph.Series {
	t.Helper()
	s, err := parseSeries(drawing)
	if err != nil {
		t.Fatalf("%v in the drawing %q", err, drawing)
	}
	return s
}

// Moment returns the moment that is drawn as X(t-1).
func Moment(t testing.TB, s *graph.Series, name string) graph.LaggedNode {
	t.Helper()
	variable, lag, is := graph.ParseMoment(name)
	v, known := s.Names().Node(variable)
	if !is || !known {
		t.Fatalf("no moment %q in %v", name, s)
	}
	return graph.LaggedNode{Variable: v, Lag: lag}
}

func parseSeries(text string) (*graph.Series, error) {
	d, text := newDrawing(text)
	var links []graph.Link
	for item := range strings.SplitSeq(text, ";") {
		words := strings.Fields(item)
		switch len(words) {
		case 0:
		case 1:
			d.node(words[0])
		case 3:
			l, err := d.link(words)
			if err != nil {
				return nil, err
			}
			links = append(links, l)
		default:
			return nil, fmt.Errorf("%q is no link", item)
		}
	}
	return graph.NewSeries(d.names, links)
}

// link reads a link. One of its moments must be at t.
func (d *drawing) link(words []string) (graph.Link, error) {
	x, lagX, okX := graph.ParseMoment(words[0])
	y, lagY, okY := graph.ParseMoment(words[2])
	e, err := edge(words[1])
	if !okX || !okY || err != nil {
		return graph.Link{}, fmt.Errorf("%q is no link", words)
	}
	l := graph.Link{X: d.node(x), Lag: lagX, Y: d.node(y), AtX: e.AtX, AtY: e.AtY}
	switch {
	case lagX > 0 && lagY > 0:
		return l, fmt.Errorf("neither %s nor %s is at t", words[0], words[2])
	case lagY > 0:
		l = graph.Link{X: l.Y, Lag: lagY, Y: l.X, AtX: l.AtY, AtY: l.AtX}
	}
	return l, nil
}

// DrawSeries draws s with its list of variables first, so that [Series] keeps their order.
func DrawSeries(s *graph.Series) string {
	return strings.Join(s.Names().List(), " ") + ": " + s.String()
}

// RandomSeries returns a stationary DAG of n variables with lags up to lag, with each directed edge
// with probability p, and from a variable to itself at lag 1 with probability auto.
func RandomSeries(rng *rand.Rand, n, lag int, p, auto float64) *graph.Series {
	place := rng.Perm(n)
	var links []graph.Link
	for x := range graph.Node(n) {
		for y := range graph.Node(n) {
			for l := range lag + 1 {
				chance := p
				if x == y && l == 1 {
					chance = auto
				}
				if l == 0 && place[x] >= place[y] || rng.Float64() >= chance {
					continue
				}
				links = append(links, graph.Link{X: x, Lag: l, Y: y, AtX: graph.Tail, AtY: graph.Arrow})
			}
		}
	}
	return graph.MustSeries(letters('A', n), links)
}

// RandomMixedSeries returns a stationary ADMG: a [RandomSeries] with each bidirected link with
// probability q.
func RandomMixedSeries(rng *rand.Rand, n, lag int, p, auto, q float64) *graph.Series {
	s := RandomSeries(rng, n, lag, p, auto)
	links := slices.Clone(s.Links())
	for x := range graph.Node(n) {
		for y := range graph.Node(n) {
			for l := range lag + 1 {
				if (l > 0 || x < y) && rng.Float64() < q {
					links = append(links, graph.Link{X: x, Lag: l, Y: y, AtX: graph.Arrow, AtY: graph.Arrow})
				}
			}
		}
	}
	return s.With(links)
}

// FailingSeries reports two time-series graphs on the same variables for which fails is true as an
// error, after removing variables and links one by one. fails must be false for graphs outside of
// its class; a call that panics counts as true.
func FailingSeries(t testing.TB, truth, guess *graph.Series, fails func(truth, guess *graph.Series) bool) {
	t.Helper()
	truth, guess = shrink(truth, guess, fails, func(s *graph.Series, link int) *graph.Series {
		return s.With(slices.Delete(slices.Clone(s.Links()), link, link+1))
	})
	t.Errorf("fails for the truth %q and the guess %q", DrawSeries(truth), DrawSeries(guess))
}

// A SeriesCase is a case of testdata/vectors/series.json: a projection, or a distance.
type SeriesCase struct {
	ID     string
	Latent []string // variables

	// Of a projection:
	Graph                *graph.Series
	Window               int // slices, up to t
	Directed, Bidirected [][2]string

	// Of a distance:
	Truth, Guess *graph.Series
	MaxLag, Of   int
	Wrong        map[string]int
	GuessCPDAG   *graph.Series // nil where the class of the guess has one member
	Members      int
	WrongCPDAG   map[string]int
}

// SeriesVectors returns the cases of testdata/vectors/series.json, all by brute force.
func SeriesVectors(t testing.TB) []SeriesCase {
	t.Helper()
	var file struct {
		Cases []struct {
			Kind                 string
			Variables            []string
			TruthVariables       []string `json:"truth_variables"`
			Graph, Truth, Guess  []string
			GuessCPDAG           []string `json:"guess_cpdag"`
			Latent               []string
			Window               int
			Directed, Bidirected [][2]string
			MaxLag               int `json:"max_lag"`
			Of, Members          int
			Wrong                map[string]int
			WrongCPDAG           map[string]int `json:"wrong_cpdag"`
		}
	}
	readJSON(t, "vectors/series.json", &file)
	cases := make([]SeriesCase, len(file.Cases))
	for i, raw := range file.Cases {
		draw := func(variables, links []string) *graph.Series {
			return Series(t, strings.Join(variables, " ")+": "+strings.Join(links, "; "))
		}
		c := SeriesCase{ID: fmt.Sprintf("%s-%d", raw.Kind, i), Latent: raw.Latent}
		switch raw.Kind {
		case "projection":
			c.Graph, c.Window = draw(raw.Variables, raw.Graph), raw.Window
			c.Directed, c.Bidirected = raw.Directed, raw.Bidirected
		case "distance":
			of := raw.Variables
			if raw.TruthVariables != nil {
				of = raw.TruthVariables
			}
			c.Truth, c.Guess = draw(of, raw.Truth), draw(raw.Variables, raw.Guess)
			c.MaxLag, c.Of, c.Wrong = raw.MaxLag, raw.Of, raw.Wrong
			if raw.GuessCPDAG != nil {
				c.GuessCPDAG = draw(raw.Variables, raw.GuessCPDAG)
				c.Members, c.WrongCPDAG = raw.Members, raw.WrongCPDAG
			}
		default:
			t.Fatalf("series.json: case %d is of the kind %q", i, raw.Kind)
		}
		cases[i] = c
	}
	return cases
}
