// Command sepdist says how far a learned causal graph is from a known one, and shows
// why.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/wording"
)

func main() {
	stops := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		stops = append(stops, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), stops...)
	defer stop()
	defer context.AfterFunc(ctx, func() { giveUp(stop) })()
	out := newConsole(os.Stdout)
	root := newRoot()
	root.SetOut(out)
	root.SetArgs(withOptional(os.Args[1:]))
	cmd, err := root.ExecuteContextC(ctx)
	if end := out.end(); err == nil {
		err = end
	}
	if err == nil {
		return
	}
	var wrong *usageError
	if errors.As(err, &wrong) {
		fmt.Fprintf(os.Stderr, "%s; see %s --help\n", oneLine(err), cmd.CommandPath())
		os.Exit(2)
	}
	fmt.Fprintln(os.Stderr, oneLine(err))
	var partly *partlyError
	if errors.As(err, &partly) {
		os.Exit(3)
	}
	os.Exit(1)
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

// patience is how long work that was interrupted may take to end by itself.
const patience = 300 * time.Millisecond

// giveUp ends a command that was interrupted and goes on, since it waits for input or does
// what cannot be stopped half-way. A second interrupt ends it at once.
func giveUp(stop func()) {
	stop()
	time.Sleep(patience)
	fmt.Fprintln(os.Stderr, "interrupted")
	os.Exit(1)
}

// oneLine returns the text of an error as it is printed.
func oneLine(err error) string { return plain.Text(flagged(err)) }

// A usageError says that the command was called in a wrong way.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// misused returns a [*usageError].
func misused(form string, args ...any) error { return &usageError{fmt.Errorf(form, args...)} }

// flagged returns the text of an error with options as they are typed here.
func flagged(err error) string { return wording.ForFlags(err.Error()) }
