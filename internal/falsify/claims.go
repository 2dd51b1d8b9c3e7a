package falsify

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

// claims are the claims of a graph, each once: (x, y, S) and (y, x, S) are the same.
type claims struct {
	frame   *frame
	sets    [][]int32
	queries []independence.Query // x < y, sorted by set, x and y
	orders  []int8               // for each query: how many ordered pairs make the claim
	nodes   []int32              // memory of the sets
	of      int                  // ordered pairs
	known   map[string]int32     // sets by content
	key     []byte
}

// A frame numbers the columns of the tests: nodes of a graph, or moments of a time series, slice by
// slice from the latest to the earliest.
type frame struct {
	variables []string
	lagged    bool
	latest    int // lag of the first slice, 0 or less
	earliest  int // lag of the last slice
}

// names returns the names of the columns.
func (f *frame) names() []string {
	if !f.lagged {
		return f.variables
	}
	var list []string
	for lag := f.latest; lag <= f.earliest; lag++ {
		for _, v := range f.variables {
			list = append(list, graph.LaggedNode{Lag: lag}.Name(v))
		}
	}
	return list
}

func (f *frame) column(m graph.LaggedNode) int32 {
	return int32((m.Lag-f.latest)*len(f.variables)) + int32(m.Variable)
}

// A strategy chooses the sets of the claims.
type strategy struct {
	name   string
	base   separator.Strategy // without Markov blankets
	mb     bool
	metric *distance.Metric
}

// StrategyNames lists the strategies: the names of the separation distances without -sd.
func StrategyNames() (names []string) {
	for i := range distance.Metrics {
		if m := &distance.Metrics[i]; m.Claims == distance.AboutSeparation {
			names = append(names, strings.TrimSuffix(m.Name, "-sd"))
		}
	}
	return names
}

func findStrategy(name string) (*strategy, error) {
	s := &strategy{name: strings.TrimSuffix(name, "-sd")}
	base, mb := strings.CutPrefix(s.name, "mb-")
	s.mb = mb
	metric, err := distance.Find(s.name + "-sd")
	i := slices.IndexFunc(separator.Strategies, func(t separator.Strategy) bool { return t.Name == base })
	if err != nil || i < 0 {
		return nil, fmt.Errorf("unknown strategy %q: expected one of %s", name, strings.Join(StrategyNames(), ", "))
	}
	s.base, s.metric = separator.Strategies[i], metric
	return s, nil
}

// definedFor returns an error if the strategy is not defined for graphs of a class.
func (s *strategy) definedFor(k class.Kind) error {
	err := s.metric.Defined(k, k)
	var wrong *distance.ClassError
	if !errors.As(err, &wrong) {
		return err
	}
	e := *wrong
	e.Role, e.Metric, e.Use, e.Why = "graph", "the strategy "+s.name, "use zl", ""
	if s.name == "zl" {
		e.Use = ""
	}
	return &e
}

// maxNodes bounds the memory for claims, which are up to one for each ordered pair.
const maxNodes = 8000

// collect returns the claims of a graph.
func collect(ctx context.Context, m *model.Model, s *strategy, maxLag int) (*claims, error) {
	if err := s.definedFor(m.Kind()); err != nil {
		return nil, err
	}
	c := &claims{known: make(map[string]int32)}
	var err error
	if m.Series() != nil {
		err = c.collectSeries(ctx, m, s, maxLag)
	} else {
		err = c.collectGraph(ctx, m, s)
	}
	if err != nil {
		return nil, err
	}
	c.merge()
	c.known = nil
	return c, nil
}

// set returns the number of a set.
func (c *claims) set(nodes []int32) int32 {
	slices.Sort(nodes)
	c.key = c.key[:0]
	for _, v := range nodes {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(v))
	}
	at, ok := c.known[string(c.key)]
	if !ok {
		at = int32(len(c.sets))
		c.known[string(c.key)] = at
		if cap(c.nodes)-len(c.nodes) < len(nodes) {
			c.nodes = make([]int32, 0, max(1<<12, len(nodes)))
		}
		first := len(c.nodes)
		c.nodes = append(c.nodes, nodes...)
		c.sets = append(c.sets, c.nodes[first:len(c.nodes):len(c.nodes)])
	}
	return at
}

func (c *claims) add(x, y, set int32, orders int8) {
	c.queries = append(c.queries, independence.Query{X: min(x, y), Y: max(x, y), Set: set})
	c.orders = append(c.orders, orders)
}

// merge sorts the claims and makes equal ones one.
func (c *claims) merge() {
	keys, starts := sorted(len(c.sets), len(c.queries),
		func(i int) int32 { return c.queries[i].Set },
		func(i int) uint64 {
			return uint64(c.queries[i].X)<<33 | uint64(c.queries[i].Y)<<2 | uint64(c.orders[i])
		})
	c.queries, c.orders = c.queries[:0], c.orders[:0]
	for set := range c.sets {
		first := len(c.queries)
		for _, key := range keys[starts[set]:starts[set+1]] {
			q, orders := independence.Query{X: int32(key >> 33), Y: int32(key >> 2 & math.MaxInt32), Set: int32(set)}, int8(key&3)
			if last := len(c.queries) - 1; last >= first && c.queries[last] == q {
				c.orders[last] += orders
				continue
			}
			c.queries = append(c.queries, q)
			c.orders = append(c.orders, orders)
		}
	}
}

// sorted puts the keys of n items into buckets and sorts each bucket. Bucket b begins at starts[b].
func sorted(buckets, n int, bucket func(i int) int32, key func(i int) uint64) (keys []uint64, starts []int32) {
	starts = make([]int32, buckets+2)
	for i := range n {
		starts[bucket(i)+2]++
	}
	for b := range buckets {
		starts[b+2] += starts[b+1]
	}
	keys = make([]uint64, n)
	for i := range n {
		at := &starts[bucket(i)+1]
		keys[*at] = key(i)
		*at++
	}
	for b := range buckets {
		slices.Sort(keys[starts[b]:starts[b+1]])
	}
	return keys, starts[:buckets+1]
}

// collectGraph collects the claims of a graph without time. Sets that many y share are found
// together where the strategy can do that.
func (c *claims) collectGraph(ctx context.Context, m *model.Model, s *strategy) error {
	n := graph.Node(m.N())
	if n > maxNodes {
		return fmt.Errorf("the graph has %d nodes, at most %d are tested: test a part of it", n, maxNodes)
	}
	c.frame = &frame{variables: m.Drawn().Names().List()}
	c.of = int(n) * int(n-1)
	choose := s.base
	if s.mb {
		choose = separator.Enhanced(s.base)
	}
	b := &blocks{claims: c, chooser: choose.New(), orders: 1}
	b.sets.Reset(m.Walk().N())
	b.chooser.Reset(m)
	var grouper separator.Grouper
	if choose.Shares(m) {
		grouper = choose.Shared()
		grouper.Reset(m)
	}
	near := make([]bool, n)
	var ys msep.Pieces
	for x := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, v := range m.Drawn().Neighbors(x) {
			near[v] = true
		}
		first := graph.Node(0)
		if choose.Symmetric {
			first, b.orders = x+1, 2
		}
		ys = ys[:0]
		for y := first; y < n; y++ {
			if x != y && !near[y] {
				ys.Add(y)
			}
		}
		for _, v := range m.Drawn().Neighbors(x) {
			near[v] = false
		}
		left := ys
		if grouper != nil && len(ys) > 0 {
			left = grouper.Ask(x, ys)
			c.addShared(grouper, false)
		}
		for y := range left.All {
			b.ask(x, y)
		}
	}
	if grouper != nil {
		c.addShared(grouper, true)
	}
	b.flush()
	return nil
}

// addShared adds the claims of shared sets.
func (c *claims) addShared(grouper separator.Grouper, all bool) {
	var nodes []int32
	for {
		shared := grouper.Next(all)
		if len(shared) == 0 {
			return
		}
		for _, one := range shared {
			nodes = nodes[:0]
			for _, v := range one.Set {
				nodes = append(nodes, int32(v))
			}
			set := c.set(nodes)
			for y := range one.Ys.All {
				c.add(int32(one.X), int32(y), set, 1)
			}
		}
	}
}

// blocks chooses sets for many pairs at once.
type blocks struct {
	claims  *claims
	chooser separator.Chooser
	orders  int8
	pairs   []separator.Pair
	sets    msep.Block
	nodes   []int32
}

func (b *blocks) ask(x, y graph.Node) {
	if b.pairs = append(b.pairs, separator.Pair{X: x, Y: y}); len(b.pairs) == msep.Width {
		b.flush()
	}
}

func (b *blocks) flush() {
	if len(b.pairs) == 0 {
		return
	}
	b.sets.Clear()
	none := b.chooser.Choose(b.pairs, &b.sets)
	sets := b.sets.Sets()
	for lane, p := range b.pairs {
		if none.Has(lane) {
			continue
		}
		b.nodes = b.nodes[:0]
		for _, v := range sets[lane] {
			b.nodes = append(b.nodes, int32(v))
		}
		b.claims.add(int32(p.X), int32(p.Y), b.claims.set(b.nodes), b.orders)
	}
	b.pairs = b.pairs[:0]
}

// collectSeries collects the claims of a time series.
func (c *claims) collectSeries(ctx context.Context, m *model.Model, s *strategy, maxLag int) error {
	type claim struct {
		x, y graph.LaggedNode
		set  []graph.LaggedNode
	}
	var list []claim
	c.frame = &frame{variables: m.Names().List(), lagged: true}
	var err error
	c.of, err = m.Series().Claims(ctx, series.Strategy{Base: s.base, Blanket: s.mb}, maxLag, func(x, y graph.LaggedNode, set []graph.LaggedNode) {
		list = append(list, claim{x, y, set})
		for _, v := range append([]graph.LaggedNode{x, y}, set...) {
			c.frame.include(v)
		}
	})
	if err != nil {
		return err
	}
	var nodes []int32
	for _, one := range list {
		nodes = nodes[:0]
		for _, v := range one.set {
			nodes = append(nodes, c.frame.column(v))
		}
		c.add(c.frame.column(one.x), c.frame.column(one.y), c.set(nodes), 1)
	}
	return nil
}

// include makes the frame one that has a moment.
func (f *frame) include(m graph.LaggedNode) {
	f.latest, f.earliest = min(f.latest, m.Lag), max(f.earliest, m.Lag)
}
