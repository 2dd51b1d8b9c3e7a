package format_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// TestMtxOrders reads the same entries by rows, by columns and shuffled, with values and without, in plain
// lines and in lines that are written in another way: they are the same graph.
func TestMtxOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		n := 2 + rng.IntN(12)
		var arcs [][2]int
		var edges []graph.Edge
		for x := range n {
			for y := range x {
				switch from, to := x, y; rng.IntN(5) {
				case 0:
					from, to = to, from
					fallthrough
				case 1:
					arcs = append(arcs, [2]int{from, to})
					edges = append(edges, graph.Directed(graph.Node(from), graph.Node(to)))
				case 2:
					arcs = append(arcs, [2]int{x, y}, [2]int{y, x})
					edges = append(edges, graph.Undirected(graph.Node(x), graph.Node(y)))
				}
			}
		}
		want := graph.MustNew(graph.NumberedNames("", 1, n), edges)
		orders := []func(a, b [2]int) int{
			func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) },
			func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0])) },
			nil,
		}
		for k, order := range orders {
			if rng.Shuffle(len(arcs), func(i, j int) { arcs[i], arcs[j] = arcs[j], arcs[i] }); order != nil {
				slices.SortFunc(arcs, order)
			}
			for _, field := range []string{"pattern", "integer", "real"} {
				var b strings.Builder
				fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate %s general\n%d %d %d\n", field, n, n, len(arcs))
				for _, a := range arcs {
					blank, end := " ", "\n"
					if rng.IntN(4) == 0 {
						blank, end = "  ", " \r\n% a comment\n"
					}
					fmt.Fprintf(&b, "%d%s%d", a[0]+1, blank, a[1]+1)
					switch {
					case field == "integer":
						b.WriteString(" 1")
					case field == "real":
						b.WriteString([]string{" 1", " 1.0", " 1e0", " 01"}[rng.IntN(4)])
					}
					b.WriteString(end)
				}
				d, err := format.Parse([]byte(b.String()), "g.mtx", format.Options{Orientation: "row-to-col", OppositeArcs: "undirected"})
				if err != nil || !d.Graph.Equal(want) {
					t.Fatalf("order %d, %s: %v, %v, want %v\n%s", k, field, d, err, want, b.String())
				}
			}
		}
	}
}

// Numbers in Go's own syntax are not numbers of Matrix Market.
func TestMtxNumbers(t *testing.T) {
	for _, number := range []string{"1_000", "0x10", "0x1p4"} {
		text := "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 " + number + "\n"
		_, err := format.Parse([]byte(text), "g.mtx", format.Options{Orientation: "row-to-col"})
		if err == nil || !strings.Contains(err.Error(), "expected a number") {
			t.Errorf("%s: %v, want that it is not a number", number, err)
		}
	}
}

// TestMtxTwice refuses an entry that occurs twice in any order.
func TestMtxTwice(t *testing.T) {
	for _, entries := range []string{"1 2\n1 2\n2 3", "2 3\n1 2\n1 2", "1 2\n2 3\n1 2", "2 1\n3 1\n2 1", "1 2\n2 1\n1 2"} {
		text := "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n" + entries + "\n"
		_, err := format.Parse([]byte(text), "g.mtx", format.Options{Orientation: "row-to-col"})
		if err == nil || !strings.Contains(err.Error(), "occurs twice") {
			t.Errorf("%q: %v, want an entry that occurs twice", entries, err)
		}
	}
}
