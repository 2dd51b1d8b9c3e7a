package format_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// BenchmarkRead reads matrices of 5000 nodes: of a sparse DAG, and of one with every
// tenth arc.
func BenchmarkRead(b *testing.B) {
	const n = 5000
	for _, share := range []float64{0.002, 0.1} {
		rng := rand.New(rand.NewPCG(1, 1))
		var edges []graph.Edge
		for x := range graph.Node(n) {
			for y := x + 1; y < n; y++ {
				if rng.Float64() < share {
					edges = append(edges, graph.Directed(x, y))
				}
			}
		}
		d := &format.Document{Graph: graph.MustNew(graph.NumberedNames("", 0, n), edges)}
		for _, name := range []string{"npy", "csv", "matrix", "mtx"} {
			o := format.Options{Orientation: "row-to-col", Format: name, Lossy: true}
			var data bytes.Buffer
			if _, err := format.Write(&data, d, name, o); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/arcs=%d", name, len(edges)), func(b *testing.B) {
				b.SetBytes(int64(data.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := format.Parse(data.Bytes(), "g."+name, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
