package experiment

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// A Grid says which graphs are drawn and how they are compared. Every field that is a list is
// used one by one, the last one fastest.
type Grid struct {
	Class       []class.Kind `json:"class"`
	Nodes       []int        `json:"nodes"`
	Density     []float64    `json:"density"` // the probability of each pair of nodes to have an edge
	Edges       []int        `json:"edges"`   // in place of Density
	Bidirected  []float64    `json:"bidirected"`
	MaxLag      int          `json:"max_lag"` // of time series: the largest lag of a link
	Auto        float64      `json:"auto"`    // of time series: the share of links from a variable to itself
	Change      []Change     `json:"change"`  // left out: the guess is another random graph
	Repetitions int          `json:"repetitions"`
	Metrics     []string     `json:"metrics"`
	As          class.Kind   `json:"as"`        // compare both drawn as graphs of this class
	Symmetric   string       `json:"symmetric"` // as on the command line
	Seed        uint64       `json:"seed"`
}

// A Change is what the guess has been changed by.
type Change struct {
	Remove  int `json:"remove,omitempty"`
	Reverse int `json:"reverse,omitempty"`
	Add     int `json:"add,omitempty"`
	Any     int `json:"any,omitempty"`
}

func (c Change) String() string {
	var parts []string
	for _, p := range []struct {
		name  string
		count int
	}{{"remove", c.Remove}, {"reverse", c.Reverse}, {"add", c.Add}, {"any", c.Any}} {
		if p.count > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", p.name, p.count))
		}
	}
	if len(parts) == 0 {
		return "unrelated"
	}
	return strings.Join(parts, " ")
}

// The size of a grid.
const (
	maxCells = 1_000_000
	maxPairs = 1_000_000_000
)

// A gridKey is a key of a grid: where its value goes, and an example of it.
type gridKey struct {
	name    string
	to      any
	example string
}

func (g *Grid) keys() []gridKey {
	return []gridKey{
		{"class", &g.Class, "[dag, cpdag]"}, {"nodes", &g.Nodes, "[10, 20]"}, {"density", &g.Density, "[0.2, 0.4]"}, {"edges", &g.Edges, "[15, 30]"},
		{"bidirected", &g.Bidirected, "[0.1]"}, {"max_lag", &g.MaxLag, "2"}, {"auto", &g.Auto, "0.5"}, {"change", &g.Change, `[{"remove": 1, "reverse": 1}]`},
		{"repetitions", &g.Repetitions, "100"}, {"metrics", &g.Metrics, "[zl-sd, shd]"}, {"as", &g.As, "cpdag"}, {"symmetric", &g.Symmetric, "mean"}, {"seed", &g.Seed, "1"},
	}
}

// nearKey suggests a key, or lists all of them.
func nearKey(key string, keys []gridKey) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return cmp.Or(advice.DidYouMean(key, names), ": use one of "+strings.Join(names, ", "))
}

// Parse reads a grid from JSON. A single value may take the place of a list. Unknown keys are an error.
func Parse(data []byte, name string) (*Grid, error) {
	var g Grid
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		if at, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, syntaxFault(data, int(at.Offset), name)
		}
		return nil, fmt.Errorf("%s: expected keys with values, such as nodes: [10, 20]", name)
	}
	keys := g.keys()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(keys, func(k gridKey) bool { return k.name == key })
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown key %q%s", name, key, nearKey(key, keys))
		}
		raw := bytes.TrimSpace(values[key])
		if keys[i].example[0] == '[' && raw[0] != '[' && string(raw) != "null" {
			raw = slices.Concat([]byte("["), raw, []byte("]"))
		}
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		if err := dec.Decode(keys[i].to); err != nil {
			return nil, fmt.Errorf("%s: %s: unexpected %s, expected a value such as %s", name, key, values[key], keys[i].example)
		}
	}
	for _, need := range []struct {
		key  string
		here bool
	}{
		{"class", len(g.Class) > 0}, {"nodes", len(g.Nodes) > 0}, {"density or edges", len(g.Density)+len(g.Edges) > 0},
		{"repetitions, a positive number", g.Repetitions > 0}, {"metrics", len(g.Metrics) > 0},
	} {
		if !need.here {
			return nil, fmt.Errorf("%s: missing %s", name, need.key)
		}
	}
	if len(g.Density) > 0 && len(g.Edges) > 0 {
		return nil, fmt.Errorf("%s: density and edges cannot be combined: use one of them", name)
	}
	count := 1.0
	for _, n := range []int{len(g.Class), len(g.Nodes), len(g.Density) + len(g.Edges), len(g.Bidirected), len(g.Change)} {
		count *= float64(max(n, 1))
	}
	switch {
	case count > maxCells:
		return nil, fmt.Errorf("%s: %.0f cells are too many: use at most %d", name, count, maxCells)
	case count*float64(g.Repetitions) > maxPairs:
		cells := "1 cell"
		if count > 1 {
			cells = fmt.Sprintf("%.0f cells", count)
		}
		return nil, fmt.Errorf("%s: %s with %d repetitions: use at most %d pairs in all", name, cells, g.Repetitions, maxPairs)
	}
	for _, c := range g.Cells() {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, c, err)
		}
	}
	return &g, nil
}

// syntaxFault returns the error for JSON that cannot be read beyond some bytes.
func syntaxFault(data []byte, read int, name string) error {
	data = data[:min(read, len(data))]
	line, near := 1+bytes.Count(data, []byte("\n")), data[max(0, len(data)-20):]
	return fmt.Errorf("%s:%d: is not JSON: check quotes, commas and brackets near %q", name, line, near)
}

// A Cell is one point of the grid.
type Cell struct {
	Kind    class.Kind
	Options simulate.Options
	Change  Change
	number  uint64
}

// String names the cell, as the column truth of its rows does, without the change.
func (c Cell) String() string {
	s := c.Kind.String() + " n=" + strconv.Itoa(c.Options.Nodes)
	if c.Options.Edges > 0 {
		s += " m=" + strconv.Itoa(c.Options.Edges)
	} else {
		s += " p=" + strconv.FormatFloat(c.Options.Probability, 'g', -1, 64)
	}
	if c.Options.Bidirected > 0 {
		s += " q=" + strconv.FormatFloat(c.Options.Bidirected, 'g', -1, 64)
	}
	return s
}

// Cells returns the points of the grid, in order.
func (g *Grid) Cells() []Cell {
	var cells []Cell
	for _, kind := range g.Class {
		for _, n := range g.Nodes {
			for _, p := range orZero(g.Density) {
				for _, m := range orZero(g.Edges) {
					for _, q := range orZero(g.Bidirected) {
						for _, change := range orZero(g.Change) {
							cells = append(cells, Cell{kind, simulate.Options{Nodes: n, Edges: m, Probability: p, Bidirected: q, MaxLag: g.MaxLag, Auto: g.Auto}, change, uint64(len(cells))})
						}
					}
				}
			}
		}
	}
	return cells
}

// orZero returns a list, or one zero value if it is empty.
func orZero[T any](list []T) []T {
	if len(list) == 0 {
		return make([]T, 1)
	}
	return list
}

// check returns an error where no pair of the cell can be drawn.
func (c Cell) check() error {
	if err := c.Options.Check(c.Kind); err != nil {
		return err
	}
	if (c.Change == Change{}) {
		return nil
	}
	return c.changes().Check(c.Kind)
}

func (c Cell) changes() simulate.Changes {
	return simulate.Changes{Remove: c.Change.Remove, Reverse: c.Change.Reverse, Add: c.Change.Add, Any: c.Change.Any, Bidirected: c.Options.Bidirected}
}

// draw returns the pair of one repetition.
func (c Cell) draw(ctx context.Context, g *Grid, repetition int) (truth, guess *sepdist.Graph, err error) {
	o := c.Options
	o.Seed = simulate.Seed(g.Seed, c.number)
	t, h, err := simulate.TruthAndGuess(ctx, c.Kind, o, c.changes(), c.Change != Change{}, uint64(repetition))
	return &sepdist.Graph{Graph: t.Graph, Series: t.Series, Class: c.Kind}, &sepdist.Graph{Graph: h.Graph, Series: h.Series, Class: c.Kind}, err
}

// Source returns the pairs of the grid. A change that cannot be made, such as the reversal
// of an arrow in a graph without one, gives a row that says so.
func (g *Grid) Source(name string) *pipeline.Source {
	cells := g.Cells()
	src := batch.Listed(name, len(cells)*g.Repetitions, func(i int) pipeline.Input {
		c, repetition := cells[i/g.Repetitions], i%g.Repetitions
		return pipeline.Input{
			ID:    fmt.Sprintf("%d.%d", i/g.Repetitions+1, repetition+1),
			Truth: pipeline.Origin{Name: c.String()},
			Guess: pipeline.Origin{Name: c.Change.String()},
			More:  c.values(g, repetition+1),
			Draw:  func(ctx context.Context) (*sepdist.Graph, *sepdist.Graph, error) { return c.draw(ctx, g, repetition) },
		}
	})
	src.Columns = g.columns()
	return src
}

// columns names what the rows say of a cell: what can differ between cells, the change, and the
// number of the repetition.
func (g *Grid) columns() []string {
	size := "density"
	if len(g.Edges) > 0 {
		size = "edges"
	}
	list := []string{"class", "nodes", size}
	if len(g.Bidirected) > 0 {
		list = append(list, "bidirected")
	}
	return append(list, "change", "repetition")
}

// values returns the values of the columns.
func (c Cell) values(g *Grid, repetition int) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	size := number(c.Options.Probability)
	if len(g.Edges) > 0 {
		size = strconv.Itoa(c.Options.Edges)
	}
	list := []string{c.Kind.String(), strconv.Itoa(c.Options.Nodes), size}
	if len(g.Bidirected) > 0 {
		list = append(list, number(c.Options.Bidirected))
	}
	return append(list, c.Change.String(), strconv.Itoa(repetition))
}
