package graph_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// Names that are counted are distinguished from such that only look so, and found by name.
func TestCountedNames(t *testing.T) {
	for _, row := range []struct {
		names []string
		twice bool
	}{
		{[]string{"X1", "X2", "X3"}, false},
		{[]string{"X1", "X2", "X2"}, true},
		{[]string{"X9", "X10", "X9"}, true},
		{[]string{"0", "1", "2", "3"}, false},
		{[]string{"1", "2", "02", "2"}, true},
		{[]string{"X1", "Y2", "X1"}, true},
		{[]string{"a", "b", "a"}, true},
		{[]string{"", ""}, true},
		{[]string{"X999999999", "X1000000000", "X1000000000"}, true},
		{[]string{"X2000000000", "X2000000000"}, true},
	} {
		names, err := graph.NewNames(slices.Clone(row.names))
		if (err != nil) != row.twice {
			t.Errorf("%v: %v", row.names, err)
			continue
		}
		for v, name := range row.names {
			if u, ok := graph.Node(0), true; err == nil {
				if u, ok = names.Node(name); !ok || int(u) != v {
					t.Errorf("%v: %s is node %d, %v", row.names, name, u, ok)
				}
			}
		}
	}
}
