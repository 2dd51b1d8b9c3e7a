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
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// BenchmarkLines compares 2000 pairs of graphs with ten nodes from one file, as objects and as
// texts.
func BenchmarkLines(b *testing.B) {
	const pairs = 2000
	for _, form := range []string{"objects", "texts"} {
		b.Run(form, func(b *testing.B) {
			var lines strings.Builder
			for k := range pairs {
				t, g, err := simulate.TruthAndGuess(context.Background(), class.DAG, simulate.Options{Nodes: 10, Edges: 15, Seed: 1}, simulate.Changes{Any: 3}, true, uint64(k))
				if err != nil {
					b.Fatal(err)
				}
				if form == "objects" {
					fmt.Fprintf(&lines, `{"id": %d, "truth": %s, "guess": %s}`+"\n", k, object(t.Graph), object(g.Graph))
				} else {
					fmt.Fprintf(&lines, `{"id": %d, "truth": %q, "guess": %q}`+"\n", k, native(t.Graph), native(g.Graph))
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
