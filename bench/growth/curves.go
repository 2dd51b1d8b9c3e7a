package main

import (
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// A curve is what one program takes for one metric on graphs of one class, over the number of nodes.
type curve struct {
	program string // ours, gadjid, naive; or graphs, which is how long they take to make
	metric  string
	class   string
	degree  int // edges a node
}

// metrics are those that are measured, in the order of their panels: one or more of each group.
var metrics = []string{"shd", "parent-aid", "oset-aid", "parent-sd", "ancestor-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd", "sc-metric"}

// degrees are the numbers of edges a node.
var degrees = []int{2, 10}

// byGadjid names the functions of gadjid.
var byGadjid = map[string]string{"shd": "gadjid.shd", "parent-aid": "gadjid.parent_aid", "oset-aid": "gadjid.oset_aid"}

// curves returns all of them, in the order in which points that are expected to take equally long
// are measured.
func curves() (list []curve) {
	for _, degree := range degrees {
		for _, kind := range class.All() {
			for _, name := range metrics {
				if m, err := distance.Find(name); err != nil || m.Defined(kind, kind) != nil {
					continue
				}
				list = append(list, curve{"ours", name, kind.String(), degree})
				if kind != class.DAG {
					continue
				}
				if byGadjid[name] != "" {
					list = append(list, curve{"gadjid", name, kind.String(), degree})
				}
				if degree == degrees[0] {
					list = append(list, curve{"naive", name, kind.String(), degree})
				}
			}
		}
	}
	return list
}

// sizes returns the numbers of nodes at which c is measured. There must be room for the edges.
func (c curve) sizes() []int {
	switch {
	case c.program == "naive":
		return []int{6, 7, 8, 9, 10, 11, 12}
	case c.metric == "sc-metric" && c.degree > degrees[0]: // exact
		return []int{25, 30, 35, 40, 50}
	case c.metric == "sc-metric":
		return []int{7, 10, 14, 20, 25, 30, 40, 50, 70, 100}
	case c.degree > degrees[0]:
		return []int{100, 300, 1000, 3000, 10_000, 30_000, 100_000}
	}
	return []int{10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000}
}

// graphs is the curve of making the graphs of c.
func (c curve) graphs() curve { return curve{"graphs", "", c.class, c.degree} }

// A point is a number of nodes with what was measured there.
type point struct {
	n           int
	seconds, mb float64
	end         string // why the curve ends here, without a measurement: time, memory, or what was refused
}

// expected returns how long n nodes will take, as the last points of the curve tell.
func expected(points []point, n int) float64 {
	const least, first, steepest = 1e-3, 2.5, 8.0 // seconds, exponents
	if len(points) == 0 {
		return least
	}
	last, power := points[len(points)-1], first
	if last.n >= n { // a curve that is shared may be ahead
		return last.seconds
	}
	if len(points) > 1 {
		before := points[len(points)-2]
		power = math.Log(last.seconds/before.seconds) / math.Log(float64(last.n)/float64(before.n))
		power = min(max(power, 1), steepest)
	}
	return max(least, last.seconds*math.Pow(float64(n)/float64(last.n), power))
}

// next returns the number of nodes at which c is to be measured next, or 0 at its end.
func (c curve) next(points []point) int {
	for _, n := range c.sizes() {
		at := slices.IndexFunc(points, func(p point) bool { return p.n == n })
		if at < 0 {
			return n
		}
		if points[at].end != "" {
			return 0
		}
	}
	return 0
}
