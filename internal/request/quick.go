//go:build !lean

package request

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Comparer compares pairs of graphs in memory, one after another and in memory that it uses again.
// It returns numbers only, and only for ordinary pairs that take some milliseconds; the caller sends
// a compare request for all others, which also explains what is wrong. It serves one goroutine.
type Comparer struct {
	worker  *pipeline.Worker
	metrics []string
	read    [2]format.Options
	names   [2]nameCache
	in      pipeline.Input
	graphs  [2]*sepdist.Graph
	errs    [2]error
	out     []byte
}

// A Source is a graph in the memory of the caller.
type Source struct {
	Array *format.Array // a matrix, or nil

	// Otherwise edges as in a [Graph] of a request: ends and marks in rows of two.
	Ends  []int32
	Marks []byte

	// Names are the names of the nodes, each followed by a zero byte; empty for a matrix without
	// names.
	Names []byte
}

// A nameCache is the names that were decoded last. Many graphs have the same ones.
type nameCache struct {
	text  []byte
	names *graph.Names
}

// A comparerPlan is how pairs are compared: JSON from the caller.
type comparerPlan struct {
	Metrics []string                   `json:"metrics"`
	Options map[string]json.RawMessage `json:"options"`
	Truth   Graph                      `json:"truth"` // only Class and Options
	Guess   Graph                      `json:"guess"`
}

// errSlow says that a pair, or all pairs of a plan, need a compare request.
var errSlow = errors.New("the pair needs a compare request")

// quickSteps is the product of nodes and edges up to which every metric without an estimate takes
// some milliseconds at most, and quickTime the estimate up to which the others are computed at once:
// too short for an interrupt to matter.
const (
	quickSteps = 1 << 24
	quickTime  = 20 * time.Millisecond
)

// NewComparer returns a comparer for a plan. Work on a pair is shared among the given number of
// goroutines; 0 means one for each processor.
func NewComparer(plan []byte, workers int) (*Comparer, error) {
	var p comparerPlan
	if err := json.Unmarshal(plan, &p); err != nil {
		return nil, err
	}
	r := &Request{Metrics: p.Metrics, Options: p.Options}
	o, err := r.options()
	if err != nil {
		return nil, err
	}
	// What a search within a time limit finds is not what it finds again.
	if o.Baseline > 0 || o.Separators != nil || o.Limits.Stop != nil || o.Invalid != "" || slices.ContainsFunc(namedMetrics(p.Metrics), func(m *distance.Metric) bool { return m.Slow }) {
		return nil, errSlow
	}
	o.Workers = cmp.Or(o.Workers, pool.Workers(workers))
	c := &Comparer{metrics: p.Metrics}
	for i, g := range []*Graph{&p.Truth, &p.Guess} {
		kind, err := class.Parse(g.Class)
		if err != nil {
			return nil, err
		}
		if c.read[i], err = r.reading(g); err != nil {
			return nil, err
		}
		c.read[i].Class = kind
	}
	c.worker = (&pipeline.Pipeline{Options: o, Longest: quickTime}).NewWorker(o.Workers)
	return c, nil
}

// Compare returns the numbers of a pair, valid until the next call. All of them are little-endian:
//
//	rows, edges of the truth, edges of the guess, bytes of text   int64 each
//	metric (by its place in distance.Metrics), value, wrong, of, claims   for each row: int64, float64...
//	ends of the edges of the truth, then of the guess             int32
//	their marks                                                   uint8
//	notes of the truth, a zero byte, notes of the guess           each note ends with a line feed
//
// Wrong and of are NaN for metrics that do not count, and claims for those without claims. Edges
// are those of matrices only: the caller knows the others.
func (c *Comparer) Compare(ctx context.Context, truth, guess *Source) (numbers []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			numbers, err = nil, &pool.PanicError{Value: fault, Stack: debug.Stack()}
		}
	}()
	sources := [2]*Source{truth, guess}
	if truth.large() || guess.large() {
		if err := pool.Each(ctx, 2, 2, func(_, i int) { c.graphs[i], c.errs[i] = c.load(i, sources[i]) }, nil, nil); err != nil {
			return nil, err
		}
	} else {
		for i, s := range sources {
			c.graphs[i], c.errs[i] = c.load(i, s)
		}
	}
	if err := errors.Join(c.errs[:]...); err != nil {
		return nil, err
	}
	t, g := c.graphs[0], c.graphs[1]
	defer func() { c.in, c.graphs = pipeline.Input{}, [2]*sepdist.Graph{} }()
	if t.Series != nil || g.Series != nil || steps(t) > quickSteps || steps(g) > quickSteps {
		return nil, errSlow
	}
	c.in.Truth, c.in.Guess = pipeline.Origin{Graph: t, Nodes: t.N()}, pipeline.Origin{Graph: g, Nodes: g.N()}
	rows, err := c.worker.Rows(ctx, &c.in)
	if err != nil {
		return nil, err
	}
	return c.write(rows, sources)
}

// large reports whether reading a matrix is worth two goroutines.
func (s *Source) large() bool { return s.Array != nil && len(s.Array.Data) > 1<<18 }

func steps(g *sepdist.Graph) int { return g.N() * (g.N() + g.M()) }

// load returns the graph of a source.
func (c *Comparer) load(i int, s *Source) (*sepdist.Graph, error) {
	names, err := c.names[i].read(s.Names)
	if err != nil {
		return nil, err
	}
	if s.Array != nil {
		var nodes format.Nodes
		if names != nil {
			nodes.Names = names.List()
		}
		d, err := s.Array.Read("", nodes, c.read[i])
		if err != nil {
			return nil, err
		}
		if d.Series != nil || names == nil && d.Graph.Name(0) != "0" { // the caller numbers nodes from 0
			return nil, errSlow
		}
		return &sepdist.Graph{Graph: d.Graph, Class: c.read[i].Class, Notes: d.Notes}, nil
	}
	edges, err := edgesOf(s.Ends, s.Marks)
	if err != nil {
		return nil, err
	}
	g, err := graph.NewWithNames(names, edges)
	return &sepdist.Graph{Graph: g, Class: c.read[i].Class}, err
}

// read returns the names in a text, or nil for an empty one.
func (n *nameCache) read(text []byte) (*graph.Names, error) {
	if len(text) == 0 {
		return nil, nil
	}
	if n.names != nil && bytes.Equal(text, n.text) {
		return n.names, nil
	}
	list := bytes.Split(text[:len(text)-1], []byte{0})
	words := make([]string, len(list))
	for i, name := range list {
		words[i] = string(name)
	}
	names, err := graph.NewNames(words)
	if err == nil {
		n.text, n.names = append(n.text[:0], text...), names
	}
	return names, err
}

// write returns the rows, the edges of matrices and the notes.
func (c *Comparer) write(rows []pipeline.Row, sources [2]*Source) ([]byte, error) {
	out := append(c.out[:0], make([]byte, 32)...)
	le := binary.LittleEndian
	count := 0
	for i := range rows {
		row := &rows[i]
		if row.Err != nil {
			if slices.Contains(c.metrics, row.Metric.Name) {
				return nil, row.Err
			}
			continue // a metric of a group that is not defined for these graphs
		}
		r := &row.Result
		if r.Readings != nil || r.Partial {
			return nil, errSlow
		}
		wrong, of, claims := math.NaN(), math.NaN(), math.NaN()
		if r.Counted {
			wrong, of = r.Count.Wrong, r.Count.Of
		}
		if r.HasClaims {
			claims = r.Claims
		}
		out = le.AppendUint64(out, uint64(metricNumber(row.Metric)))
		for _, x := range []float64{r.Value, wrong, of, claims} {
			out = le.AppendUint64(out, math.Float64bits(x))
		}
		count++
	}
	le.PutUint64(out, uint64(count))
	for i, s := range sources {
		if s.Array == nil {
			continue
		}
		le.PutUint64(out[8+8*i:], uint64(c.graphs[i].M()))
		for e := range c.graphs[i].Edges() {
			out = le.AppendUint32(out, uint32(e.X))
			out = le.AppendUint32(out, uint32(e.Y))
		}
	}
	for i, s := range sources {
		if s.Array != nil {
			for e := range c.graphs[i].Edges() {
				out = append(out, byte(e.AtX), byte(e.AtY))
			}
		}
	}
	at := len(out)
	for i, g := range c.graphs {
		if i > 0 {
			out = append(out, 0)
		}
		for _, note := range g.Notes {
			out = append(append(out, note...), '\n')
		}
	}
	le.PutUint64(out[24:], uint64(len(out)-at))
	c.out = out
	return out, nil
}

// metricNumber returns the place of a metric in the table.
func metricNumber(m *distance.Metric) int {
	for i := range distance.Metrics {
		if m == &distance.Metrics[i] {
			return i
		}
	}
	return -1
}
