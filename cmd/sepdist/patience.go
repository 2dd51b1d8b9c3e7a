package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
)

// Work that takes longer than worthAWord is announced, and work that takes longer than tooLong
// begins only where somebody wants it.
const (
	worthAWord = 30 * time.Second
	tooLong    = time.Hour
)

// addYes gives cmd the flag that lets long work begin.
func (c *compareFlags) addYes(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&c.yes, "yes", "y", false, "begin even if it takes more than an hour")
}

// patient returns what is done about an estimate.
func (c *compareFlags) patient(cmd *cobra.Command) func(total time.Duration, slowest *distance.Metric) error {
	return func(total time.Duration, slowest *distance.Metric) error {
		what := fmt.Sprintf("about %s, most of it for %s%s", roughly(total), slowest.Name, quicker(slowest, &c.options))
		switch {
		case total <= worthAWord:
			return nil
		case total <= tooLong || c.yes:
			fmt.Fprintf(cmd.ErrOrStderr(), "this takes %s\n", what)
			return nil
		case cmd.ErrOrStderr() == io.Discard || !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stderr.Fd())):
			return fmt.Errorf("this would take %s, or use --yes to begin", what)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "this takes %s\nbegin? [y/N] ", what)
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
			return fmt.Errorf("not begun")
		}
		return nil
	}
}

// roughly writes how long something takes.
func roughly(d time.Duration) string {
	if d <= tooLong {
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%.0f hours", d.Hours())
}

// quicker says what to do about a metric that takes long.
func quicker(m *distance.Metric, o *sepdist.Options) string {
	switch {
	case len(m.Sampling) == 0:
		return ""
	case m.Claims == distance.AboutStatements && o.Samples > 0:
		return ": use fewer --samples"
	}
	s := ": draw a sample with --" + strings.Join(m.Sampling, " or --")
	if m.Cheaper != "" {
		s += ", or use " + m.Cheaper
	}
	return s
}
