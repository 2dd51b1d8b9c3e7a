//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// An interrupt, SIGTERM and SIGHUP end a command that waits for more of its input.
func TestSignalWhileReading(t *testing.T) {
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sent) { // as under nohup: the command ignores it too, and would wait forever
			continue
		}
		var stderr bytes.Buffer
		cmd := exec.Command(os.Args[0])
		cmd.Args = []string{"sepdist", "check", "-"} // by its name the test binary is the command
		cmd.Stderr = &stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// More than a pipe holds: once it is written the command is reading.
		if _, err := in.Write(bytes.Repeat([]byte("# and so on\n"), 1<<16)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 || stderr.String() != "interrupted\n" {
			t.Errorf("%v: it ended with %v and said %q, want exit code 1 and that it was interrupted", sent, err, stderr.String())
		}
	}
}
