package draw

import (
	"math"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/internal/series"
)

// Links within a column or a row pass over no moment between their ends, even where truth and
// guess draw two of them.
func TestLinksBesideMoments(t *testing.T) {
	const n, lags = 10, 3
	names := graph.NumberedNames("X", 1, n)
	frame := &series.MomentIndex{Variables: names}
	centre := func(m graph.LaggedNode) layout.Point {
		return layout.Point{X: -columnGap * float64(m.Lag), Y: rowGap * float64(m.Variable)}
	}
	var ends [][2]graph.LaggedNode
	for v := range graph.Node(n) {
		for u := range v {
			ends = append(ends, [2]graph.LaggedNode{{Variable: u}, {Variable: v}})
		}
		for lag := 1; lag <= lags; lag++ {
			ends = append(ends, [2]graph.LaggedNode{{Variable: v, Lag: lag}, {Variable: v}})
		}
	}
	for _, m := range ends {
		x, y := frame.Node(m[0]), frame.Node(m[1])
		for _, edges := range [][]graph.Edge{
			{graph.Directed(x, y)},
			{graph.Directed(x, y), graph.Bidirected(x, y)},
			{graph.Directed(x, y), graph.Directed(y, x).Flip()},
		} {
			f := &Drawing{frame: frame, edges: edges}
			for i := range edges {
				c := f.link(i, centre(m[0]), centre(m[1]))
				for v := range graph.Node(n) {
					for lag := range lags + 1 {
						between := graph.LaggedNode{Variable: v, Lag: lag}
						if between != m[0] && between != m[1] && distanceTo(c, centre(between)) < momentRadius {
							t.Errorf("link %d of %d from %v to %v passes over %v", i+1, len(edges), m[0], m[1], between)
						}
					}
				}
			}
		}
	}
}

// distanceTo returns how close a curve comes to a point.
func distanceTo(c layout.Curve, to layout.Point) float64 {
	least := math.Inf(1)
	for k := range 201 {
		s := float64(k) / 200
		at := func(p, q, r, s4 float64) float64 {
			u := 1 - s
			return u*u*u*p + 3*u*u*s*q + 3*u*s*s*r + s*s*s*s4
		}
		x, y := at(c[0].X, c[1].X, c[2].X, c[3].X), at(c[0].Y, c[1].Y, c[2].Y, c[3].Y)
		least = min(least, math.Hypot(x-to.X, y-to.Y))
	}
	return least
}

// A long lag ends with an error: its moments would take gigabytes.
func TestLongLagsAreRefused(t *testing.T) {
	names := graph.NumberedNames("X", 1, 2)
	long := graph.MustSeries(names, []graph.Link{{X: 0, Lag: 999_999, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if _, err := Series(long, Options{}); err == nil {
		t.Error("a lag of 999999 is drawn")
	}
	if _, err := SeriesDifference(long, long, Options{View: Process}); err == nil {
		t.Error("a difference with a lag of 999999 is drawn")
	}
}

// A process graph marks a link whose lags differ between truth and guess.
func TestProcessShowsOtherLags(t *testing.T) {
	names := graph.NumberedNames("X", 1, 2)
	lag := func(k int) *graph.Series {
		return graph.MustSeries(names, []graph.Link{{X: 0, Lag: k, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	}
	f, err := SeriesDifference(lag(2), lag(1), Options{View: Process})
	if err != nil {
		t.Fatal(err)
	}
	edges, _ := f.processEdges()
	if len(edges) != 1 || edges[0].kind() == agreed || lagText(edges[0].lags) != "lags 1, 2" {
		t.Errorf("%d edges, the first %v with %s", len(edges), edges[0].kind(), lagText(edges[0].lags))
	}
}
