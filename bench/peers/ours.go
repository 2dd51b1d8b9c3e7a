package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/sepdist/sepdist/bench/harness"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/heap"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

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
		var graphs [2]*graph.Graph
		for i, file := range []string{truth, guess} {
			var err error
			if graphs[i], err = harness.ReadDAG(file); err != nil {
				return nil, err
			}
		}
		p := task.Params{Options: task.Options{Workers: workers}}
		return func() (float64, error) {
			var members [2]class.Member
			for i, g := range graphs {
				// Models and graphs keep what they have computed: a run starts from the edges.
				fresh, err := g.Rename(g.Names())
				if err != nil {
					return 0, err
				}
				if members[i], err = class.Check(context.Background(), fresh, class.DAG); err != nil {
					return 0, err
				}
			}
			r, err := measure.Measure(context.Background(), m, members[0].Model(), members[1].Model(), p)
			if !r.Counted {
				return r.Value, err
			}
			return r.Count.Wrong, err
		}, nil
	}, nil
}

// firstPrefix precedes the name of a work that is run once, as the first thing that the process
// does after reading the graphs.
const firstPrefix = "first-"

// runOurs times one work of ours and prints the timing: name, truth, guess.
func runOurs(args []string, workers int) error {
	if len(args) != 3 {
		return fmt.Errorf("ours takes a name and two files, got %d words", len(args))
	}
	runtime.GOMAXPROCS(workers)
	heap.Reserve() // as the command does
	name, once := strings.CutPrefix(args[0], firstPrefix)
	work, err := workOf(name)
	if err != nil {
		return err
	}
	run, err := work(args[1], args[2], workers)
	if err != nil {
		return err
	}
	t, err := harness.Time(run, once)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(t)
}
