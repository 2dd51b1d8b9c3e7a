package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Names are the node names of one or more graphs. Graphs that share their Names are aligned
// without comparing any.
type Names struct {
	list  []string
	once  sync.Once
	index map[string]Node
}

// NewNames returns the given names, or an error that names two nodes with the same name.
func NewNames(list []string) (*Names, error) {
	ns := &Names{list: list}
	if consecutive(list) || len(ns.byName()) == len(list) {
		return ns, nil
	}
	for v, name := range list {
		if first := ns.index[name]; first != Node(v) {
			return nil, fmt.Errorf("node %d and node %d are both named %q", first+1, v+1, name)
		}
	}
	panic("unreachable")
}

// consecutive reports whether the names are X1, X2, X3, and therefore distinct.
func consecutive(list []string) bool {
	prefix, next := "", 0
	for v, name := range list {
		at := len(name)
		for at > 0 && len(name)-at < 9 && '0' <= name[at-1] && name[at-1] <= '9' {
			at--
		}
		number := 0
		for _, d := range []byte(name[at:]) {
			number = 10*number + int(d-'0')
		}
		if v == 0 {
			prefix, next = name[:at], number
		}
		if at == len(name) || name[at] == '0' && at < len(name)-1 || number != next || name[:at] != prefix {
			return false
		}
		next++
	}
	return len(list) > 0
}

// NumberedNames returns the names prefix+first, prefix+(first+1), ... for n nodes.
func NumberedNames(prefix string, first, n int) *Names {
	list := make([]string, n)
	var text strings.Builder // one allocation for all names
	text.Grow(n * (len(prefix) + len(strconv.Itoa(first+n))))
	var digits []byte
	for i := range list {
		at := text.Len()
		digits = strconv.AppendInt(digits[:0], int64(first+i), 10)
		text.WriteString(prefix)
		text.Write(digits)
		list[i] = text.String()[at:]
	}
	return &Names{list: list}
}

// gone is the place of a node that an induced graph does not have.
const gone Node = -1

// induced returns the names of the given nodes, and the place of each node of ns among them.
func (ns *Names) induced(nodes []Node) (names *Names, place []Node) {
	place = slices.Repeat([]Node{gone}, ns.Len())
	list := make([]string, len(nodes))
	for i, v := range nodes {
		place[v], list[i] = Node(i), ns.list[v]
	}
	return &Names{list: list}, place
}

// Len returns the number of names.
func (ns *Names) Len() int { return len(ns.list) }

// List returns the names in the order of the nodes.
func (ns *Names) List() []string { return ns.list }

// Node returns the node called name.
func (ns *Names) Node(name string) (Node, bool) {
	v, ok := ns.byName()[name]
	return v, ok
}

// byName returns the table from name to the first node of that name.
func (ns *Names) byName() map[string]Node {
	ns.once.Do(func() {
		ns.index = make(map[string]Node, len(ns.list))
		for v, name := range ns.list {
			if _, seen := ns.index[name]; !seen {
				ns.index[name] = Node(v)
			}
		}
	})
	return ns.index
}
