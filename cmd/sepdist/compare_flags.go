package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/infile"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/option"
)

// compareFlags are the flags of a command that compares two graphs.
type compareFlags struct {
	in      inputFlags
	options option.Options
	yes     bool
}

// addFlags gives cmd the flags of an operation: its options, and how the two files are read.
func (c *compareFlags) addFlags(cmd *cobra.Command, op option.Ops) {
	addOptions(cmd, option.Table, &c.options, op)
	c.in.addFlags(cmd, "truth", "guess")
}

// finish checks the list of metrics. Values of options were checked when they were parsed, and a
// comparison checks the options together.
func (c *compareFlags) finish(cmd *cobra.Command) error {
	if cmd.Flags().Changed("metrics") && len(c.options.Metrics) == 0 {
		return misused("--metrics: the list is empty: name a metric, or omit the flag")
	}
	return checkNames("metrics", c.options.Metrics)
}

// ofMetrics returns the error of a comparison. One about a name in --metrics begins with the flag.
func ofMetrics(err error) error {
	if name := (*distance.NameError)(nil); errors.As(err, &name) {
		return fmt.Errorf("--metrics: %w", err)
	}
	return err
}

// watch returns a progress that shows how far a comparison is, and lets it say how long it takes.
func (c *compareFlags) watch(cmd *cobra.Command, what string) *progress {
	bar := newProgress(cmd, what)
	c.options.Progress, c.options.Estimate = bar.tell, c.patient(cmd)
	return bar
}

// checkUse returns an error as one about how the command was called.
func checkUse(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// checkLimit refuses a number of things to show that cannot be.
func checkLimit(n int) error {
	const most = 10_000_000
	switch {
	case n < 0:
		return misused("--limit: %d is not a number from 0 up", n)
	case n > most:
		return misused("--limit: %d is too large: use at most %d", n, most)
	}
	return nil
}

// read reads the two files.
func (c *compareFlags) read(cmd *cobra.Command, truth, guess string) (t, g *sepdist.Graph, err error) {
	t, list, err := c.readAll(cmd, truth, []string{guess})
	if err != nil {
		return nil, nil, err
	}
	return t, list[0], nil
}

// readAll reads a truth and several guesses.
func (c *compareFlags) readAll(cmd *cobra.Command, truth string, guesses []string) (t *sepdist.Graph, list []*sepdist.Graph, err error) {
	if err := oneStdin(append([]string{truth}, guesses...)); err != nil {
		return nil, nil, err
	}
	roles := slices.Repeat([]string{"guess"}, 1+len(guesses))
	roles[0] = "truth"
	c.in.many = len(guesses) > 1
	all, err := c.in.graphs(cmd, roles, append([]string{truth}, guesses...), !c.options.ByPosition)
	if err != nil {
		return nil, nil, err
	}
	t = all[0]
	for _, g := range all[1:] {
		truth := input.File{Name: t.Name, Format: t.Format, Codes: t.Codes}
		guess := input.File{Name: g.Name, Format: g.Format, Codes: g.Codes}
		if err := input.CheckMarks(truth, guess, c.in.how("truth"), c.in.how("guess")); err != nil {
			return nil, nil, err
		}
		if err := input.CheckFormats(truth, guess, c.in.how("guess")); err != nil && !c.in.many {
			return nil, nil, err
		}
		list = append(list, g)
	}
	return t, list, nil
}

// oneStdin refuses standard input for more than one of the files.
func oneStdin(files []string) error {
	if first := slices.Index(files, "-"); first >= 0 && slices.Contains(files[first+1:], "-") {
		return misused("standard input can be only one of the graphs")
	}
	return nil
}

// readFile returns the content of a file that is not a graph.
func readFile(file string) ([]byte, error) {
	data, err := infile.ReadFile(file)
	return data, fileError(file, err)
}
