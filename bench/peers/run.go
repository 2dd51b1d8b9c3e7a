package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/bench/harness"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

// run makes all comparisons and prints the table.
func run(o options) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := harness.Environment(o.python)
	if err != nil {
		return err
	}
	bench := bench{dir: dir, python: python, script: filepath.Join(dir, "peers.py"), options: o}
	if err := os.WriteFile(bench.script, harness.Script, 0o666); err != nil {
		return err
	}
	if err := bench.buildLibrary(); err != nil {
		return err
	}
	fmt.Printf("%s/%s, %d threads on either side, best of %d rounds\n\n", runtime.GOOS, runtime.GOARCH, o.workers, o.rounds)
	fmt.Println("| graphs | ours | time | processor | MB | peer | time | processor | MB | times faster | by processor | promised | same number |")
	fmt.Println("|---|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---|")
	for _, r := range append(rows, pythonRows()...) {
		if !strings.Contains(r.ours, o.only) && !strings.Contains(r.peer, o.only) {
			continue
		}
		if err := bench.row(r); err != nil {
			return fmt.Errorf("%s, %s: %w", r.ours, r.size, err)
		}
	}
	return nil
}

// A bench runs rows.
type bench struct {
	dir, python, script string
	library, pkg        string // of our Python package
	options
}

// buildLibrary builds the engine of our Python package, which runs from the repository.
func (b *bench) buildLibrary() error {
	root, err := harness.Output(exec.Command("go", "list", "-m", "-f", "{{.Dir}}"))
	if err != nil {
		return err
	}
	b.pkg = filepath.Join(strings.TrimSpace(string(root)), "python")
	b.library = filepath.Join(b.dir, "libsepdist.so")
	_, err = harness.Output(exec.Command("go", "build", "-C", filepath.Dir(b.pkg), "-buildmode=c-shared", "-o", b.library, "./cmd/libsepdist"))
	return err
}

// row runs both sides of r in turn and prints the line.
func (b *bench) row(r row) error {
	truth, guess, err := b.graphs(r.size, r.unrelated)
	if err != nil {
		return err
	}
	on := r.on
	if on == (size{}) {
		on = r.size
	}
	peerTruth, peerGuess, err := b.graphs(on, r.unrelated)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	workers := strconv.Itoa(b.workers)
	var ours, theirs harness.Timing
	rounds := b.rounds
	if strings.HasPrefix(r.ours, firstPrefix) { // which a process can run once only
		rounds *= 5
	}
	for i := range rounds {
		ourSide := exec.Command(self, "-workers", workers, "ours", r.ours, truth, guess)
		if strings.HasPrefix(r.ours, pythonPrefix) {
			ourSide = exec.Command(b.python, b.script, r.ours, truth, guess)
		}
		one, err := b.time(ourSide)
		if err != nil {
			return err
		}
		two, err := b.time(exec.Command(b.python, b.script, r.peer, peerTruth, peerGuess))
		if err != nil {
			return err
		}
		ours, theirs = ours.Best(one, i == 0), theirs.Best(two, i == 0)
	}
	same := "–"
	if r.same {
		same = "yes"
		if ours.Value != theirs.Value {
			same = fmt.Sprintf("**no: %v, %v**", ours.Value, theirs.Value)
		}
	}
	promised := "–"
	if r.want > 0 {
		promised = fmt.Sprintf("%.3g", r.want)
	}
	peer := r.peer
	if on != r.size {
		peer += ", " + on.String()
	}
	graphs := r.size.String()
	if r.unrelated {
		graphs += ", unrelated"
	}
	fmt.Printf("| %s | %s | %s | %s | %.0f | %s | %s | %s | %.0f | %.3g | %.3g | %s | %s |\n",
		graphs, r.ours, seconds(ours.Seconds), seconds(ours.Processor), ours.PeakMB,
		peer, seconds(theirs.Seconds), seconds(theirs.Processor), theirs.PeakMB,
		theirs.Seconds/ours.Seconds, theirs.Processor/ours.Processor, promised, same)
	return nil
}

func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	}
	return fmt.Sprintf("%.3g s", s)
}

// graphs writes the two graphs of a size, once.
func (b *bench) graphs(s size, unrelated bool) (truth, guess string, err error) {
	base := filepath.Join(b.dir, fmt.Sprintf("%d-%d-", s.n, s.degree))
	truth, guess = base+"truth.txt", base+"guess.txt"
	if unrelated {
		guess = base + "unrelated.txt"
	}
	if _, err := os.Stat(guess); err == nil {
		return truth, guess, nil
	}
	g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: s.n, Edges: s.n * s.degree, Seed: 1})
	if err != nil {
		return "", "", err
	}
	member, err := class.Check(context.Background(), g, class.DAG)
	if err != nil {
		return "", "", err
	}
	h, err := simulate.Change(context.Background(), member, simulate.Changes{Any: s.n / 5, Seed: 2})
	if unrelated {
		h, err = simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: s.n, Edges: s.n * s.degree, Seed: 2})
	}
	if err != nil {
		return "", "", err
	}
	if err := harness.WriteEdges(truth, g); err != nil {
		return "", "", err
	}
	return truth, guess, harness.WriteEdges(guess, h)
}

// time runs one side.
func (b *bench) time(cmd *exec.Cmd) (t harness.Timing, err error) {
	workers := strconv.Itoa(b.workers)
	cmd.Env = append(os.Environ(), "RAYON_NUM_THREADS="+workers, "OMP_NUM_THREADS="+workers, "GOMAXPROCS="+workers, "PYTHONPATH="+b.pkg, "SEPDIST_LIBRARY="+b.library)
	text, err := harness.Output(cmd)
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal(text, &t)
}
