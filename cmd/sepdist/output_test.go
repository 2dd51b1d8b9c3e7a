package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
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
