package simulate

import (
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
)

// SeriesOptions say what stationary time-series graph to draw.
type SeriesOptions struct {
	// Nodes is the number of variables, named Prefix1, Prefix2, ...
	Nodes int
	// MaxLag is the largest lag that a link may have.
	MaxLag int
	// Edges is the number of links.
	Edges int
	// Auto is the share of the links that join a variable with itself.
	Auto float64

	// Seed of the random numbers.
	Seed uint64
	// Prefix of the names of the variables, "X" if empty.
	Prefix string
}

// auto returns the number of links that join a variable with itself.
func (o SeriesOptions) auto() uint64 { return uint64(math.Round(o.Auto * float64(o.Edges))) }

// Check returns the first thing about the options that is impossible.
func (o SeriesOptions) Check() error {
	for _, f := range []struct {
		name  string
		value float64
		most  float64
	}{
		{"nodes", float64(o.Nodes), MaxNodes},
		{"max-lag", float64(o.MaxLag), MaxNodes},
		{"edges", float64(o.Edges), MaxEdges},
		{"auto", o.Auto, 1},
	} {
		if !(f.value >= 0 && f.value <= f.most) { // so that NaN is out, too
			return fmt.Errorf("simulate: %s is %s, expected 0 to %s", f.name, plain(f.value), plain(f.most))
		}
	}
	n, lag := uint64(o.Nodes), uint64(o.MaxLag)
	if auto := o.auto(); auto > n*lag {
		return fmt.Errorf("simulate: %d links of a variable with itself are asked for, but %d variables have only %d with lags up to %d", auto, n, n*lag, lag)
	}
	if cross := uint64(o.Edges) - o.auto(); cross > pairsOf(o.Nodes)*(1+2*lag) {
		return fmt.Errorf("simulate: %d links between variables are asked for, but %d variables have only %d with lags up to %d", cross, n, pairsOf(o.Nodes)*(1+2*lag), lag)
	}
	return nil
}

// Series draws a random stationary DAG. Contemporaneous links go along a random order of the
// variables; among the links that join a variable with itself, and among the others, all
// sets of as many are alike likely.
func Series(o SeriesOptions) (*graph.Series, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	s := newStream(o.Seed)
	prefix := o.Prefix
	if prefix == "" {
		prefix = "X"
	}
	order := make([]graph.Node, o.Nodes)
	for i := range order {
		order[i] = graph.Node(i)
	}
	shuffle(s, order)
	links := make([]graph.Link, 0, o.Edges)
	put := func(x graph.Node, lag uint64, y graph.Node) {
		links = append(links, graph.Link{X: x, Lag: int(lag), Y: y, AtX: graph.Tail, AtY: graph.Arrow})
	}
	n, lags := uint64(o.Nodes), uint64(o.MaxLag)
	auto := o.auto()
	own := newLottery(s, n*lags, auto)
	for range auto {
		number, _ := own.draw()
		v := graph.Node(number % n)
		put(v, 1+number/n, v)
	}
	cross := newLottery(s, pairsOf(o.Nodes)*(1+2*lags), uint64(o.Edges)-auto)
	for range uint64(o.Edges) - auto {
		number, _ := cross.draw()
		i, j := pair(number / (1 + 2*lags))
		// One way at lag 0, both ways at each other lag.
		way := number % (1 + 2*lags)
		if way > lags {
			i, j, way = j, i, way-lags
		}
		put(order[i], way, order[j])
	}
	return graph.MustSeries(graph.Numbered(prefix, 1, o.Nodes), links), nil
}

// ChangeSeries returns a stationary DAG with changes, a DAG as well, with lags up to its
// largest, and at least 1. Only contemporaneous arrows can be reversed, as no effect comes before its
// cause. The changes are made as [Change] makes them, each at two moments that were not
// touched before. For a CPDAG, change a member and draw its class.
func ChangeSeries(dag *graph.Series, c Changes) (*graph.Series, error) {
	for _, f := range []struct {
		name  string
		value int
	}{{"remove", c.Remove}, {"reverse", c.Reverse}, {"add", c.Add}, {"any", c.Any}} {
		if f.value < 0 {
			return nil, fmt.Errorf("simulate: %s is %d, expected 0 or more", f.name, f.value)
		}
	}
	if c.Bidirected != 0 {
		return nil, fmt.Errorf("simulate: %s %v does not apply to a DAG: omit it", Bidirected, c.Bidirected)
	}
	s := &seriesSketch{stream: newStream(c.Seed), dag: dag, links: slices.Clone(dag.Links()), touched: make(map[slot]bool)}
	kinds := []struct {
		what  string
		count int
		make  func() bool
	}{{"removed", c.Remove, s.remove}, {"reversed", c.Reverse, s.reverse}, {"added", c.Add, s.add}}
	for _, k := range kinds {
		for i := range k.count {
			if !k.make() {
				return nil, fmt.Errorf("simulate: only %d of %d links can be %s so that the graph stays a DAG", i, k.count, k.what)
			}
		}
	}
	for i := range c.Any {
		shuffle(s.stream, kinds)
		if !kinds[0].make() && !kinds[1].make() && !kinds[2].make() {
			return nil, fmt.Errorf("simulate: only %d of %d changes are possible so that the graph stays a DAG", i, c.Any)
		}
	}
	return dag.With(s.links), nil
}

// A slot is where a link may be, as [graph.Series.Links] has it.
type slot struct {
	x   graph.Node
	lag int
	y   graph.Node
}

func slotOf(l graph.Link) slot {
	if l.Lag == 0 && l.X > l.Y {
		l.X, l.Y = l.Y, l.X
	}
	return slot{l.X, l.Lag, l.Y}
}

// A seriesSketch is a time-series graph under change.
type seriesSketch struct {
	stream
	dag     *graph.Series
	links   []graph.Link
	touched map[slot]bool
}

// aLink offers the links that were not touched to change, in a random order, until it takes
// one.
func (s *seriesSketch) aLink(change func(i int) bool) bool {
	numbers := newLottery(s.stream, uint64(len(s.links)), 1)
	for number, ok := numbers.draw(); ok; number, ok = numbers.draw() {
		if at := slotOf(s.links[number]); !s.touched[at] && change(int(number)) {
			s.touched[at] = true
			return true
		}
	}
	return false
}

func (s *seriesSketch) remove() bool {
	return s.aLink(func(i int) bool {
		s.links = slices.Delete(s.links, i, i+1)
		return true
	})
}

func (s *seriesSketch) reverse() bool {
	return s.aLink(func(i int) bool {
		l := &s.links[i]
		if l.Lag > 0 {
			return false
		}
		l.AtX, l.AtY = l.AtY, l.AtX
		if s.acyclic() {
			return true
		}
		l.AtX, l.AtY = l.AtY, l.AtX
		return false
	})
}

func (s *seriesSketch) add() bool {
	taken := make(map[slot]bool, len(s.links))
	for _, l := range s.links {
		taken[slotOf(l)] = true
	}
	n, lags := uint64(s.dag.N()), uint64(max(1, s.dag.MaxLag()))
	numbers := newLottery(s.stream, n*n*(lags+1), 1)
	for number, ok := numbers.draw(); ok; number, ok = numbers.draw() {
		l := graph.Link{
			X: graph.Node(number % n), Lag: int(number / (n * n)), Y: graph.Node(number / n % n),
			AtX: graph.Tail, AtY: graph.Arrow,
		}
		at := slotOf(l)
		if l.Lag == 0 && l.X == l.Y || taken[at] || s.touched[at] {
			continue
		}
		s.links = append(s.links, l)
		if l.Lag > 0 || s.acyclic() {
			s.touched[at] = true
			return true
		}
		s.links = s.links[:len(s.links)-1]
	}
	return false
}

// acyclic reports whether the contemporaneous arrows make no cycle.
func (s *seriesSketch) acyclic() bool {
	_, err := series.CheckDAG(s.dag.With(s.links))
	return err == nil
}
