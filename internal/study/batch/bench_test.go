package batch_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// BenchmarkLines compares 2000 pairs of graphs with ten nodes from one file, as objects and as
// texts, and guesses with one truth.
func BenchmarkLines(b *testing.B) {
	const pairs = 2000
	for _, form := range []string{"objects", "texts", "truth"} {
		b.Run(form, func(b *testing.B) {
			var lines strings.Builder
			var truth *graph.Graph
			for k := range pairs {
				t, g, err := simulate.TruthAndGuess(context.Background(), class.DAG, simulate.Options{Nodes: 10, Edges: 15, Seed: 1}, simulate.Changes{Any: 3}, true, uint64(k))
				if err != nil {
					b.Fatal(err)
				}
				if form != "truth" || truth == nil {
					truth = t.Graph
				}
				if form != "texts" {
					fmt.Fprintf(&lines, `{"id": %d, "truth": %s, "guess": %s}`+"\n", k, object(truth), object(g.Graph))
				} else {
					fmt.Fprintf(&lines, `{"id": %d, "truth": %q, "guess": %q}`+"\n", k, native(truth), native(g.Graph))
				}
			}
			path := filepath.Join(b.TempDir(), "pairs.jsonl")
			if err := os.WriteFile(path, []byte(lines.String()), 0o666); err != nil {
				b.Fatal(err)
			}
			s := settings()
			s.Metrics = []string{"zl-sd", "shd", "parent-aid"}
			src := batch.Lines(path, "")
			for b.Loop() {
				if err := batch.Run(context.Background(), src, s, 0, pairs, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(pairs*b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}
