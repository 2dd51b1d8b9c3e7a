package separator

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Here are the strategies for small graphs; each offers the set that its chooser offers where some set
// separates x and y.

func smallParents(g *msep.Small, x, y graph.Node) uint64 { return g.Parents[x] | g.Parents[y] }

func smallAncestors(g *msep.Small, x, y graph.Node) uint64 {
	return (g.Above[x] | g.Above[y]) &^ (1<<x | 1<<y)
}

func smallPossibleParents(g *msep.Small, x, y graph.Node) uint64 {
	may := g.PossibleParents()
	return may[x] | may[y]
}

func smallPossibleAncestors(g *msep.Small, x, y graph.Node) uint64 {
	may := g.Equivalence()
	return (may.Above[x] | may.Above[y]) &^ (1<<x | 1<<y)
}

// smallNearest is nearest in the moral graph of A.
func smallNearest(g *msep.Small, x, y graph.Node) uint64 {
	a := g.Above[x] | g.Above[y]
	zx := g.Beside(x, a)
	met, todo := uint64(1)<<y, uint64(1)<<y
	for todo != 0 && met&zx != zx {
		v := graph.Node(bits.TrailingZeros64(todo))
		fresh := g.Beside(v, a) &^ met
		met |= fresh
		todo = todo&(todo-1) | fresh&^zx
	}
	return met & zx
}
