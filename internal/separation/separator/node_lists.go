package separator

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// nodeLists are short lists of nodes, cut from a few blocks of memory.
type nodeLists struct {
	nodes  []graph.Node   // the current block
	listed int            // nodes in earlier blocks
	full   [][]graph.Node // the earlier blocks
	spare  [][]graph.Node // free blocks
}

// held returns the number of nodes in the lists.
func (l *nodeLists) held() int { return l.listed + len(l.nodes) }

// kept returns a copy of the nodes.
func (l *nodeLists) kept(nodes []graph.Node) []graph.Node {
	l.room(len(nodes))
	at := len(l.nodes)
	l.nodes = append(l.nodes, nodes...)
	return l.since(at)
}

// room makes room for a list of n nodes. Existing lists are not moved: a larger block instead of the last
// one would need as many pages again, and a copy.
func (l *nodeLists) room(n int) {
	if cap(l.nodes)-len(l.nodes) >= n {
		return
	}
	const most = 1 << 14
	size := max(n, min(2*cap(l.nodes), most), 64)
	if cap(l.nodes) > 0 {
		l.full, l.listed = append(l.full, l.nodes), l.listed+len(l.nodes)
	}
	for i := len(l.spare) - 1; i >= 0; i-- {
		if block := l.spare[i]; cap(block) >= n {
			l.spare = slices.Delete(l.spare, i, i+1)
			l.nodes = block[:0]
			return
		}
	}
	l.nodes = make([]graph.Node, 0, size)
}

// rewind makes all blocks free.
func (l *nodeLists) rewind() {
	l.spare = append(l.spare, l.full...)
	clear(l.full)
	l.full, l.listed, l.nodes = l.full[:0], 0, l.nodes[:0]
}

// since returns the nodes from at on.
func (l *nodeLists) since(at int) []graph.Node { return l.nodes[at:len(l.nodes):len(l.nodes)] }
