package request

import (
	"context"
	"math"
	"slices"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure/structure"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/report"
)

// A layoutNode is a node of a drawing: its centre, its size, and its name as lines.
type layoutNode struct {
	Name  string   `json:"name"`
	X     float64  `json:"x"`
	Y     float64  `json:"y"`
	W     float64  `json:"w"`
	H     float64  `json:"h"`
	Lines []string `json:"lines"`
}

// A layoutEdge is an edge of a drawing. Its curve is a chain of cubic Bézier curves, x and y in turn.
type layoutEdge struct {
	X      string        `json:"x"`
	Y      string        `json:"y"`
	Edge   string        `json:"edge"`
	Status report.Status `json:"status"`
	Curve  []float64     `json:"curve"`
}

// layOut answers with one layout for two graphs, whose nodes may differ. Nodes that have a place in the request stay there.
func layOut(ctx context.Context, r *Request, a *answer) error {
	truth, guess, err := r.pair()
	if err != nil {
		return err
	}
	list := slices.Clone(truth.Names().List())
	for _, name := range guess.Names().List() {
		if _, known := truth.Node(name); !known {
			list = append(list, name)
		}
	}
	names, err := graph.NewNames(list)
	if err != nil {
		return err
	}
	var both [2]*graph.Graph
	for i, g := range []*graph.Graph{truth.Graph, guess.Graph} {
		if both[i], err = over(names, g); err != nil {
			return err
		}
	}
	status, class, err := statuses(ctx, truth, guess, both, r.Part)
	if err != nil {
		return err
	}
	known, err := r.positions()
	if err != nil {
		return err
	}
	sizes, lines := draw.Sizes(list)
	at := make([]*layout.Point, len(list))
	for v, name := range list {
		if p, ok := known[name]; ok {
			at[v] = &p
		}
	}
	how := layout.Options{Stop: ctx.Err}
	if len(r.At) == 0 {
		common := layout.Common(both[0], both[1], sizes, how)
		if common == nil {
			return ctx.Err()
		}
		for v, b := range common.Nodes {
			at[v] = &b.Point
		}
	}
	nodes := make([]layoutNode, len(list))
	var lo, hi layout.Point
	edges := [2][]layoutEdge{{}, {}}
	for i, g := range both {
		l := layout.Keep(sizes, at, how, g.EdgeList())
		if l == nil {
			return ctx.Err()
		}
		for v, b := range l.Nodes {
			if i == 0 || at[v] == nil {
				nodes[v] = layoutNode{list[v], b.X, b.Y, b.W, b.H, lines[v]}
				at[v] = &layout.Point{X: b.X, Y: b.Y} // the guess is drawn where the truth was
			}
		}
		if i == 0 {
			lo, hi = l.Min, layout.Point{X: l.Min.X + l.W, Y: l.Min.Y + l.H}
		}
		lo = layout.Point{X: min(lo.X, l.Min.X), Y: min(lo.Y, l.Min.Y)}
		hi = layout.Point{X: max(hi.X, l.Min.X+l.W), Y: max(hi.Y, l.Min.Y+l.H)}
		for _, route := range l.Routes {
			e := layoutEdge{X: list[route.X], Y: list[route.Y], Edge: route.Arrow(), Status: status(route.X, route.Y)}
			for _, p := range route.Curve {
				e.Curve = append(e.Curve, p.X, p.Y)
			}
			if route.AtX == graph.Arrow && route.AtY != graph.Arrow { // as people write it
				e.X, e.Y, e.Edge = e.Y, e.X, route.Flip().Arrow()
				slices.Reverse(e.Curve)
				for k := 0; k+1 < len(e.Curve); k += 2 {
					e.Curve[k], e.Curve[k+1] = e.Curve[k+1], e.Curve[k]
				}
			}
			edges[i] = append(edges[i], e)
		}
	}
	a.set("layout", map[string]any{
		"min": [2]float64{lo.X, lo.Y}, "size": [2]float64{hi.X - lo.X, hi.Y - lo.Y},
		"nodes": nodes, "truth": edges[0], "guess": edges[1], "class": class,
	})
	return nil
}

// largestClass is the number of nodes up to which a layout compares equivalence classes. Each edit needs a layout.
const largestClass = 300

// statuses returns the function that compares two nodes in both graphs. If the guess is a CPDAG or PAG, it is compared with
// that of the truth, and the class is returned.
func statuses(ctx context.Context, truth, guess *sepdist.Graph, both [2]*graph.Graph, part bool) (status func(x, y graph.Node) report.Status, as string, err error) {
	own := both[0]
	if n := own.N(); !part && n == truth.N() && n == guess.N() && n <= largestClass && truth.Series == nil && guess.Series == nil {
		class, err := sepdist.ClassOfTruth(ctx, truth, guess)
		if err != nil {
			return nil, "", err
		}
		if class != nil {
			own, as = class.Graph, class.Class.Noun()
		}
	}
	return func(x, y graph.Node) report.Status {
		s := structure.Status(own.Between(x, y), both[1].Between(x, y))
		if s == report.Agreed && !slices.Equal(own.Between(x, y), both[0].Between(x, y)) {
			s = report.Undetermined
		}
		return s
	}, as, nil
}

// farthest is the largest distance of a node from the origin, in points.
const farthest = 1e6

// positions returns the places of nodes, or nil.
func (r *Request) positions() (map[string]layout.Point, error) {
	if r.At == nil {
		return nil, nil
	}
	at := make(map[string]layout.Point, len(r.At))
	for name, p := range r.At {
		if math.Abs(p[0]) > farthest || math.Abs(p[1]) > farthest {
			return nil, advice.Wrong("at", "", "at: %q is at %v: expected coordinates up to a million", name, p)
		}
		at[name] = layout.Point{X: p[0], Y: p[1]}
	}
	return at, nil
}

// over returns g with the given names as nodes, which include its own.
func over(names *graph.Names, g *graph.Graph) (*graph.Graph, error) {
	var edges []graph.Edge
	for e := range g.Edges() {
		e.X, _ = names.Node(g.Name(e.X))
		e.Y, _ = names.Node(g.Name(e.Y))
		edges = append(edges, e)
	}
	return graph.NewWithNames(names, edges)
}

// repairs answers with the effect of each single repair of the guess.
func repairs(ctx context.Context, r *Request, a *answer) error {
	truth, guess, o, err := r.comparison()
	if err != nil {
		return err
	}
	list, err := sepdist.Repairs(ctx, truth, guess, sepdist.RepairOptions{Options: o, Plan: r.Plan})
	if err != nil {
		return err
	}
	a.set("repairs", list)
	a.set("headline", list.Headline())
	return a.text(list.Text)
}
