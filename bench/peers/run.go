package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

//go:embed peers.py
var scripts embed.FS

// packages are what the peers need, pinned.
var packages = []string{"gadjid==0.1.0", "networkx==3.6.1", "numpy==2.4.6", "pandas==3.1.1", "scipy==1.17.1"}

// run makes all comparisons and prints the table.
func run(o options) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := environment(o.python)
	if err != nil {
		return err
	}
	script, err := scripts.ReadFile("peers.py")
	if err != nil {
		return err
	}
	bench := bench{dir: dir, python: python, script: filepath.Join(dir, "peers.py"), options: o}
	if err := os.WriteFile(bench.script, script, 0o666); err != nil {
		return err
	}
	fmt.Printf("%s/%s, %d threads on either side, best of %d rounds\n\n", runtime.GOOS, runtime.GOARCH, o.workers, o.rounds)
	fmt.Println("| graphs | ours | time | processor | MB | peer | time | processor | MB | times faster | by processor | promised | same number |")
	fmt.Println("|---|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---|")
	for _, r := range rows {
		if !strings.Contains(r.ours, o.only) && !strings.Contains(r.peer, o.only) {
			continue
		}
		if err := bench.row(r); err != nil {
			return fmt.Errorf("%s, %s: %w", r.ours, r.size, err)
		}
	}
	return nil
}

// environment returns the interpreter of a virtual environment with the peers, which it
// makes where there is none.
func environment(python string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, "sepdist", "peers")
	bin := filepath.Join(home, "bin", "python")
	if runtime.GOOS == "windows" {
		bin = filepath.Join(home, "Scripts", "python.exe")
	}
	done := filepath.Join(home, "installed")
	want := strings.Join(packages, "\n")
	if have, err := os.ReadFile(done); err == nil && string(have) == want {
		return bin, nil
	}
	fmt.Fprintln(os.Stderr, "installing", strings.Join(packages, ", "), "into", home)
	if _, err := output(exec.Command(python, "-m", "venv", home)); err != nil {
		return "", err
	}
	if _, err := output(exec.Command(bin, append([]string{"-m", "pip", "install", "--quiet"}, packages...)...)); err != nil {
		return "", err
	}
	return bin, os.WriteFile(done, []byte(want), 0o666)
}

// A bench runs rows.
type bench struct {
	dir, python, script string
	options
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
	var ours, theirs timing
	rounds := b.rounds
	if strings.HasPrefix(r.ours, firstPrefix) { // which a process can run once only
		rounds *= 5
	}
	for i := range rounds {
		one, err := b.time(exec.Command(self, "-workers", workers, "ours", r.ours, truth, guess))
		if err != nil {
			return err
		}
		two, err := b.time(exec.Command(b.python, b.script, r.peer, peerTruth, peerGuess))
		if err != nil {
			return err
		}
		ours, theirs = ours.best(one, i == 0), theirs.best(two, i == 0)
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

// best returns the better of two timings.
func (t timing) best(u timing, first bool) timing {
	if first {
		return u
	}
	return timing{min(t.Seconds, u.Seconds), min(t.Processor, u.Processor), u.Value, max(t.PeakMB, u.PeakMB)}
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
	if err := writeEdges(truth, g); err != nil {
		return "", "", err
	}
	return truth, guess, writeEdges(guess, h)
}

// time runs one side.
func (b *bench) time(cmd *exec.Cmd) (t timing, err error) {
	workers := strconv.Itoa(b.workers)
	cmd.Env = append(os.Environ(), "RAYON_NUM_THREADS="+workers, "OMP_NUM_THREADS="+workers)
	text, err := output(cmd)
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal(text, &t)
}

// output runs a command and returns what it prints; an error has what it complained of.
func output(cmd *exec.Cmd) ([]byte, error) {
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, complaint.String())
	}
	return text, nil
}
