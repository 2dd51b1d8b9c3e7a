package graphtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
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
	variable, lag, err := cutMoment(name)
	v, ok := s.Names().Node(variable)
	if err != nil || !ok {
		t.Fatalf("no moment %q in %v", name, s)
	}
	return graph.LaggedNode{Variable: v, Lag: lag}
}

func parseSeries(text string) (*graph.Series, error) {
	d := drawing{nodes: make(map[string]graph.Node)}
	if list, rest, ok := strings.Cut(text, ":"); ok {
		for _, name := range strings.Fields(list) {
			d.node(name)
		}
		text = rest
	}
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
	x, lagX, errX := cutMoment(words[0])
	y, lagY, errY := cutMoment(words[2])
	e, err := edge(words[1])
	for _, err := range []error{errX, errY, err} {
		if err != nil {
			return graph.Link{}, err
		}
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

func cutMoment(name string) (variable string, lag int, err error) {
	i := strings.LastIndex(name, "(t")
	if i < 0 || !strings.HasSuffix(name, ")") {
		return "", 0, fmt.Errorf("%q is no moment", name)
	}
	digits := name[i+2 : len(name)-1]
	if digits == "" {
		return name[:i], 0, nil
	}
	lag, err = strconv.Atoi(digits)
	return name[:i], -lag, err
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
	return graph.MustSeries(seriesNames(n), links)
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

// seriesNames are A, B, C, ...
func seriesNames(n int) *graph.Names {
	list := make([]string, n)
	for i := range list {
		list[i] = string(rune('A' + i))
	}
	names, err := graph.NewNames(list)
	if err != nil {
		panic(err)
	}
	return names
}

// FailingSeries reports two time-series graphs on the same variables for which fails is true as an
// error, after removing variables and links one by one. fails must be false for graphs outside of
// its class; a call that panics counts as true.
func FailingSeries(t testing.TB, truth, guess *graph.Series, fails func(truth, guess *graph.Series) bool) {
	t.Helper()
	still := func(t, g *graph.Series) (failed bool) {
		defer func() {
			if recover() != nil {
				failed = true
			}
		}()
		return fails(t, g)
	}
	for smaller := true; smaller; {
		smaller = false
		for t, g := range lesserSeries(truth, guess) {
			if still(t, g) {
				truth, guess, smaller = t, g, true
				break
			}
		}
	}
	t.Errorf("fails for the truth %q and the guess %q", DrawSeries(truth), DrawSeries(guess))
}

// lesserSeries yields the pairs of graphs with one variable less, then those with one link less.
func lesserSeries(truth, guess *graph.Series) func(yield func(t, g *graph.Series) bool) {
	return func(yield func(t, g *graph.Series) bool) {
		for v := range graph.Node(truth.N()) {
			rest := graph.AllNodes(truth.N()).Without(v).Nodes()
			if !yield(truth.Induced(rest), guess.Induced(rest)) {
				return
			}
		}
		for i := range truth.M() {
			if !yield(truth.With(slices.Delete(slices.Clone(truth.Links()), i, i+1)), guess) {
				return
			}
		}
		for i := range guess.M() {
			if !yield(truth, guess.With(slices.Delete(slices.Clone(guess.Links()), i, i+1))) {
				return
			}
		}
	}
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
	if err := json.Unmarshal(read(t, "vectors/series.json"), &file); err != nil {
		t.Fatalf("series.json: %v", err)
	}
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
