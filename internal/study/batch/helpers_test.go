package batch_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// settings are those of the tests: two metrics of which one is not defined for CPDAGs.
func settings() *batch.Settings {
	return &batch.Settings{Pipeline: compare.Pipeline{Options: compare.Options{Metrics: []string{"parent-sd", "shd"}}}, Form: batch.CSV}
}

// text draws a graph as the native format has it.
func text(t testing.TB, kind class.Kind, seed uint64) string {
	t.Helper()
	return native(drawn(t, kind, seed))
}

func native(g *graph.Graph) string {
	var b strings.Builder
	for _, name := range g.Names().List() {
		b.WriteString(name + "\n")
	}
	for e := range g.Edges() {
		fmt.Fprintf(&b, "%s %s %s\n", g.Name(e.X), e.Arrow(), g.Name(e.Y))
	}
	return b.String()
}

// study writes a folder of pairs, some of which are bad in all the ways there are.
func study(t testing.TB, n int) *compare.Source {
	t.Helper()
	dir := t.TempDir()
	manifest := "id,truth,method,guess,seed\n"
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for k := range n {
		truth, guess := fmt.Sprintf("t%d.txt", k), fmt.Sprintf("g%d.txt", k)
		write(truth, text(t, class.DAG, uint64(k)))
		switch k % 7 {
		case 2: // no file
		case 3:
			write(guess, "X1 --> X2\nX2 ~~~ X3\n")
		case 4:
			write(guess, text(t, class.CPDAG, uint64(k)))
		case 5:
			write(guess, "X1 --> X2\nX2 --> X3\n")
		default:
			write(guess, text(t, class.DAG, uint64(k+n)))
		}
		manifest += fmt.Sprintf("\"pair %d, of %d\",%s,\"m,%d\",%s,%03d\n", k, n, truth, k%3, guess, k)
	}
	write("manifest.csv", manifest)
	return batch.Manifest(filepath.Join(dir, "manifest.csv"), "")
}

// whole runs the source without a journal.
func whole(t testing.TB, src *compare.Source, s *batch.Settings) string {
	t.Helper()
	var b bytes.Buffer
	if err := batch.Head(&b, src, s); err != nil {
		t.Fatal(err)
	}
	if err := batch.Run(context.Background(), src, s, 0, 1000, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func drawn(t testing.TB, kind class.Kind, seed uint64) *graph.Graph {
	t.Helper()
	g, err := simulate.Graph(context.Background(), kind, simulate.Options{Nodes: 6, Edges: 7, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// run runs the source through a journal at path, and stops when so many bytes are written.
func run(t testing.TB, src *compare.Source, s *batch.Settings, path string, most int) (*batch.Output, error) {
	t.Helper()
	look, src, err := batch.Look(context.Background(), src, s)
	if err != nil {
		return nil, err
	}
	out, err := batch.OpenOutput(path, batch.Identity{Survey: look, Shard: s.Shard, Options: fmt.Sprint(s.Metrics)}, src, s, false)
	if err != nil || out.Finished {
		return out, err
	}
	defer out.Close()
	if err := batch.Run(context.Background(), src, s, out.Done, s.Shard.Count(look.Pairs), &limited{out, most}); err != nil {
		return out, err
	}
	return out, out.Finish(nil)
}

// limited is a disk with room for so many bytes more.
type limited struct {
	*batch.Output
	left int
}

func (l *limited) Write(b []byte) (int, error) {
	if len(b) > l.left {
		n, _ := l.Output.Write(b[:l.left])
		l.left = 0
		return n, syscall.ENOSPC
	}
	l.left -= len(b)
	return l.Output.Write(b)
}

func object(g *graph.Graph) string {
	var edges []string
	for e := range g.Edges() {
		edges = append(edges, fmt.Sprintf("[%q, %q, %q]", g.Name(e.X), e.Arrow(), g.Name(e.Y)))
	}
	return fmt.Sprintf(`{"nodes": ["%s"], "edges": [%s]}`, strings.Join(g.Names().List(), `", "`), strings.Join(edges, ", "))
}
