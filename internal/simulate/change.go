package simulate

import (
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// Changes say how to change a graph. They are made one after another, each at a pair of
// nodes that was not touched before, drawn from all where the change leaves the graph
// in its class.
type Changes struct {
	Remove  int // edges to take away
	Reverse int // arrows to turn
	Add     int // edges to put between nodes that are not adjacent
	Any     int // changes of a kind that is drawn, too

	// Bidirected is the probability of an edge that is added to be bidirected, in
	// classes that have such edges.
	Bidirected float64
	// Seed of the random numbers.
	Seed uint64
}

// Check returns the first thing about the changes that is impossible for any graph of the
// class.
func (c Changes) Check(kind class.Kind) error {
	for _, f := range []struct {
		name  string
		value int
	}{{"remove", c.Remove}, {"reverse", c.Reverse}, {"add", c.Add}, {"any", c.Any}} {
		if f.value < 0 {
			return fmt.Errorf("simulate: %s is %d, expected 0 or more", f.name, f.value)
		}
	}
	switch {
	case !(c.Bidirected >= 0 && c.Bidirected <= 1):
		return fmt.Errorf("simulate: %s is %v, expected 0 to 1", Bidirected, c.Bidirected)
	case c.Bidirected > 0 && !kind.Latent():
		return fmt.Errorf("simulate: %[2]s %[3]v does not apply to %[1]s: omit it", kind.Title(), Bidirected, c.Bidirected)
	}
	return nil
}

// Change returns the graph of m with the changes, a graph of the same class; or an
// error where one of them cannot be made. Of an equivalence class a member is changed
// and its class is drawn again: arrows that were turned may not show there. What is
// known beside the class of an MPDAG stays known where it is still true.
func Change(m class.Member, c Changes) (*graph.Graph, error) {
	if err := c.Check(m.Kind()); err != nil {
		return nil, err
	}
	gen, err := Of(m.Kind())
	if err != nil {
		return nil, err
	}
	old := m.Graph()
	if m.Kind().Several() {
		old = m.Model().Walk()
	}
	s := newSketch(old, m.Kind(), c)
	if err := s.make(c); err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	if gen.redraw == nil {
		return s.graph(), nil
	}
	return gen.redraw(s.graph(), old, m), nil
}

// knownIn returns whether an arrow is in the MPDAG but does not follow from its CPDAG.
func knownIn(mpdag, cpdag *graph.Graph) func(graph.Edge) bool {
	return func(arrow graph.Edge) bool {
		e, drawn := mpdag.Edge(arrow.X, arrow.Y)
		of, _ := cpdag.Edge(arrow.X, arrow.Y)
		return drawn && e == arrow && of.Line()
	}
}

// make makes the changes.
func (s *sketch) make(c Changes) error {
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
				return fmt.Errorf("only %d of %d edges can be %s so that the graph stays %s", i, k.count, k.what, s.kind.Title())
			}
		}
	}
	for i := range c.Any {
		shuffle(s.stream, kinds)
		if !kinds[0].make() && !kinds[1].make() && !kinds[2].make() {
			return fmt.Errorf("only %d of %d changes are possible so that the graph stays %s", i, c.Any, s.kind.Title())
		}
	}
	return nil
}
