// Command growth measures how time and memory grow with the number of nodes, for one or more metrics of
// each group and for every class, on graphs with 2 and with 10 edges a node, and draws it.
//
// A point is a pair of graphs, the truth and the truth with n/5 changes, measured in a process of its own
// by one worker. What counts is processor time, which other work on the machine hardly changes. gadjid and
// the definitions of internal/naive are measured on the same graphs. The cheapest points come first, and each
// is stored when it is known: a run that is interrupted goes on where it stopped. A curve ends where a
// point takes, or is expected to take, more than -limit or 4 GB.
//
//	go run ./bench/growth               measure what is missing, then draw
//	go run ./bench/growth -draw         draw what is stored
//
// To measure all again, delete docs/performance/growth.csv.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type options struct {
	folder, page, python string
	limit                time.Duration
	draw                 bool
}

func main() {
	var o options
	flag.StringVar(&o.folder, "folder", "docs/performance", "where the points (growth.csv) and the plots are stored")
	flag.StringVar(&o.page, "page", "docs/performance.md", "the page whose section on growth is written")
	flag.StringVar(&o.python, "python", "python3", "the interpreter to make the environment of gadjid with")
	flag.DurationVar(&o.limit, "limit", time.Minute, "processor time that a point may take")
	flag.BoolVar(&o.draw, "draw", false, "measure nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if flag.NArg() > 0 { // a point, in a process of its own
		err = child(ctx, flag.Args(), o.limit)
	} else {
		err = run(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// run measures what is missing and draws all.
func run(ctx context.Context, o options) error {
	if err := os.MkdirAll(o.folder, 0o777); err != nil {
		return err
	}
	t, err := openTable(filepath.Join(o.folder, "growth.csv"))
	if err != nil {
		return err
	}
	if !o.draw {
		if err := measure(ctx, o, t); err != nil {
			return err
		}
	}
	return draw(o, t)
}
