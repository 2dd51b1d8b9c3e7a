package simulate

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// Changes say how to change a graph. They are made one after another, each at a pair of
// nodes that was not touched before, drawn from all where the change leaves the graph
// in its class.
type Changes struct {
	Remove  int // edges to take away
	Reverse int // directed edges to turn
	Add     int // edges to put between nodes that are not adjacent
	Any     int // changes of a kind that is drawn, too

	// Bidirected is the probability of an edge that is added to be bidirected, in
	// classes that have such edges.
	Bidirected float64 `json:"-"`
	// Seed of the random numbers.
	Seed uint64 `json:"-"`
}

// Check returns the first thing about the changes that is impossible for any graph of the
// class.
func (c Changes) Check(kind class.Kind) error {
	for _, f := range []struct {
		name  string
		value int
	}{{"remove", c.Remove}, {"reverse", c.Reverse}, {"add", c.Add}, {"any", c.Any}} {
		if f.value < 0 {
			return fmt.Errorf("%s is %d, expected 0 or more", f.name, f.value)
		}
	}
	switch {
	case !(c.Bidirected >= 0 && c.Bidirected <= 1):
		return fmt.Errorf("%s is %v, expected 0 to 1", Bidirected, c.Bidirected)
	case c.Bidirected > 0 && !kind.Latent():
		return fmt.Errorf("%[2]s %[3]v does not apply to %[1]s: omit it", kind.Title(), Bidirected, c.Bidirected)
	}
	return nil
}

// Change returns the graph of m with the changes, a graph of the same class; or an error where
// one of them cannot be made, or where ctx is done first. Of an equivalence class a member is
// changed and its class is drawn again: directed edges that were turned may not show there. What
// is known beside the class of an MPDAG stays known where it is still true.
func Change(ctx context.Context, m class.Member, c Changes) (*graph.Graph, error) {
	d, err := Changed(ctx, m, c)
	return d.Graph, err
}

// Changed is [Change] for a graph or a time series. Of a time series only contemporaneous
// directed edges can be reversed, as no effect comes before its cause.
func Changed(ctx context.Context, m class.Member, c Changes) (Drawn, error) {
	if err := c.Check(m.Kind()); err != nil {
		return Drawn{}, err
	}
	gen, err := Of(m.Kind())
	if err != nil {
		return Drawn{}, err
	}
	if gen.series != nil {
		changed, err := changeSeries(m.Model().Series().Walk(), m.Kind(), c)
		if err != nil {
			return Drawn{}, err
		}
		return Drawn{Series: gen.series(changed)}, nil
	}
	old := m.Graph()
	if m.Kind().RepresentsClass() {
		old = m.Model().Walk()
	}
	s := newSketch(ctx, old, m.Kind(), c)
	err = makeChanges(s, s.stream, m.Kind(), c)
	if ctx.Err() != nil {
		return Drawn{}, context.Cause(ctx)
	}
	if err != nil {
		return Drawn{}, err
	}
	if gen.redraw == nil {
		return Drawn{Graph: s.graph()}, nil
	}
	g, err := orStopped(ctx, gen.redraw(ctx, s.graph(), old, m))
	return Drawn{Graph: g}, err
}

// knownIn returns whether a directed edge is in the MPDAG but does not follow from its CPDAG.
func knownIn(mpdag, cpdag *graph.Graph) func(graph.Edge) bool {
	return func(arrow graph.Edge) bool {
		e, drawn := mpdag.Edge(arrow.X, arrow.Y)
		of, _ := cpdag.Edge(arrow.X, arrow.Y)
		return drawn && e == arrow && of.Undirected()
	}
}

// A changing is a graph under change. Each change says whether it could be made.
type changing interface {
	remove() bool
	reverse() bool
	add() bool
}

// makeChanges makes the changes.
func makeChanges(s changing, numbers stream, kind class.Kind, c Changes) error {
	kinds := []struct {
		what  string
		count int
		make  func() bool
	}{
		{"removed", c.Remove, s.remove},
		{"reversed", c.Reverse, s.reverse},
		{"added", c.Add, s.add},
	}
	for _, k := range kinds {
		for i := range k.count {
			if !k.make() {
				return fmt.Errorf("only %d of %d edges can be %s so that the graph stays %s", i, k.count, k.what, kind.Title())
			}
		}
	}
	for i := range c.Any {
		shuffle(numbers, kinds)
		if !kinds[0].make() && !kinds[1].make() && !kinds[2].make() {
			return fmt.Errorf("only %d of %d changes are possible so that the graph stays %s", i, c.Any, kind.Title())
		}
	}
	return nil
}
