package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
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

func example1(ctx context.Context, o Options) (*Result, error) {
	m := steps(2, pick(o, 25.0, 12), 1)
	s := &sweep{cells: len(m), runs: 1, kind: class.DAG,
		measures: append(named(class.Unstated, distance.Symmetry{}, "shd", "shd-reversal2", "parent-sd", "zl-sd", "parent-aid", "oset-aid"),
			measurement{series: "sc-metric, order 0", metric: "sc-metric", params: task.Params{Orders: task.OrderParams{MaxOrder: new(0)}}}),
		draw: func(_ context.Context, cell, _ int) (*graph.Graph, *graph.Graph, error) {
			n, middle := 2*int(m[cell]), graph.Node(m[cell]-1)
			names := graph.NumberedNames("X", 1, n)
			truth := chain(upTo(0, 1, n))
			guess := chain(upTo(0, 1, n))
			guess[middle] = graph.Directed(middle+1, middle)
			return graph.MustNew(names, truth), graph.MustNew(names, guess), nil
		}}
	if err := s.measure(ctx, o); err != nil {
		return nil, err
	}
	r := &Result{Curves: s.averages("chain and collider", m), Here: fmt.Sprintf("M = %g, ..., %g", m[0], m[len(m)-1])}
	r.lines("chain and collider", "", "M (2M nodes)", "distance", true)
	last := len(m) - 1
	end := func(series string) float64 { return r.curve("chain and collider", series).Y[last] }
	r.state(sure(end("shd") < 0.01 && end("shd") < r.Curves[0].Y[0]), "the SHD is negligible for a large number of nodes",
		"for the largest M it is below 0.01", "it is %.4f for M = %.0f", end("shd"), m[last])
	apart := 0.0
	for i, y := range r.curve("chain and collider", "sc-metric, order 0").Y {
		apart = max(apart, math.Abs(y-(m[i]-1)/(2*m[i]-1))) // (M-1)M of the pairs: left with right
	}
	r.state(sure(apart < 1e-12), "any two nodes are connected in the chain, and all on the left of the collider are separated from all on the right",
		"the share of pairs that the empty set separates in one graph only is (M − 1)/(2M − 1)", "it is %.3f for M = %.0f", end("sc-metric, order 0"), m[last])
	r.ours(sure(slices.Equal(r.curve("chain and collider", "zl-sd").Y, r.curve("chain and collider", "sc-metric, order 0").Y)),
		"the ZL-SD is the s/c-metric of order 0: their curves coincide", "the two are equal for every M", "both are %.3f for M = %.0f", end("zl-sd"), m[last])
	r.ours(sure(end("oset-aid") > 0.2), "some AID shows that no effect passes from the left to the right",
		"for the largest M the oset-AID is above 0.2", "it is %.3f; parent-AID %.3f and parent-SD %.3f are about parents, of which few change",
		end("oset-aid"), end("parent-aid"), end("parent-sd"))
	return r, nil
}

// twoChains returns the two chains of example 2 on n nodes.
func twoChains(n int) (g, h *graph.Graph) {
	names := graph.NumberedNames("X", 1, n)
	return graph.MustNew(names, chain(upTo(0, 1, n))), graph.MustNew(names, chain(append(upTo(0, 2, n), upTo(1, 2, n)...)))
}

func example2(ctx context.Context, o Options) (*Result, error) {
	m := steps(3, pick(o, 20.0, 8), 1)
	const aid, sd, aidClass, sdClass = "parent-aid (DAGs)", "parent-sd (DAGs)", "parent-aid (CPDAGs)", "pparent-sd (CPDAGs)"
	members := pick(o, 8, 5)
	r := &Result{PerRow: 2, Here: fmt.Sprintf("M = %g, ..., %g; the members of the equivalence classes are compared pair by pair up to M = %d", m[0], m[len(m)-1], members), Text: "The pparent-SD of the CPDAGs is the parent-SD of the DAGs, whose curve it covers.\n"}
	for extra, size := range []string{"2M nodes", "2M + 1 nodes"} {
		zero, least, gap := true, 1.0, 0.0
		for _, swap := range []bool{false, true} {
			panel := size + ", d(G, H)"
			if swap {
				panel = size + ", d(H, G)"
			}
			s := &sweep{cells: len(m), runs: 1, kind: class.DAG, measures: []measurement{
				{series: aid, metric: "parent-aid", swap: swap},
				{series: sd, metric: "parent-sd", swap: swap},
				{series: aidClass, metric: "parent-aid", as: class.CPDAG, swap: swap},
				{series: sdClass, metric: "pparent-sd", as: class.CPDAG, swap: swap},
			}, draw: func(_ context.Context, cell, _ int) (*graph.Graph, *graph.Graph, error) {
				g, h := twoChains(2*int(m[cell]) + extra)
				return g, h, nil
			}}
			if err := s.measure(ctx, o); err != nil {
				return nil, err
			}
			r.Curves = append(r.Curves, s.averages(panel, m)...)
			r.lines(panel, "", "M", "distance", true)
			for i := range m {
				at := func(series string) float64 { return r.curve(panel, series).Y[i] }
				zero = zero && at(aidClass) == 0
				least = min(least, at(aid), at(sdClass))
				gap = max(gap, math.Abs(at(aid)-at(sd))/max(at(aid), at(sd)))
			}
		}
		r.state(sure(zero), "the parent-AID of the CPDAGs is 0 ("+size+")", "it is 0 for every M in both directions", "as in the paper")
		r.state(sure(least > 0), "the DAGs are at a distance by the parent-AID, and their CPDAGs by the pparent-SD ("+size+")", "the smallest distance is above 0", "it is %.3f", least)
		r.state(sure(gap < 0.25), "on DAGs the qualitative difference between parent-AID and parent-SD is negligible ("+size+")",
			"for no M do they differ by more than 25 %", "they differ by at most %.0f %%", 100*gap)
		lo, hi, err := overMembers(ctx, members, extra)
		if err != nil {
			return nil, err
		}
		r.state(sure(lo > 0), "any members of the two classes have a parent-AID above 0 while that of the classes is 0 ("+size+")",
			"the smallest parent-AID over all pairs of members is above 0, for every M that was tried, in both directions", "it is between %.3f and %.3f", lo, hi)
	}
	return r, nil
}

// overMembers returns the smallest and the largest parent-AID over all pairs of members of the
// equivalence classes of the two chains, for M up to most, in both directions.
func overMembers(ctx context.Context, most, extra int) (lo, hi float64, err error) {
	aid, err := distance.Find("parent-aid")
	if err != nil {
		return 0, 0, err
	}
	lo = 1
	for m := 3; m <= most; m++ {
		g, h := twoChains(2*m + extra)
		var members [2][]*model.Model
		for i, one := range []*graph.Graph{g, h} {
			for dag := range equiv.Members(equiv.CPDAG(one)) {
				checked, err := class.Check(ctx, dag, class.DAG)
				if err != nil {
					return 0, 0, err
				}
				members[i] = append(members[i], checked.Model())
			}
		}
		for _, a := range members[0] {
			for _, b := range members[1] {
				for _, pair := range [][2]*model.Model{{a, b}, {b, a}} {
					d, err := measure.Measure(ctx, aid, pair[0], pair[1], task.Params{Options: task.Options{Workers: 1}})
					if err != nil {
						return 0, 0, err
					}
					lo, hi = min(lo, d.Value), max(hi, d.Value)
				}
			}
		}
	}
	return lo, hi, nil
}
