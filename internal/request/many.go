package request

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// Matrices are stacks of integer matrices of one size, int8 cells row by row. There are as many
// truths as guesses, or one.
type Matrices struct {
	Nodes      int               `json:"nodes"`
	Truth      *int              `json:"truth"`
	Guess      *int              `json:"guess"`
	Code       map[string]string `json:"code"` // codes, orientation, opposite-arcs
	TruthClass string            `json:"truth-class,omitempty"`
	GuessClass string            `json:"guess-class,omitempty"`
}

// Graphs are a table of graphs, and pairs of them.
type Graphs struct {
	Names   [][]string `json:"names"`   // lists of nodes
	Classes []string   `json:"classes"` // that graphs are of; "" is unstated
	Heads   *int       `json:"heads"`   // int32 rows: list of nodes, edges, class, triples
	Ends    *int       `json:"ends"`    // int32 rows of two, graph after graph
	Marks   *int       `json:"marks"`   // uint8 rows of two
	Triples *int       `json:"triples"` // int32 rows: status and three nodes
	Pairs   *int       `json:"pairs"`   // int32 rows: truth and guess
	More    []*Graph   `json:"more"`    // in any form, such as time series; numbered after the others
}

// largePair is from how many nodes on a pair is worth more than one processor.
const largePair = 300

// A manyInput gives pair after pair.
type manyInput struct {
	count int
	nodes func(i int) int
	fill  func(i int, in *pipeline.Input)
}

// compareMany answers with a row of numbers for each pair.
func compareMany(ctx context.Context, r *Request, a *answer) error {
	o, err := r.options()
	if err != nil {
		return err
	}
	progress := o.Progress
	o.Progress = nil
	p := &pipeline.Pipeline{Options: o}
	var in manyInput
	if r.Matrices != nil {
		in, err = r.matrices(p)
	} else {
		in, err = r.graphs()
	}
	if err != nil {
		return err
	}
	m := newManyResult(o.Metrics, in.count)
	done := 0
	run := func(list []int, about int) error {
		next := 0
		pairs := func(yield func(*pipeline.Input, error) bool) {
			var one pipeline.Input
			for _, i := range list {
				in.fill(i, &one)
				if !yield(&one, nil) {
					return
				}
			}
		}
		return pipeline.Run(ctx, p, iter.Seq2[*pipeline.Input, error](pairs), about, m.collect, func(of *chunk, n int) error {
			m.put(r, list[next:next+n], of)
			next += n
			*of = chunk{cells: of.cells[:0], errs: of.errs[:0], notes: of.notes[:0]}
			if done += n; progress != nil {
				progress(float64(done) / float64(max(1, in.count)))
			}
			return nil
		})
	}
	// Large pairs come one after another, each on all processors.
	var small, large []int
	for i := range in.count {
		if in.nodes(i) < largePair {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	if err := run(small, len(small)); err != nil {
		return err
	}
	for _, i := range large {
		if err := run([]int{i}, 1); err != nil {
			return err
		}
	}
	m.write(a)
	return nil
}

// A chunk is what became of some pairs in a row.
type chunk struct {
	cells []float64 // the columns of each metric of each pair
	errs  []error
	notes [][]string
}

// The columns of a metric in the answer.
const (
	valueColumn = iota
	wrongColumn
	ofColumn
	lowerColumn // over an equivalence class, or over the readings of a guess
	upperColumn
	columns
)

// A manyResult is a table of numbers: a row for each pair and a column for each metric.
type manyResult struct {
	names   []string // of the metrics and groups that were asked for
	metrics []*distance.Metric
	column  map[*distance.Metric]int
	used    []bool
	tables  [columns][]float64
	errors  []pairError
	notes   []pairNotes
}

// A pairError says why a pair has no numbers.
type pairError struct {
	Pair  int    `json:"pair"`
	Error *Error `json:"error"`
}

// pairNotes are remarks about the results of a pair.
type pairNotes struct {
	Pair  int      `json:"pair"`
	Notes []string `json:"notes"`
}

// namedMetrics returns the metrics with the given names or in the given groups, each once. Unknown names are
// ignored.
func namedMetrics(names []string) (list []*distance.Metric) {
	for _, name := range names {
		i := slices.IndexFunc(distance.Groups, func(g distance.Group) bool { return strings.EqualFold(g.Name, name) })
		for k := range distance.Metrics {
			if m := &distance.Metrics[k]; (strings.EqualFold(m.Name, name) || i >= 0 && distance.Groups[i].Has(m)) && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

func newManyResult(names []string, pairs int) *manyResult {
	m := &manyResult{names: names, metrics: namedMetrics(names), column: make(map[*distance.Metric]int)}
	for i, metric := range m.metrics {
		m.column[metric] = i
	}
	m.used = make([]bool, len(m.metrics))
	for i := range m.tables {
		m.tables[i] = slices.Repeat([]float64{math.NaN()}, pairs*len(m.metrics))
	}
	return m
}

// collect appends what became of a pair to a chunk. It is called by any worker.
func (m *manyResult) collect(to *chunk, _ *pipeline.Input, rows []pipeline.Row, err error) error {
	start := len(to.cells)
	var notes []string
	for range columns * len(m.metrics) {
		to.cells = append(to.cells, math.NaN())
	}
	for i := range rows {
		row := &rows[i]
		k, known := m.column[row.Metric]
		switch {
		case !known:
		case row.Err != nil:
			if err == nil && slices.Contains(m.names, row.Metric.Name) { // of a group it is skipped
				err = row.Err
			}
		default:
			at := to.cells[start+columns*k:]
			if at[valueColumn] = row.Result.Value; row.Result.Counted {
				at[wrongColumn], at[ofColumn] = row.Result.Count.Wrong, row.Result.Count.Of
			}
			at[lowerColumn], at[upperColumn] = row.Result.Range()
			for _, note := range row.Result.Notes {
				notes = append(notes, row.Metric.Name+": "+note)
			}
		}
	}
	to.errs, to.notes = append(to.errs, err), append(to.notes, notes)
	return nil
}

// put takes over a chunk of the given pairs.
func (m *manyResult) put(r *Request, pairs []int, of *chunk) {
	width := len(m.metrics)
	for i, pair := range pairs {
		for k := range width {
			cell := of.cells[columns*(i*width+k):][:columns]
			for c, x := range cell {
				m.tables[c][pair*width+k] = x
				m.used[k] = m.used[k] || x == x
			}
		}
		if len(of.notes[i]) > 0 {
			m.notes = append(m.notes, pairNotes{pair, of.notes[i]})
		}
		if err := of.errs[i]; err != nil {
			m.errors = append(m.errors, pairError{pair, wire(r, err)})
		}
	}
}

// write puts the columns that have numbers, or were asked for by name, into the answer.
func (m *manyResult) write(a *answer) {
	var keep []int
	names := []string{}
	for k, metric := range m.metrics {
		if m.used[k] || slices.Contains(m.names, metric.Name) {
			keep = append(keep, k)
			names = append(names, metric.Name)
		}
	}
	width := max(1, len(m.metrics))
	for _, table := range m.tables {
		some := make([]float64, 0, len(table)/width*len(keep))
		for row := 0; row+width <= len(table); row += width {
			for _, k := range keep {
				some = append(some, table[row+k])
			}
		}
		a.floats(some)
	}
	slices.SortFunc(m.errors, func(x, y pairError) int { return x.Pair - y.Pair })
	a.set("metrics", names)
	a.set("failed", len(m.errors))
	a.set("errors", append([]pairError{}, m.errors...))
	if len(m.notes) > 0 {
		slices.SortFunc(m.notes, func(x, y pairNotes) int { return x.Pair - y.Pair })
		a.set("notes", m.notes)
	}
}

// matrices returns the pairs of two stacks.
func (r *Request) matrices(p *pipeline.Pipeline) (in manyInput, err error) {
	m := r.Matrices
	g := Graph{Options: m.Code}
	o, err := r.reading(&g)
	if err != nil {
		return in, err
	}
	if p.Code, err = o.Coding(); err != nil {
		return in, err
	}
	if p.Truth.Class, err = class.Parse(m.TruthClass); err != nil {
		return in, err
	}
	if p.Guess.Class, err = class.Parse(m.GuessClass); err != nil {
		return in, err
	}
	var stacks [2][]int8
	for i, part := range []*int{m.Truth, m.Guess} {
		data, err := r.parts.get(part)
		if err != nil {
			return in, err
		}
		stacks[i] = unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(data))), len(data)) // too large to copy
	}
	size := m.Nodes * m.Nodes
	if m.Nodes <= 0 || m.Nodes > math.MaxInt32 || len(stacks[0])%size != 0 || len(stacks[1])%size != 0 {
		return in, fmt.Errorf("stacks of %d and %d cells for matrices of %d nodes", len(stacks[0]), len(stacks[1]), m.Nodes)
	}
	truths, guesses := len(stacks[0])/size, len(stacks[1])/size
	if truths != guesses && truths != 1 {
		return in, fmt.Errorf("%d truths and %d guesses: expected as many of both, or one truth", truths, guesses)
	}
	return manyInput{guesses, func(int) int { return m.Nodes }, func(i int, one *pipeline.Input) {
		t := min(i, truths-1)
		one.Truth = pipeline.Origin{Form: pipeline.Matrix, Cells: stacks[0][t*size : (t+1)*size], Nodes: m.Nodes}
		one.Guess = pipeline.Origin{Form: pipeline.Matrix, Cells: stacks[1][i*size : (i+1)*size], Nodes: m.Nodes}
	}}, nil
}

// graphs returns the pairs of a table of graphs. A graph that cannot be is the fault of its pairs.
func (r *Request) graphs() (in manyInput, err error) {
	t := r.Graphs
	if t == nil {
		return in, fmt.Errorf("the request has neither matrices nor graphs")
	}
	var heads, ends, triples, pairs []int32
	for _, part := range []struct {
		to    *[]int32
		from  *int
		width int
	}{{&heads, t.Heads, 4}, {&ends, t.Ends, 2}, {&triples, t.Triples, 4}, {&pairs, t.Pairs, 2}} {
		if *part.to, err = r.parts.int32s(part.from, part.width); err != nil {
			return in, err
		}
	}
	marks, err := r.parts.get(t.Marks)
	if err != nil {
		return in, err
	}
	names := make([]*graph.Names, len(t.Names))
	for i, list := range t.Names {
		if names[i], err = graph.NewNames(list); err != nil {
			return in, err
		}
	}
	kinds := make([]class.Kind, len(t.Classes))
	for i, name := range t.Classes {
		if kinds[i], err = class.Parse(name); err != nil {
			return in, err
		}
	}
	table := make([]pipeline.Origin, len(heads)/4)
	for i := range table {
		h := heads[4*i:]
		m, k := 2*int(h[1]), 4*int(h[3])
		if h[0] < 0 || int(h[0]) >= len(names) || h[2] < 0 || int(h[2]) >= len(kinds) || m < 0 || m > len(ends) || m > len(marks) || k < 0 || k > len(triples) {
			return in, fmt.Errorf("the head of graph %d is damaged", i)
		}
		edges, err := edgesOf(ends[:m], marks[:m])
		if err != nil {
			return in, err
		}
		listed, err := triplesOf(triples[:k])
		if err != nil {
			return in, err
		}
		ends, marks, triples = ends[m:], marks[m:], triples[k:]
		g, err := graph.NewWithNames(names[h[0]], edges, listed...)
		if err != nil {
			table[i].Err = notGraph("", err)
			table[i].Nodes = names[h[0]].Len()
			continue
		}
		table[i] = pipeline.Origin{Graph: &sepdist.Graph{Graph: g, Class: kinds[h[2]]}, Nodes: g.N()}
	}
	for _, more := range t.More {
		g, err := r.read("graph", more)
		if err != nil {
			table = append(table, pipeline.Origin{Err: err})
			continue
		}
		table = append(table, pipeline.Origin{Graph: g, Nodes: g.N()})
	}
	for _, i := range pairs {
		if i < 0 || int(i) >= len(table) {
			return in, fmt.Errorf("a pair names graph %d of %d", i, len(table))
		}
	}
	return manyInput{len(pairs) / 2, func(i int) int { return table[pairs[2*i]].Nodes }, func(i int, one *pipeline.Input) {
		one.Truth, one.Guess = table[pairs[2*i]], table[pairs[2*i+1]]
	}}, nil
}
