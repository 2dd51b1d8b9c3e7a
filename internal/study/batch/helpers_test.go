package batch_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// settings are those of the tests: two metrics of which one is not defined for CPDAGs.
func settings() *batch.Settings {
	return &batch.Settings{Pipeline: pipeline.Pipeline{Options: sepdist.Options{Metrics: []string{"parent-sd", "shd"}}}, Form: store.CSV}
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
func study(t testing.TB, n int) *pipeline.Source {
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

// table returns the rows of a text.
func table(text string, form store.Form) store.Table {
	return store.Text(form, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
}

// eachRow calls f with every row of a text, and with the names of the columns of the source.
func eachRow(text string, form store.Form, f func(r *store.Row, more []string) error) error {
	for pair, err := range table(text, form) {
		if err != nil {
			return err
		}
		for i := range pair.Rows {
			if err := f(&pair.Rows[i], pair.More); err != nil {
				return err
			}
		}
	}
	return nil
}

// whole runs the source without a journal.
func whole(t testing.TB, src *pipeline.Source, s *batch.Settings) string {
	t.Helper()
	b := bytes.NewBuffer(s.Head(src))
	if err := batch.Run(context.Background(), src, s, 0, 1000, b); err != nil {
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

// run runs the source through a journal at path, and stops after most bytes.
func run(t testing.TB, src *pipeline.Source, s *batch.Settings, path string, most int) (*store.Output, error) {
	t.Helper()
	look, src, err := batch.Scan(context.Background(), src, s)
	if err != nil {
		return nil, err
	}
	out, err := store.OpenOutput(path, store.Identity{ScanResult: look, Shard: s.Shard, Options: fmt.Sprint(s.Metrics)}, s.Head(src), false)
	if err != nil || out.Finished {
		return out, err
	}
	defer out.Close()
	if err := batch.Run(context.Background(), src, s, out.Done, s.Shard.Count(look.Pairs), &limited{out, most}); err != nil {
		return out, err
	}
	return out, out.Finish(nil)
}

// limited is a disk with room for a number of bytes.
type limited struct {
	*store.Output
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
