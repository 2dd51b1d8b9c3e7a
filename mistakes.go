package sepdist

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// A topMistakes counts all mistakes and keeps the most informative ones, up to its limit.
type topMistakes struct {
	adjacent func(x, y graph.Node) bool // in the truth
	limit    int
	kept     []distance.Mistake // a heap with the least informative on top
	nodes    map[graph.Node]int // mistakes by node
	told     int
}

func (k *topMistakes) add(m distance.Mistake) {
	k.told++
	k.nodes[m.X]++
	k.nodes[m.Y]++
	switch {
	case len(k.kept) < k.limit:
		heap.Push(k, m)
	case k.limit > 0 && k.compare(m, k.kept[0]) < 0:
		k.kept[0] = m
		heap.Fix(k, 0)
	}
}

// compare orders mistakes, the more informative first: those of pairs that are adjacent in the truth, then small sets.
func (k *topMistakes) compare(a, b distance.Mistake) int {
	return cmp.Or(
		compareBool(!k.adjacent(a.X, a.Y), !k.adjacent(b.X, b.Y)),
		cmp.Compare(a.Size, b.Size),
		cmp.Compare(a.X, b.X),
		cmp.Compare(a.Y, b.Y),
	)
}

func (k *topMistakes) Len() int           { return len(k.kept) }
func (k *topMistakes) Less(i, j int) bool { return k.compare(k.kept[i], k.kept[j]) > 0 }
func (k *topMistakes) Swap(i, j int)      { k.kept[i], k.kept[j] = k.kept[j], k.kept[i] }
func (k *topMistakes) Push(m any)         { k.kept = append(k.kept, m.(distance.Mistake)) }
func (k *topMistakes) Pop() any           { panic("unused") }

// sorted returns what was kept, most informative first.
func (k *topMistakes) sorted() []distance.Mistake {
	slices.SortFunc(k.kept, k.compare)
	return k.kept
}

// busiest lists the nodes in most mistakes.
func (k *topMistakes) busiest(name func(graph.Node) string) (list []report.NodeCount) {
	const most = 5
	order := slices.Sorted(maps.Keys(k.nodes))
	slices.SortStableFunc(order, func(u, v graph.Node) int { return k.nodes[v] - k.nodes[u] })
	for _, v := range order[:min(most, len(order))] {
		list = append(list, report.NodeCount{Node: name(v), Wrong: k.nodes[v]})
	}
	return list
}
