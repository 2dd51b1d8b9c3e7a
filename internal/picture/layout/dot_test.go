//go:build dot

package layout_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Graphviz' dot is the program to be measured by: its drawings of random DAGs must
// not have many crossings less than ours.
func TestCrossingsAgainstDot(t *testing.T) {
	ours, theirs := 0, 0
	for _, n := range []int{10, 20, 40} {
		for _, degree := range []float64{2, 3, 4} {
			a, b := 0, 0
			for seed := range uint64(8) {
				g := graphtest.DAG(graphtest.Rand(seed), n, degree/float64(n-1))
				a += crossings(layout.Place(same(n), layout.Options{}, g.EdgeList()))
				b += crossings(byDot(t, g))
			}
			t.Logf("%d nodes, degree %v: %d crossings, dot %d", n, degree, a, b)
			ours, theirs = ours+a, theirs+b
		}
	}
	t.Logf("all: %d crossings, dot %d", ours, theirs)
	if float64(ours) > 1.15*float64(theirs) {
		t.Errorf("%d crossings, dot has %d", ours, theirs)
	}
}

// byDot returns the routes that dot gives the edges of a DAG.
func byDot(t *testing.T, g *graph.Graph) *layout.Layout {
	t.Helper()
	var text strings.Builder
	text.WriteString("digraph { node [shape=box, width=0.42, height=0.33, fixedsize=true];\n")
	for e := range g.Edges() {
		if e.AtX == graph.Arrow {
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
			r.Curve = append(r.Curve, layout.Point{X: number(4 + 2*i), Y: number(5 + 2*i)})
		}
		l.Routes = append(l.Routes, r)
	}
	return l
}
