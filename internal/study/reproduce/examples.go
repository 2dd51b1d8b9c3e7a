package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// chain returns the arrows along the nodes.
func chain(nodes []graph.Node) []graph.Edge {
	var edges []graph.Edge
	for i := 1; i < len(nodes); i++ {
		edges = append(edges, graph.Directed(nodes[i-1], nodes[i]))
	}
	return edges
}

// upTo returns the nodes first, first+step, ... below n.
func upTo(first, step, n int) []graph.Node {
	var nodes []graph.Node
	for v := first; v < n; v += step {
		nodes = append(nodes, graph.Node(v))
	}
	return nodes
}

func sizesM(o Options) []float64 { return steps(2, float64(o.pick(25, 12)), 1) }

func example1(ctx context.Context, o Options) (*Result, error) {
	m := sizesM(o)
	s := &sweep{cells: len(m), runs: 1, kind: class.DAG,
		measures: append(named(class.Unstated, distance.Symmetry{}, "shd", "shd-reversal2", "parent-sd", "zl-sd", "parent-aid", "oset-aid"),
			measure{series: "sc-metric, order 0", metric: "sc-metric", params: distance.Params{Orders: distance.OrderParams{Max: 1}}}),
		draw: func(cell, _ int) (*graph.Graph, *graph.Graph, error) {
			n, middle := 2*int(m[cell]), graph.Node(m[cell]-1)
			names := graph.Numbered("X", 1, n)
			truth := chain(upTo(0, 1, n))
			guess := chain(upTo(0, 1, n))
			guess[middle] = graph.Directed(middle+1, middle)
			return graph.Must(names, truth), graph.Must(names, guess), nil
		}}
	v, err := s.measure(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Result{Curves: plain(s.averages(v, "chain and collider", m))}
	r.lines("chain and collider", "", "M (2M nodes)", "distance", true)
	last := len(m) - 1
	end := func(series string) float64 { return r.curve("chain and collider", series).Y[last] }
	r.state(end("shd") < 0.01 && end("shd") < r.Curves[0].Y[0], "the SHD becomes negligible for many nodes",
		"It is %.4f for M = %.0f", end("shd"), m[last])
	apart := 0.0
	for i, y := range r.curve("chain and collider", "sc-metric, order 0").Y {
		apart = max(apart, math.Abs(y-(m[i]-1)/(2*m[i]-1))) // (M-1)M of the pairs: left with right
	}
	r.state(apart < 1e-12, "any two nodes are connected in the chain, and all on the left of the collider are separated from all on the right",
		"The share of pairs that are separated in one graph only, given nothing, is that of the pairs left and right, %.3f for M = %.0f", end("sc-metric, order 0"), m[last])
	r.state(end("oset-aid") > 0.2, "no effect passes from the left to the right of the collider, so that the graphs are not close causally",
		"The oset-AID, for which a guess without a directed path claims no effect, is %.3f; parent-AID is %.3f and parent-SD %.3f: theirs are claims about parents, of which few change",
		end("oset-aid"), end("parent-aid"), end("parent-sd"))
	return r, nil
}

// plain takes the errors off curves of single runs.
func plain(curves []Curve) []Curve {
	for i := range curves {
		curves[i].Err = nil
	}
	return curves
}

func example2(ctx context.Context, o Options) (*Result, error) {
	m := sizesM(o)
	r := &Result{}
	for extra, panel := range []string{"2M nodes", "2M+1 nodes"} {
		measures := []measure{
			{series: "parent-aid (DAG)", metric: "parent-aid"},
			{series: "parent-sd (DAG)", metric: "parent-sd"},
			{series: "parent-aid (CPDAG)", metric: "parent-aid", as: class.CPDAG},
			{series: "pparent-sd (CPDAG)", metric: "pparent-sd", as: class.CPDAG},
		}
		s := &sweep{cells: len(m), runs: 1, kind: class.DAG, measures: measures, draw: func(cell, _ int) (*graph.Graph, *graph.Graph, error) {
			n := 2*int(m[cell]) + extra
			names := graph.Numbered("X", 1, n)
			other := append(upTo(0, 2, n), upTo(1, 2, n)...)
			return graph.Must(names, chain(upTo(0, 1, n))), graph.Must(names, chain(other)), nil
		}}
		v, err := s.measure(ctx, o)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, plain(s.averages(v, panel, m))...)
		r.lines(panel, "", "M", "distance", true)
		largest := slices.Max(r.curve(panel, "parent-aid (CPDAG)").Y)
		r.state(largest == 0, fmt.Sprintf("with %s the parent-AID of the CPDAGs is 0, whatever M", panel), "The largest is %v", largest)
		least, gap := 1.0, 0.0
		for i := range m {
			aid, sd := r.curve(panel, "parent-aid (DAG)").Y[i], r.curve(panel, "parent-sd (DAG)").Y[i]
			least = min(least, aid, r.curve(panel, "pparent-sd (CPDAG)").Y[i])
			if m[i] >= 5 {
				gap = max(gap, math.Abs(aid-sd)/max(aid, sd))
			}
		}
		r.state(least > 0, "the DAGs are apart for the parent-AID, and their CPDAGs for the pparent-SD", "The smallest of these distances is %.3f", least)
		a, b := r.curve(panel, "parent-aid (DAG)"), r.curve(panel, "parent-sd (DAG)")
		r.state(gap < 0.25, "on DAGs the difference between parent-AID and parent-SD is negligible qualitatively",
			"For M from 5 on they differ by at most %.0f %%; for M = %.0f they are %.3f and %.3f", 100*gap, m[len(m)-1], a.Y[len(m)-1], b.Y[len(m)-1])
	}
	return r, nil
}
