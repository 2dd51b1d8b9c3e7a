// Command sepdist says how far a learned causal graph is from a known one, and shows
// why.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/heap"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/plain"
)

func main() {
	heap.Reserve()
	stops := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		stops = append(stops, syscall.SIGHUP)
	}
	signalled, stop := signal.NotifyContext(context.Background(), stops...)
	defer stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	ended := make(chan struct{})
	defer context.AfterFunc(signalled, func() {
		cancel(errInterrupted)
		stop() // a second interrupt ends it at once
		endBlocked(ended)
	})()
	out := newConsole(os.Stdout)
	root := newRoot()
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) { // and the one without descriptions
		registerCompletions(root)
	}
	root.SetOut(out)
	root.SetArgs(withOptional(os.Args[1:]))
	cmd, err := root.ExecuteContextC(ctx)
	if end := out.end(); err == nil {
		err = end
	}
	close(ended)
	if err == nil {
		return
	}
	var command string
	if example := (*exampleError)(nil); errors.As(err, &example) {
		command = plain.Text(example.command)
	}
	code, text := exitCode(err), oneLine(err)
	if code == 2 && !wrongName(err) {
		text += "; see " + cmd.CommandPath() + " --help"
	}
	newConsole(os.Stderr).message(text, command)
	os.Exit(code)
}

// exitCode returns the exit code for an error, see the help of the root command.
func exitCode(err error) int {
	var wrong *usageError
	var partly *partlyError
	switch {
	case errors.As(err, &wrong), advice.FieldsOf(err).Code == "option", wrongName(err):
		return 2
	case errors.As(err, &partly):
		return 3
	}
	return 1
}

// wrongName reports whether an error is about a name that is not that of a metric.
func wrongName(err error) bool {
	var name *distance.NameError
	return errors.As(err, &name)
}

// A partlyError says that a part of the work failed and the rest was done.
type partlyError struct{ err error }

func (e *partlyError) Error() string { return e.err.Error() }
func (e *partlyError) Unwrap() error { return e.err }

// exitWith returns the error for work of which a part failed. The exit code is 3, or 1 where
// nothing succeeded.
func exitWith(failed, all int, err error) error {
	if failed < all {
		return &partlyError{err}
	}
	return err
}

// errInterrupted is why the context of a command is done.
var errInterrupted = errors.New("interrupted")

// patience is how long a command that was interrupted may take to end by itself. All that
// computes looks at its context several times in it.
const patience = 300 * time.Millisecond

// endBlocked ends a command that was interrupted while the system keeps it waiting: for more of
// standard input, for a pipe without a writer or reader, for a file on a network. No
// context ends such a call.
func endBlocked(ended <-chan struct{}) {
	select {
	case <-ended: // by itself
	case <-time.After(patience):
		fmt.Fprintln(os.Stderr, errInterrupted)
		os.Exit(1)
	}
}

// calledByR reports whether the package for R runs the command, so that errors name its arguments.
func calledByR() bool { return os.Getenv("SEPDIST_DOOR") == "r" }

// oneLine returns the text of an error as it is printed.
func oneLine(err error) string {
	spell := advice.FlagsOf(err)
	if calledByR() {
		spell = option.R(advice.FieldsOf(err).Role)
	}
	text := advice.Render(err, spell)
	if wrongName(err) {
		text += "; `sepdist metrics` lists all"
	}
	return plain.Text(text)
}

// A usageError says that the command was called in a wrong way.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// misused returns a [*usageError].
func misused(form string, args ...any) error { return &usageError{fmt.Errorf(form, args...)} }
