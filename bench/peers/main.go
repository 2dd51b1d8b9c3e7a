// Command peers times this program and its peers on the same graphs, in one run, and
// prints a table with the ratios. Machines are noisy: a time means little alone, and beside
// other work the ratio by the clock favours the side whose runs are short; that of processor time does not.
//
// The peers are Python packages. They are installed into a virtual environment in the
// user's cache when it is first run (python3 and the network are needed for that).
//
//	go run ./bench/peers               all rows
//	go run ./bench/peers -only aid     the rows whose name contains aid
//
// To add a row: a line in the table of rows.go and, for a new function of a peer, an
// entry in bench/harness/peers.py.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.only, "only", "", "run only rows whose name contains this")
	flag.IntVar(&o.rounds, "rounds", 3, "how often both sides are run in turn; the best time counts")
	flag.IntVar(&o.workers, "workers", 2, "threads on either side")
	flag.StringVar(&o.python, "python", "python3", "the interpreter to make the environment with")
	flag.Parse()
	var err error
	if flag.Arg(0) == "ours" { // one side of a row, in a process of its own
		err = runOurs(flag.Args()[1:], o.workers)
	} else {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
}

type options struct {
	only            string
	rounds, workers int
	python          string
}
