package draw

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Restrict removes the nodes and edges that Around and ChangesOnly leave out. A note says how many nodes are left.
func (f *Drawing) Restrict() error {
	keep, err := f.around()
	if err != nil {
		return err
	}
	all := len(f.names)
	if f.ChangesOnly {
		if !f.difference {
			return fmt.Errorf("draw: only differences of two graphs have changes")
		}
		changed := graph.NewSet(all)
		f.filter(func(e graph.Edge, k kind) bool {
			if k.right() || !keep.Has(e.X) || !keep.Has(e.Y) {
				return false
			}
			changed.Add(e.X)
			changed.Add(e.Y)
			return true
		})
		keep = changed
	}
	if f.frame != nil || keep.Len() == all { // a time series keeps its grid
		f.recount(all)
		return nil
	}
	place := make(map[graph.Node]graph.Node)
	var names []string
	for i, v := range keep.Nodes() {
		place[v] = graph.Node(i)
		names = append(names, f.names[v])
	}
	f.filter(func(e graph.Edge, _ kind) bool { return keep.Has(e.X) && keep.Has(e.Y) })
	for _, list := range append(f.parts, f.edges) {
		for i, e := range list {
			list[i].X, list[i].Y = place[e.X], place[e.Y]
		}
	}
	f.names = names
	_, f.labels = Sizes(names)
	f.recount(all)
	return nil
}

// recount updates legend and notes after nodes or edges were removed.
func (f *Drawing) recount(all int) {
	if len(f.legend) > 0 {
		f.legend = differenceLegend(f)
	}
	if f.ChangesOnly {
		f.legend = slices.DeleteFunc(f.legend, func(e entry) bool { return e.kinds[0].right() })
		f.notes = slices.Insert(f.notes, 0, "Edges of both graphs are left out.")
	}
	if len(f.names) < all {
		f.notes = slices.Insert(f.notes, 0, fmt.Sprintf("%d of %d nodes are shown.", len(f.names), all))
	}
}

// around returns the nodes of Around and their neighbors, or all nodes.
func (f *Drawing) around() (graph.Set, error) {
	if len(f.Around) == 0 {
		return graph.AllNodes(len(f.names)), nil
	}
	if f.frame != nil {
		return nil, fmt.Errorf("draw: the nodes around others are for graphs without time: omit them")
	}
	keep, centre := graph.NewSet(len(f.names)), graph.NewSet(len(f.names))
	for _, name := range f.Around {
		v := graph.Node(slices.Index(f.names, strings.TrimSpace(name)))
		if v < 0 {
			return nil, fmt.Errorf("draw: no node is called %q: expected names of nodes, such as %s", name, canvas.Clean(f.names[0]))
		}
		centre.Add(v)
		keep.Add(v)
	}
	for _, e := range f.edges {
		if centre.Has(e.X) || centre.Has(e.Y) {
			keep.Add(e.X)
			keep.Add(e.Y)
		}
	}
	return keep, nil
}

// filter removes edges. The groups for the layout are then those of the truth and those of the guess alone.
func (f *Drawing) filter(want func(graph.Edge, kind) bool) {
	edges, kinds := f.edges, f.kinds
	f.edges, f.kinds = nil, nil
	var first, rest []graph.Edge
	for i, e := range edges {
		if !want(e, kinds[i]) {
			continue
		}
		f.add(e, kinds[i])
		if kinds[i] == extra || kinds[i] == asGuess {
			rest = append(rest, e)
		} else {
			first = append(first, e)
		}
	}
	f.parts = [][]graph.Edge{first, rest}
}

// Sizes of names.
const (
	goodName     = 8.0 // from which on a picture need not be denser
	smallName    = 6.0 // below which the cells of a matrix rather represent more nodes
	smallestName = 5.0 // that can be read
)

// fitWidth makes the picture at most as wide as Width, and returns an error if its names are then too small.
func (f *Drawing) fitWidth(stop func() error) error {
	f.Arrange(layout.Size{W: f.Width, H: max(1.5*f.Width, 650)}, stop) // of a page
	if err := stop(); err != nil {
		return err
	}
	size := nameSize
	if f.drawsMatrix() {
		size = canvas.SmallSize
	}
	p := f.paint()
	if f.drawsMatrix() {
		if lack := p.W - f.Width*size/smallName; lack > 0 {
			f.side = max(matrixSide-lack, 150)
			p = f.paint()
		}
	}
	f.scale = min(1, f.Width/p.W)
	if size *= f.scale; size < smallestName {
		return advice.Errorf("draw: at a width of %.0f mm the names of %d nodes are %.1f points high, too small to read: use a width of %.0f mm or more, %v or %v",
			f.Width/pointsPerMM, len(f.names), size, f.Width/pointsPerMM*smallestName/size+0.5, advice.Option("changes-only"), advice.Option("around", "NODES"))
	}
	return nil
}

// Arrange lays out nodes so that their names are large if the picture is scaled to the given size: with smaller gaps, or with
// arrows from left to right. It does not scale the picture.
func (f *Drawing) Arrange(size layout.Size, stop func() error) {
	if !f.drawsNodes() {
		return
	}
	best := 0.
	var place *layout.Layout
	for _, gaps := range []float64{1, 0.75, 0.55, 0.4} {
		for _, across := range []bool{false, true} {
			f.place, f.narrow = nil, gaps < 0.6
			between := gaps // of nodes in a row; a column may be looser, since the picture is not wider then
			if across {
				between = min(1, 1.5*gaps)
			}
			f.lay(layout.Options{NodeGap: 22 * between, RankGap: max(34*gaps, 26), EdgeGap: max(13*between, 9), Across: across, Stop: stop})
			if f.place == nil { // stopped
				return
			}
			p := f.paint()
			if scale := min(1, size.W/p.W, size.H/p.H); scale > 1.05*best {
				best, place = scale, f.place
			}
			if nameSize*best >= goodName {
				f.place = place
				return
			}
		}
	}
	f.place = place
}

const pointsPerMM = 72 / 25.4
