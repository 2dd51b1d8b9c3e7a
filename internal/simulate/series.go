package simulate

import (
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// auto returns the number of links that join a variable with itself.
func (o Options) auto() uint64 { return uint64(math.Round(o.Auto * float64(o.Edges))) }

// checkSeries returns an error if the options are impossible for a time series.
func (o Options) checkSeries() error {
	if o.Probability > 0 {
		return fmt.Errorf("probability %v is asked for, and a time series takes a number of edges", o.Probability)
	}
	n, lag := uint64(o.Nodes), uint64(o.MaxLag)
	if auto := o.auto(); auto > n*lag {
		return fmt.Errorf("%d links of a variable with itself are asked for, but %d variables have only %d with lags up to %d", auto, n, n*lag, lag)
	}
	if cross := uint64(o.Edges) - o.auto(); cross > pairsOf(o.Nodes)*(1+2*lag) {
		return fmt.Errorf("%d links between variables are asked for, but %d variables have only %d with lags up to %d", cross, n, pairsOf(o.Nodes)*(1+2*lag), lag)
	}
	return nil
}

// drawSeries draws a random stationary DAG. Contemporaneous links follow a random order of the
// variables. All sets of links from a variable to itself with the given number are equally likely, and so
// are all sets of other links. Some of the links are bidirected instead.
func drawSeries(o Options, s stream) *graph.Series {
	order := randomOrder(o.Nodes, s)
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
	for i := range links {
		if o.Bidirected > 0 && s.chance(o.Bidirected) {
			links[i].AtX = graph.Arrow
		}
	}
	return graph.MustSeries(o.names(), links)
}

// changeSeries changes a time series, with lags up to its largest, and at least 1.
func changeSeries(old *graph.Series, kind class.Kind, c Changes) (*graph.Series, error) {
	s := &seriesSketch{stream: newStream(c.Seed), old: old, bidirected: c.Bidirected, links: slices.Clone(old.Links()), touched: make(map[slot]bool)}
	if err := makeChanges(s, s.stream, kind, c); err != nil {
		return nil, err
	}
	return old.With(s.links), nil
}

// A slot is the place of a link, as in [graph.Series.Links].
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

// A seriesSketch is a time series that is being changed.
type seriesSketch struct {
	stream
	old        *graph.Series
	bidirected float64 // the probability that an added link is bidirected
	links      []graph.Link
	touched    map[slot]bool
}

// aLink calls change with the links that were not changed before, in random order, until it returns true.
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
		if l.Lag > 0 || !l.Edge().Directed() {
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
	n, lags := uint64(s.old.N()), uint64(max(1, s.old.MaxLag()))
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
		if s.bidirected > 0 && s.chance(s.bidirected) {
			l.AtX = graph.Arrow
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

// acyclic reports whether the contemporaneous directed edges make no cycle.
func (s *seriesSketch) acyclic() bool {
	_, cycle := s.old.With(s.links).Lag0().Order()
	return cycle == nil
}
