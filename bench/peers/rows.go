package main

import "fmt"

// A size is a pair of graphs: a random DAG, and the same with n/5 changes.
type size struct{ n, degree int }

func (s size) String() string { return fmt.Sprintf("n = %d, %d edges", s.n, s.n*s.degree) }

// A row is one comparison.
type row struct {
	size size
	ours string // our side: the name of a work
	peer string // the other side: a name in peers.py
	on   size   // the graphs of the peer, if they differ
	same bool   // both give the same number
	want float64

	unrelated bool // the guess is a random DAG of its own
}

// pythonPrefix is before the name of a work of our Python package, which is in peers.py.
const pythonPrefix = "python "

// pythonRows are the comparisons of our Python package: one pair against its copy of gadjid's function, which reads nothing but
// int8 arrays, and against gadjid; and many pairs against a loop over gadjid, both with one thread.
func pythonRows() (list []row) {
	limits := []struct {
		size  size
		array float64 // how many times as long as the copy of gadjid's function an array may take
		graph float64 // and graphs of networkx
	}{{size{10, 2}, 5, 12}, {size{100, 5}, 3, 30}, {size{1000, 10}, 1.5, 30}}
	for _, unrelated := range []bool{false, true} {
		for _, l := range limits {
			list = append(list,
				row{size: l.size, ours: "python compare array", peer: "python gadjid", same: true, want: 1 / l.array, unrelated: unrelated},
				row{size: l.size, ours: "python compare array", peer: "gadjid.parent_aid", same: true, want: 1, unrelated: unrelated},
				row{size: l.size, ours: "python compare networkx", peer: "python gadjid", same: true, want: 1 / l.graph, unrelated: unrelated},
				row{size: l.size, ours: "python compare pandas", peer: "python compare networkx", same: true, want: 0.5, unrelated: unrelated},
				row{size: l.size, ours: "python compare causal-learn", peer: "python compare networkx", same: true, want: 0.5, unrelated: unrelated})
		}
		for _, kind := range []string{"array", "networkx", "causal-learn"} {
			list = append(list, row{size: size{100, 5}, ours: "python many " + kind, peer: "gadjid loop", same: true, want: 5, unrelated: unrelated})
		}
	}
	return list
}

// rows are the comparisons that are made. want is the least ratio that we promise: how
// many times faster we are.
var rows = []row{
	{size: size{1000, 10}, ours: "parent-aid", peer: "gadjid.parent_aid", same: true, want: 50},
	{size: size{1000, 10}, ours: "ancestor-aid", peer: "gadjid.ancestor_aid", same: true, want: 50},
	{size: size{200, 10}, ours: "oset-aid", peer: "gadjid.oset_aid", same: true, want: 40},
	{size: size{1000, 10}, ours: "sid", peer: "gadjid.sid", same: true},
	{size: size{1000, 10}, ours: "shd", peer: "gadjid.shd", same: true},
	{size: size{10_000, 2}, ours: "parent-aid", peer: "gadjid.parent_aid", same: true, want: 50},
	// No peer does these; ten times what gadjid takes for a hundredth of the nodes is enough.
	{size: size{100_000, 2}, ours: "parent-aid", peer: "gadjid.parent_aid", on: size{1000, 10}, want: 0.1},
	{size: size{100_000, 2}, ours: "shd", peer: "gadjid.parent_aid", on: size{1000, 10}, want: 0.1},
	// Separation distances have no fast peer. Parent adjustment checks n sets, and parent
	// separation checks half of n².
	{size: size{1000, 10}, ours: "parent-sd", peer: "gadjid.parent_aid", want: 4},
	{size: size{1000, 10}, ours: "mb-parent-sd", peer: "gadjid.parent_aid", want: 20},
	{size: size{1000, 10}, ours: "zl-sd", peer: "gadjid.parent_aid", want: 1},
	{size: size{100_000, 2}, ours: "mb-parent-sd", peer: "gadjid.parent_aid", on: size{1000, 10}, want: 0.1},
	{size: size{100_000, 2}, ours: "mb-zl-sd", peer: "gadjid.parent_aid", on: size{1000, 10}, want: 0.1},
	// Graphs that have nothing to do with each other: few claims are right for a simple reason.
	{size: size{1000, 10}, ours: "parent-aid", peer: "gadjid.parent_aid", same: true, want: 50, unrelated: true},
	{size: size{1000, 10}, ours: "ancestor-aid", peer: "gadjid.ancestor_aid", same: true, want: 50, unrelated: true},
	{size: size{200, 10}, ours: "oset-aid", peer: "gadjid.oset_aid", same: true, want: 40, unrelated: true},
	{size: size{1000, 10}, ours: "sid", peer: "gadjid.sid", same: true, unrelated: true},
	{size: size{1000, 10}, ours: "shd", peer: "gadjid.shd", same: true, unrelated: true},
	{size: size{10_000, 2}, ours: "parent-aid", peer: "gadjid.parent_aid", same: true, want: 50, unrelated: true},
	{size: size{1000, 10}, ours: "parent-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{1000, 10}, ours: "mb-parent-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{1000, 10}, ours: "zl-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{8000, 2}, ours: "parent-sd", peer: "gadjid.parent_aid"},
	{size: size{8000, 2}, ours: "parent-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{8000, 2}, ours: "zl-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{8000, 2}, ours: "ancestor-sd", peer: "gadjid.parent_aid"},
	{size: size{8000, 2}, ours: "ancestor-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{8000, 2}, ours: "pancestor-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{1000, 2}, ours: "ancestor-sd", peer: "gadjid.parent_aid", unrelated: true},
	{size: size{1000, 2}, ours: "zl-sd", peer: "gadjid.parent_aid", unrelated: true},
	// Pair by pair in Python, as the only other programs for these distances do it.
	{size: size{100, 5}, ours: "parent-sd", peer: "networkx.parent_sd", same: true, want: 1000},
	{size: size{100, 5}, ours: "zl-sd", peer: "networkx.zl_sd", same: true, want: 1000},
	// The first call of a process, as the command line makes it, against a peer that is warm.
	{size: size{1000, 10}, ours: "first-ancestor-aid", peer: "gadjid.ancestor_aid", same: true, want: 70},
	{size: size{1000, 10}, ours: "first-parent-aid", peer: "gadjid.parent_aid", same: true},
	{size: size{1000, 10}, ours: "first-zl-sd", peer: "gadjid.parent_aid", want: 1.3},
	// We read a graph; the peers only the numbers, or the places of those that are not 0.
	{size: size{5000, 5}, ours: "read-npy", peer: "numpy.load", same: true, want: 0.1},
	{size: size{5000, 5}, ours: "read-npy", peer: "numpy.load + nonzero", same: true},
	{size: size{5000, 5}, ours: "read-csv", peer: "pandas.read_csv", same: true, want: 1},
	{size: size{5000, 5}, ours: "read-mtx", peer: "scipy.mmread", same: true, want: 0.6},
	{size: size{5000, 5}, ours: "read-mtx", peer: "scipy.mmread + tocsr + tocsc", same: true},
}
