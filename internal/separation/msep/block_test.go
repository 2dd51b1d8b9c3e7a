package msep_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Nodes that are dropped are in no set, are not listed, and can be added again.
func TestBlockDrop(t *testing.T) {
	b := msep.NewBlock(6)
	for _, v := range []graph.Node{5, 1, 4, 0} {
		b.Add(msep.First(3), v)
	}
	if b.Drop(4); !slices.Equal(b.Nodes, []graph.Node{1, 0}) {
		t.Errorf("nodes %v are listed, want 1 and 0", b.Nodes)
	}
	b.AddOne(1, 4)
	if got := b.Lane(nil, 1); !slices.Equal(got, []graph.Node{1, 0, 4}) {
		t.Errorf("the set of lane 1 is %v, want 1, 0 and 4", got)
	}
	if got := b.Lane(nil, 2); !slices.Equal(got, []graph.Node{1, 0}) {
		t.Errorf("the set of lane 2 is %v, want 1 and 0", got)
	}
}
