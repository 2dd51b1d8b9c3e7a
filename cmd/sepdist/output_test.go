package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A command that is interrupted while it writes a file says so, and leaves nothing.
func TestInterruptedWhileWriting(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	cmd := new(cobra.Command)
	cmd.SetContext(ctx)
	err := new(output).write(cmd, filepath.Join(dir, "a.svg"), func(w io.Writer) error {
		cancel(errInterrupted)
		for { // until the unfinished file is gone
			if list, err := os.ReadDir(dir); err != nil || len(list) == 0 {
				return err
			}
		}
	})
	if !errors.Is(err, errInterrupted) || err.Error() != "interrupted" {
		t.Errorf("got %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Error(list, err)
	}
}

// An error is wrapped on a terminal, but a command to paste is not. Elsewhere it is one line.
func TestMessage(t *testing.T) {
	const text, command = "truth.npy: expected an orientation for the matrix", "sepdist compare --orientation row-to-col truth.npy guess.npy"
	for _, isTerm := range []bool{true, false} {
		var b strings.Builder
		(&console{out: &b, isTerm: isTerm, width: 40}).message(text, command)
		want := text + "; for example: " + command + "\n"
		if isTerm {
			want = "truth.npy: expected an orientation for\nthe matrix\nfor example: sepdist compare --orientation row-to-col truth.npy guess.npy\n"
		}
		if b.String() != want {
			t.Errorf("terminal %v: %q, want %q", isTerm, b.String(), want)
		}
	}
}
