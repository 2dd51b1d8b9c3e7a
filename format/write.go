package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/try"
)

// quoteNames returns the names of all nodes as they are written.
func quoteNames(g *graph.Graph, quote func(name string) string) []string {
	list := slices.Clone(g.Names().List())
	for v, name := range list {
		list[v] = quote(name)
	}
	return list
}

// Write writes d in the named format and returns warnings to print. If the format cannot hold all of
// it, the error is a [*LossError], or with o.Lossy the rest is written.
func Write(w io.Writer, d *Document, name string, o Options) (notes []string, err error) {
	defer try.Catch(&err)
	f := try.Get(lookup("", name))
	if f.write == nil {
		return nil, fmt.Errorf("%s is only read", f.Name)
	}
	try.Check(o.check())
	holds := try.Get(f.CapabilitiesWith(o))
	asLines := o.OppositeArcs == "undirected" && slices.Contains(f.Options, "opposite-arcs") && holds.TwoCycles
	if asLines { // otherwise a cycle of two would be read as an undirected edge with the same options
		holds.TwoCycles = false
	}
	part, lost := holds.fit(d)
	var with advice.Text
	if asLines && slices.ContainsFunc(lost, func(l loss) bool { return l.which == lostOpposite }) {
		with = advice.Textf(" with %v", advice.Option("opposite-arcs", "undirected"))
	}
	if len(lost) > 0 && !o.Lossy {
		return nil, &LossError{Format: f.Name, Lost: losses(lost), with: with}
	}
	if !holds.Cycles {
		if _, cycle := part.Graph.Order(); cycle != nil {
			names := make([]string, len(cycle))
			for i, v := range cycle {
				names[i] = part.Graph.Name(v)
			}
			return nil, fmt.Errorf("%s cannot hold a directed cycle: %s", f.Name, shown(strings.Join(append(names, names[0]), " --> ")))
		}
	}
	b := bufio.NewWriter(w)
	try.Check(f.write(b, part, o))
	if len(lost) > 0 {
		notes = append(notes, "lost in "+f.Name+with.Render(o.Spell)+": "+strings.Join(losses(lost), ", "))
	}
	return append(notes, part.Notes...), b.Flush()
}
