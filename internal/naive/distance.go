package naive

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// A Strategy offers a set for two nodes that some set separates.
type Strategy func(x, y graph.Node) graph.Set

// Claims returns the strategy of a metric in the guess: "parent", "ancestor", "pparent",
// "pancestor" or "zl". With the prefix "mb-" it is the Markov blanket of x if y is outside of it.
func Claims(guess *Model, strategy string) Strategy {
	if base, enhanced := strings.CutPrefix(strategy, "mb-"); enhanced {
		claim := Claims(guess, base)
		return func(x, y graph.Node) graph.Set {
			if b := Blanket(guess.Statements, x); !b.Has(y) {
				return b
			}
			return claim(x, y)
		}
	}
	switch strategy {
	case "parent":
		return func(x, y graph.Node) graph.Set { return Parents(guess.Walk, x, y) }
	case "ancestor":
		return func(x, y graph.Node) graph.Set { return AncestorsOf(guess.Walk, x, y) }
	case "pparent":
		return func(x, y graph.Node) graph.Set { return PossibleParents(guess.Class(), x, y) }
	case "pancestor":
		return func(x, y graph.Node) graph.Set { return PossibleAncestors(guess.Class(), x, y) }
	case "zl":
		return func(x, y graph.Node) graph.Set {
			z, _ := Nearest(guess.Walk, x, y)
			return z
		}
	}
	panic(fmt.Sprintf("naive: no strategy %q", strategy))
}

// SeparationDistance counts the ordered pairs that some set separates in the guess
// but the set the strategy offers does not separate in the truth.
func SeparationDistance(truth, guess *Model, strategy string) int {
	claim := Claims(guess, strategy)
	wrong := 0
	for x, y := range ordered(truth.N()) {
		if guess.Separable(x, y) && !truth.Separated(x, y, claim(x, y)) {
			wrong++
		}
	}
	return wrong
}
