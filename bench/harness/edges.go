package harness

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// WriteEdges writes a DAG as peers.py reads it: the number of nodes and zero, then two numbers an arrow.
func WriteEdges(name string, g *graph.Graph) error {
	var b strings.Builder
	fmt.Fprintln(&b, g.N(), 0)
	for e := range g.Edges() {
		if e.AtX == graph.Arrow {
			e = e.Flip()
		}
		fmt.Fprintln(&b, e.X, e.Y)
	}
	return os.WriteFile(name, []byte(b.String()), 0o666)
}

// ReadDAG reads a file of WriteEdges.
func ReadDAG(name string) (*graph.Graph, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	numbers := strings.Fields(string(text))
	at := func(i int) int {
		k, _ := strconv.Atoi(numbers[i])
		return k
	}
	var edges []graph.Edge
	for i := 2; i+1 < len(numbers); i += 2 {
		edges = append(edges, graph.Directed(graph.Node(at(i)), graph.Node(at(i+1))))
	}
	return graph.NewWithNames(graph.NumberedNames("V", 0, at(0)), edges)
}
