package class

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// almostDirected returns a directed path a --> ... --> b of g with a <-> b. It returns nil if there is none or
// ctx is done first. order is a topological order of g.
//
// The nodes with siblings are followed a word at a time, one per lane, over the part of the order that
// contains their siblings.
func almostDirected(ctx context.Context, g *graph.Graph, order []graph.Node) []graph.Node {
	place := make([]int32, g.N())
	for i, v := range order {
		place[v] = int32(i)
	}
	last := func(a graph.Node) int32 { // place of the last sibling of a
		end := int32(-1)
		for _, b := range g.Siblings(a) {
			end = max(end, place[b])
		}
		return end
	}
	var above []msep.Word // by place: the sources that are ancestors
	for at := 0; at < len(order) && ctx.Err() == nil; {
		var sources [msep.Width]graph.Node
		count, first, end := 0, at, int32(-1)
		for ; at < len(order) && count < len(sources); at++ {
			if l := last(order[at]); l > int32(at) {
				sources[count] = order[at]
				count++
				end = max(end, l)
			}
		}
		if count == 0 {
			return nil
		}
		if above == nil {
			above = make([]msep.Word, len(order))
		}
		clear(above[first : end+1])
		for i, a := range sources[:count] {
			above[place[a]].Set(i)
		}
		for i := first; i <= int(end); i++ {
			for _, p := range g.Parents(order[i]) {
				if j := int(place[p]); j >= first {
					above[i] = above[i].Or(above[j])
				}
			}
		}
		for i, a := range sources[:count] {
			for _, b := range g.Siblings(a) {
				if place[b] > place[a] && above[place[b]].Has(i) {
					return directedPath(g, a, b)
				}
			}
		}
	}
	return nil
}

// directedPath returns a shortest directed path from a to b. There must be one.
func directedPath(g *graph.Graph, a, b graph.Node) []graph.Node {
	next := map[graph.Node]graph.Node{b: b} // towards b
	todo := []graph.Node{b}
	for i := 0; i < len(todo); i++ {
		for _, p := range g.Parents(todo[i]) {
			if _, seen := next[p]; !seen {
				next[p] = todo[i]
				todo = append(todo, p)
			}
		}
		if _, done := next[a]; done {
			break
		}
	}
	path := []graph.Node{a}
	for v := a; v != b; {
		v = next[v]
		path = append(path, v)
	}
	return path
}

// has reports whether v is in the sorted list.
func has(list []graph.Node, v graph.Node) bool {
	_, found := slices.BinarySearch(list, v)
	return found
}
