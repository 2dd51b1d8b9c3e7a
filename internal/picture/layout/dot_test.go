//go:build dot

package layout_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Our layouts of random graphs with 20 to 60 nodes have about as few crossings as those of Graphviz' dot with the same
// arrows down, arrowheads apart, and no edge through a node.
func TestCrossingsAgainstDot(t *testing.T) {
	for _, class := range []struct {
		name string
		make func(rng *rand.Rand, n int, p float64) *graph.Graph
	}{
		{"DAG", graphtest.DAG}, {"CPDAG", graphtest.CPDAG}, {"PAG", graphtest.PAG}, {"ADMG", graphtest.ADMG},
	} {
		t.Run(class.name, func(t *testing.T) {
			t.Parallel()
			ours, theirs, near, theirNear, edges := 0, 0, 0, 0, 0
			for seed := range uint64(200) {
				n := 20 + int(seed)%41
				degree := 2 + float64(seed%5)/2
				g := class.make(graphtest.Rand(seed), n, degree/float64(n-1))
				l, dot := layout.Place(same(n), layout.Options{}, g.EdgeList()), byDot(t, g)
				a, b := crossings(l), crossings(dot)
				ours, theirs, edges = ours+a, theirs+b, edges+g.M()
				for _, c := range crowded(l) {
					t.Logf("seed %d: %s", seed, c)
				}
				near, theirNear = near+len(crowded(l)), theirNear+len(crowded(dot))
				if seed%20 == 0 {
					t.Logf("%d nodes, degree %v: %d crossings, dot %d", n, degree, a, b)
				}
				if err := lawful(g.EdgeList(), l); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
			t.Logf("all: %d crossings, dot %d; %d crowded arrowheads, dot %d", ours, theirs, near, theirNear)
			if float64(ours) > 1.1*float64(theirs) {
				t.Errorf("%d crossings, dot has %d", ours, theirs)
			}
			if near > 0 {
				t.Errorf("%d arrowheads of %d edges are nearer than 6 points", near, edges)
			}
		})
	}
}

// byDot returns the routes that dot gives the edges of a graph.
func byDot(t *testing.T, g *graph.Graph) *layout.Layout {
	t.Helper()
	var text strings.Builder
	text.WriteString("digraph { node [shape=box, width=0.42, height=0.33, fixedsize=true];\n")
	down := make(map[graph.Node]int) // an order along the arrows, so that dot draws them down, as we do
	order, _ := g.With(slices.DeleteFunc(g.EdgeList(), func(e graph.Edge) bool { return !e.Directed() })).Order()
	for i, v := range order {
		down[v] = i
	}
	for e := range g.Edges() {
		if down[e.X] > down[e.Y] {
			e = e.Flip()
		}
		fmt.Fprintf(&text, "%d -> %d;\n", e.X, e.Y)
	}
	text.WriteString("}")
	cmd := exec.Command("dot", "-Tplain")
	cmd.Stdin = strings.NewReader(text.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	l := new(layout.Layout)
	for line := range bytes.Lines(out) {
		words := strings.Fields(string(line))
		if words[0] != "edge" {
			continue
		}
		number := func(i int) float64 {
			x, err := strconv.ParseFloat(words[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		r := layout.Route{Edge: graph.Directed(graph.Node(number(1)), graph.Node(number(2)))}
		for i := range int(number(3)) {
			r.Curve = append(r.Curve, layout.Point{X: 72 * number(4+2*i), Y: 72 * number(5+2*i)})
		}
		l.Routes = append(l.Routes, r)
	}
	return l
}
