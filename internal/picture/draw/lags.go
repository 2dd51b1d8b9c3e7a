package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// labelled reports whether the lags of an edge are written. Lag 0 alone is not.
func (e *processEdge) labelled() bool { return len(e.lags) > 1 || e.lags[0].lag > 0 }

// placeProcess lays out variables and their edges, with places for the lags of edges. It takes the smallest gaps with
// which labels cover neither each other nor marks.
func placeProcess(sizes []layout.Size, edges []*processEdge) (place *layout.Layout, at []layout.Box) {
	list := make([]graph.Edge, len(edges))
	for i, e := range edges {
		list[i] = e.Edge
	}
	least := math.MaxInt
	for _, gaps := range []float64{1, 1.4, 2, 3} {
		p := layout.Place(sizes, layout.Options{NodeGap: 22 * gaps, RankGap: 48 * gaps, EdgeGap: 20 * gaps}, list)
		boxes, overlaps := placeLags(p, edges)
		if overlaps < least {
			place, at, least = p, boxes, overlaps
		}
		if least == 0 {
			break
		}
	}
	return place, at
}

// placeLags returns a box for the lags of each edge, on its curve, and how many of them cover others or marks. It
// prefers the middle of a curve, and places that hide no other edge.
func placeLags(l *layout.Layout, edges []*processEdge) (boxes []layout.Box, overlaps int) {
	boxes = make([]layout.Box, len(edges))
	curves, order := make([][]layout.Point, len(edges)), []int{}
	for i, r := range l.Routes {
		curves[i] = slices.Collect(r.Curve.Points(3))
		if edges[i].labelled() {
			order = append(order, i)
		}
	}
	// Short edges have the least choice.
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(len(curves[i]), len(curves[j])) })
	taken := slices.Clone(l.Nodes)
	for _, i := range order {
		box := layout.Box{Size: layout.Size{W: lagsWidth(edges[i].lags) + 4, H: canvas.SmallSize * 1.2}}
		best, least := box, math.Inf(1)
		for k, p := range curves[i] {
			box.Point = p
			if cost := lagCost(box, i, curves, taken) + math.Abs(float64(k)/float64(len(curves[i]))-0.5); cost < least {
				best, least = box, cost
			}
		}
		if least >= overlapCost {
			overlaps++
		}
		boxes[i] = best
		taken = append(taken, best)
	}
	return boxes, overlaps
}

const overlapCost = 1000

// lagCost returns how bad a place for the lags of edge i is.
func lagCost(box layout.Box, i int, curves [][]layout.Point, taken []layout.Box) (cost float64) {
	for _, b := range taken {
		if math.Abs(b.X-box.X) < (b.W+box.W)/2+1 && math.Abs(b.Y-box.Y) < (b.H+box.H)/2+1 {
			cost += overlapCost
		}
	}
	for j, c := range curves {
		first, last := c[0], c[len(c)-1]
		for _, p := range c {
			if math.Abs(p.X-box.X) > box.W/2 || math.Abs(p.Y-box.Y) > box.H/2 {
				continue
			}
			if min(math.Hypot(p.X-first.X, p.Y-first.Y), math.Hypot(p.X-last.X, p.Y-last.Y)) < reach(graph.Arrow)+4 {
				return cost + overlapCost // it hides a mark
			} else if j != i {
				cost++
			}
		}
	}
	return cost
}
