package simulate

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// Changes describe how to change a graph. They are made one after another, each at a random pair
// of nodes that was not changed before, such that the graph stays in its class.
type Changes struct {
	Remove  int // edges to remove
	Reverse int // directed edges to reverse
	Add     int // edges to add between nodes that are not adjacent
	Any     int // changes of a random kind

	// Bidirected is the probability that an added edge is bidirected, in classes that
	// have such edges.
	Bidirected float64 `json:"-"`
	// Seed of the random numbers.
	Seed uint64 `json:"-"`
}

// Check returns an error if the changes are impossible for every graph of the class.
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

// Change returns the graph of m with the changes, which is of the same class. It is an error if
// one of them cannot be made, or if ctx is done first. For an equivalence class, it changes a member
// and returns its class, in which reversed edges may be undirected. Background knowledge of an MPDAG
// is kept as far as it is still true.
func Change(ctx context.Context, m class.Member, c Changes) (*graph.Graph, error) {
	d, err := Changed(ctx, m, c)
	return d.Graph, err
}

// Changed is [Change] for a graph or a time series. In a time series only contemporaneous
// directed edges can be reversed, since no effect comes before its cause.
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

// knownIn returns a function that reports whether a directed edge is in the MPDAG and not in its CPDAG.
func knownIn(mpdag, cpdag *graph.Graph) func(graph.Edge) bool {
	return func(arrow graph.Edge) bool {
		e, drawn := mpdag.Edge(arrow.X, arrow.Y)
		of, _ := cpdag.Edge(arrow.X, arrow.Y)
		return drawn && e == arrow && of.Undirected()
	}
}

// A changing is a graph that is being changed. Each method reports whether the change was possible.
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
