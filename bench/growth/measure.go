package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/sepdist/sepdist/bench/harness"
)

// A bench measures points.
type bench struct {
	options
	table  *table
	store  string // where graphs are kept
	script string
}

// measure adds the points that are missing, those first that are expected to be cheap.
func measure(ctx context.Context, o options, t *table) error {
	python, err := harness.Environment(o.python)
	if err != nil {
		return err
	}
	o.python = python
	b := bench{o, t, filepath.Join("build", "growth"), ""}
	if err := os.MkdirAll(b.store, 0o777); err != nil {
		return err
	}
	b.script = filepath.Join(b.store, "peers.py")
	if err := os.WriteFile(b.script, harness.Script, 0o666); err != nil {
		return err
	}
	all := curves()
	for {
		best, size, least := curve{}, 0, math.Inf(1)
		for _, c := range all {
			if n, cost := b.cheapest(c); n > 0 && cost < least {
				best, size, least = c, n, cost
			}
		}
		if size == 0 {
			return nil
		}
		if err := b.point(ctx, best, size); err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("interrupted: %d points are stored in %s; the same command goes on from there", b.count(), t.file)
			}
			return err
		}
	}
}

// count returns the number of points that are known.
func (b *bench) count() (n int) {
	for _, points := range b.table.points {
		n += len(points)
	}
	return n
}

// cheapest returns the next number of nodes of c, or 0 at its end, and what it is expected to take.
func (b *bench) cheapest(c curve) (n int, cost float64) {
	n = c.next(b.table.points[c])
	cost = expected(b.table.measured(c), n)
	if cost > b.limit.Seconds() {
		return 0, 0
	}
	if n > 0 && !b.made(c, n) {
		graphs := expected(b.table.measured(c.graphs()), n)
		for _, p := range b.table.points[c.graphs()] {
			if p.end != "" && p.n <= n {
				return 0, 0
			}
		}
		if graphs > b.limit.Seconds() {
			return 0, 0
		}
		cost += graphs
	}
	return n, cost
}

// files names the files of the truth and the guess.
func (b *bench) files(c curve, n int) (truth, guess string) {
	base := filepath.Join(b.store, fmt.Sprintf("%s-%d-%d-", c.class, c.degree, n))
	return base + "truth.txt", base + "guess.txt"
}

// made reports whether the graphs are there. The guess is written last.
func (b *bench) made(c curve, n int) bool {
	_, guess := b.files(c, n)
	_, err := os.Stat(guess)
	return err == nil
}

// point measures c at n nodes, or makes its graphs.
func (b *bench) point(ctx context.Context, c curve, n int) error {
	truth, guess := b.files(c, n)
	if !b.made(c, n) {
		p, err := b.run(ctx, "graphs", c.class, strconv.Itoa(n), strconv.Itoa(c.degree*n), truth, guess)
		if err != nil {
			return err
		}
		p.n = n
		return b.table.add(c.graphs(), p)
	}
	var p point
	var err error
	if c.program == "gadjid" {
		p, err = b.gadjid(ctx, byGadjid[c.metric], truth, guess)
	} else {
		p, err = b.run(ctx, c.program, c.metric, c.class, truth, guess)
	}
	if err != nil {
		return err
	}
	p.n = n
	fmt.Printf("%s %s, %s, %d nodes, %d edges: %.3g s, %.0f MB %s\n", c.program, c.metric, c.class, n, c.degree*n, p.seconds, p.mb, p.end)
	return b.table.add(c, p)
}

// run measures a point of ours in a process of its own.
func (b *bench) run(ctx context.Context, args ...string) (p point, err error) {
	self, err := os.Executable()
	if err != nil {
		return p, err
	}
	text, err := harness.Output(exec.CommandContext(ctx, self, append([]string{"-limit", b.limit.String()}, args...)...))
	if err != nil {
		return p, err
	}
	var o outcome
	err = json.Unmarshal(text, &o)
	return point{0, o.Processor, o.PeakMB, o.End}, err
}

// gadjid measures a function of gadjid.
func (b *bench) gadjid(ctx context.Context, function, truth, guess string) (p point, err error) {
	limit := strconv.FormatFloat(b.limit.Seconds(), 'f', -1, 64)
	cmd := exec.CommandContext(ctx, b.python, b.script, function, edgesOf(truth), edgesOf(guess), limit)
	cmd.Env = append(os.Environ(), "RAYON_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	text, err := harness.Output(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() {
			return point{end: "time"}, nil
		}
	}
	if err != nil {
		return p, err
	}
	var t harness.Timing
	err = json.Unmarshal(text, &t)
	return point{0, t.Processor, t.PeakMB, ""}, err
}

// edgesOf names the file of a DAG as peers read it.
func edgesOf(file string) string { return strings.TrimSuffix(file, ".txt") + ".edges" }
