package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/try"
)

// compareFlags are the flags of a command that compares two graphs.
type compareFlags struct {
	in      inputFlags
	options option.Options
	yes     bool
}

// addFlags gives cmd the flags of an operation: its options, and how the two files are read.
func (c *compareFlags) addFlags(cmd *cobra.Command, op option.Ops) {
	addOptions(cmd, &c.options, op)
	c.in.addFlags(cmd, "truth", "guess")
}

// finish checks the options together.
func (c *compareFlags) finish(cmd *cobra.Command) {
	if cmd.Flags().Changed("metrics") && len(c.options.Metrics) == 0 {
		misuse("--metrics: the list is empty: name a metric, or omit the flag")
	}
	checkMetrics("metrics", c.options.Metrics)
	checkUse(c.options.Check())
}

// watch returns a progress that shows how far a comparison is, and lets it say how long it takes.
func (c *compareFlags) watch(cmd *cobra.Command, what string) *progress {
	bar := newProgress(cmd, what)
	c.options.Progress, c.options.Estimate = bar.tell, c.patient(cmd)
	return bar
}

// checkUse ends with an error that is about how the command was called, if there is one.
func checkUse(err error) {
	if err != nil {
		try.Check(&usageError{err})
	}
}

// checkOption ends with an error. One about the value of an option is about how the command was
// called.
func checkOption(err error) {
	var wrong *advice.Error
	if errors.As(err, &wrong) && wrong.Code == "option" {
		checkUse(err)
	}
	try.Check(err)
}

// checkLimit refuses a number of things to show that cannot be.
func checkLimit(n int) {
	const most = 10_000_000
	switch {
	case n < 0:
		misuse("--limit: %d is not a number from 0 up", n)
	case n > most:
		misuse("--limit: %d is too large: use at most %d", n, most)
	}
}

// read reads the two files.
func (c *compareFlags) read(cmd *cobra.Command, truth, guess string) (t, g *compare.Graph) {
	if truth == "-" && guess == "-" {
		misuse("standard input can be only one of the two graphs")
	}
	t, g = c.in.graph(cmd, "truth", truth), c.in.graph(cmd, "guess", guess)
	try.Check(compare.CheckMarks(t, g, c.in.how("truth"), c.in.how("guess")))
	try.Check(compare.CheckFormats(t, g, c.in.how("guess")))
	return t, g
}

// readFile returns what is in a file.
func readFile(file string) []byte {
	data, err := os.ReadFile(file)
	try.Check(fileError(file, err))
	return data
}

// open opens a file to read.
func open(file string) *os.File {
	in, err := os.Open(file)
	try.Check(fileError(file, err))
	return in
}
