package graph

import (
	"fmt"
	"strconv"
	"sync"
)

// Names are the names of the nodes of one or more graphs. Names that graphs share
// need not be compared again when one graph is brought into the order of another.
type Names struct {
	list  []string
	once  sync.Once
	index map[string]Node
}

// NewNames returns the given names, or an error that says which two nodes have the
// same one.
func NewNames(list []string) (*Names, error) {
	ns := &Names{list: list}
	if len(ns.byName()) == len(list) {
		return ns, nil
	}
	for v, name := range list {
		if first := ns.index[name]; first != Node(v) {
			return nil, fmt.Errorf("graph: node %d and node %d are both named %q", first+1, v+1, name)
		}
	}
	panic("unreachable")
}

// Numbered returns the names prefix+first, prefix+(first+1), ... for n nodes.
func Numbered(prefix string, first, n int) *Names {
	list := make([]string, n)
	for i := range list {
		list[i] = prefix + strconv.Itoa(first+i)
	}
	return &Names{list: list}
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
