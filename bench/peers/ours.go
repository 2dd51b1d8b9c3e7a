package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// A timing is what either side of a row prints.
type timing struct {
	Seconds   float64 `json:"seconds"`   // of the fastest run
	Processor float64 `json:"processor"` // processor time of the run that took least, all threads; 0 where it cannot be told
	Value     float64 `json:"value"`     // the number found
	PeakMB    float64 `json:"peak_mb"`   // most memory the process had, graphs included; 0 where it cannot be told
}

// A work is something of ours that can be timed. It gets the two files and returns what
// is to be timed; reading the files is not.
type work func(truth, guess string, workers int) (run func() (float64, error), err error)

// workOf returns the work of the given name: a metric, or read- and the name of a format.
func workOf(name string) (work, error) {
	if name, ok := strings.CutPrefix(name, "read-"); ok {
		return reading(name), nil
	}
	m, err := distance.Find(name)
	if err != nil {
		return nil, err
	}
	return func(truth, guess string, workers int) (func() (float64, error), error) {
		g, err := readDAG(truth)
		if err != nil {
			return nil, err
		}
		h, err := readDAG(guess)
		if err != nil {
			return nil, err
		}
		p := distance.Params{Options: distance.Options{Workers: workers}}
		return func() (float64, error) {
			// Models keep what they have made; a run starts from the graphs.
			truth, err := class.Check(context.Background(), g, class.DAG)
			if err != nil {
				return 0, err
			}
			guess, err := class.Check(context.Background(), h, class.DAG)
			if err != nil {
				return 0, err
			}
			r, err := m.Measure(context.Background(), truth.Model(), guess.Model(), p)
			if !r.Counted {
				return r.Value, err
			}
			return r.Count.Wrong, err
		}, nil
	}, nil
}

// firstPrefix stands before the name of a work that is run once, as the first thing that the process
// does after reading the graphs.
const firstPrefix = "first-"

// runOurs times one work of ours and prints the timing: name, truth, guess.
func runOurs(args []string, workers int) error {
	if len(args) != 3 {
		return fmt.Errorf("ours takes a name and two files, got %d words", len(args))
	}
	runtime.GOMAXPROCS(workers)
	name, once := strings.CutPrefix(args[0], firstPrefix)
	work, err := workOf(name)
	if err != nil {
		return err
	}
	run, err := work(args[1], args[2], workers)
	if err != nil {
		return err
	}
	var t timing
	// As peers.py does it: for a while, and slower ones a few times.
	const enough, few, long = 2 * time.Second, 4, 10 * time.Second
	for start, runs := time.Now(), 0; runs == 0 || !once && (time.Since(start) < enough || runs < few && time.Since(start) < long); runs++ {
		before, spent := time.Now(), processorTime()
		if t.Value, err = run(); err != nil {
			return err
		}
		took, used := time.Since(before).Seconds(), (processorTime() - spent).Seconds()
		if runs == 0 {
			t.Seconds, t.Processor = took, used
		}
		t.Seconds, t.Processor = min(t.Seconds, took), min(t.Processor, used)
	}
	t.PeakMB = peakMB()
	return json.NewEncoder(os.Stdout).Encode(t)
}

// peakMB returns the most memory this process has had, as Linux counts it.
func peakMB() float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kb, _ := strconv.ParseFloat(fields[1], 64)
			return kb / 1024
		}
	}
	return 0
}

// writeEdges writes a DAG as peers.py reads it: the number of nodes and zero, then two
// numbers an arrow.
func writeEdges(name string, g *graph.Graph) error {
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

// readDAG reads what writeEdges writes.
func readDAG(name string) (*graph.Graph, error) {
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
	return graph.On(graph.Numbered("V", 0, at(0)), edges)
}
