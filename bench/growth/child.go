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

	"github.com/sepdist/sepdist/bench/harness"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/simulate"
)

// An outcome is what a process prints about its point.
type outcome struct {
	harness.Timing
	End string `json:"end,omitempty"`
}

func (o outcome) print() error { return json.NewEncoder(os.Stdout).Encode(o) }

// child measures a point: graphs CLASS NODES EDGES TRUTH GUESS, or PROGRAM METRIC CLASS TRUTH GUESS.
func child(ctx context.Context, args []string, limit time.Duration) error {
	runtime.GOMAXPROCS(1)
	var work func() error
	switch {
	case len(args) == 6 && args[0] == "graphs":
		work = func() error { return makeGraphs(ctx, args[1:]) }
	case len(args) == 5:
		kind, err := class.Parse(args[2])
		if err != nil {
			return err
		}
		truth, err := format.ReadFile(args[3], format.Options{})
		if err != nil {
			return err
		}
		guess, err := format.ReadFile(args[4], format.Options{})
		if err != nil {
			return err
		}
		if work, err = workOf(ctx, args[0], args[1], kind, truth.Graph, guess.Graph); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%q: expected nothing, or what the command tells its own processes", strings.Join(args, " "))
	}
	harness.ForgetPeak()
	go watch(limit)
	t, err := best(work, args[0] == "graphs")
	if err != nil {
		return outcome{End: "refused: " + err.Error()}.print()
	}
	return outcome{Timing: t}.print()
}

// best returns the least time of a run. Short ones are timed together, as many as it takes to tell.
func best(work func() error, once bool) (t harness.Timing, err error) {
	const enough, short = 50 * time.Millisecond, 2 * time.Millisecond
	start, together := harness.Processor(), 1
	for first := true; first || harness.Processor()-start < enough; {
		before := harness.Processor()
		for range together {
			if err := work(); err != nil {
				return t, err
			}
		}
		spent := harness.Processor() - before
		if spent < short && !once {
			together *= 2
			continue
		}
		t = t.Best(harness.Timing{Processor: spent.Seconds() / float64(together), PeakMB: harness.PeakMB()}, first)
		if first = false; once {
			break
		}
	}
	return t, nil
}

// watch ends the process when it has taken too much.
func watch(limit time.Duration) {
	const most = 4096 // MB
	for end := harness.Processor() + limit; ; time.Sleep(50 * time.Millisecond) {
		o := outcome{}
		switch {
		case harness.Processor() > end:
			o.End = "time"
		case harness.PeakMB() > most:
			o.End = "memory"
		default:
			continue
		}
		if err := o.print(); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// workOf returns what is measured. It starts from the graphs: models keep what they have made.
func workOf(ctx context.Context, program, name string, kind class.Kind, truth, guess *graph.Graph) (func() error, error) {
	if program == "naive" {
		return byDefinition(name, kind.String(), truth, guess)
	}
	m, err := distance.Find(name)
	if err != nil {
		return nil, err
	}
	p := distance.Params{Options: distance.Options{Workers: 1}, Orders: distance.OrderParams{Exact: truth.N()}}
	return func() error {
		g, err := class.Check(ctx, truth, kind)
		if err != nil {
			return err
		}
		h, err := class.Check(ctx, guess, kind)
		if err != nil {
			return err
		}
		_, err = m.Measure(ctx, g.Model(), h.Model(), p)
		return err
	}, nil
}

// byDefinition returns the metric as internal/naive has it.
func byDefinition(name, kind string, truth, guess *graph.Graph) (func() error, error) {
	strategy, sd := strings.CutSuffix(name, "-sd")
	aid, isAID := strings.CutSuffix(name, "-aid")
	var count func()
	switch {
	case sd:
		count = func() { naive.SeparationDistance(naive.Read(truth, kind), naive.Read(guess, kind), strategy) }
	case isAID:
		count = func() { naive.AID(naive.NewEffects(truth), naive.NewEffects(guess), aid) }
	case name == "shd":
		count = func() { naive.SHD(truth, guess) }
	case name == "sc-metric":
		count = func() { naive.SC(naive.Orders(naive.MSeparations(truth), naive.MSeparations(guess))) }
	default:
		return nil, fmt.Errorf("internal/naive has no %s", name)
	}
	return func() error { count(); return nil }, nil
}

// makeGraphs writes a random graph and the same with changes: CLASS NODES EDGES TRUTH GUESS.
func makeGraphs(ctx context.Context, args []string) error {
	kind, err := class.Parse(args[0])
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	edges, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	o := simulate.Options{Nodes: n, Edges: edges, Seed: 1}
	changes := simulate.Changes{Any: max(1, n/5), Seed: 2}
	switch kind {
	case class.MAG, class.PAG, class.ADMG, class.Cyclic:
		o.Bidirected, changes.Bidirected = 0.2, 0.2
	}
	truth, err := simulate.Graph(ctx, kind, o)
	if err != nil {
		return err
	}
	member, err := class.Check(ctx, truth, kind)
	if err != nil {
		return err
	}
	guess, err := simulate.Change(ctx, member, changes)
	if err != nil {
		return err
	}
	for i, g := range []*graph.Graph{truth, guess} {
		if kind == class.DAG {
			if err := harness.WriteEdges(edgesOf(args[3+i]), g); err != nil {
				return err
			}
		}
		if err := write(args[3+i], g); err != nil {
			return err
		}
	}
	return nil
}

// write writes a graph to a file, which is there when it is whole.
func write(file string, g *graph.Graph) error {
	f, err := os.Create(file + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := format.Write(f, &format.Document{Graph: g}, "text", format.Options{}); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
