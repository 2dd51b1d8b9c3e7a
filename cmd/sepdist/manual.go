//go:build manual

package main

import (
	"fmt"
	"os"

	"github.com/sepdist/sepdist/internal/manual"
)

// With the tag manual this is not the command but what writes its man pages and completions into
// the folder that is named: go run -tags manual ./cmd/sepdist FOLDER. The command itself does
// not contain the code for that.
func init() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "expected the folder to write")
		os.Exit(2)
	}
	if err := manual.Write(os.Args[1], newRoot()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
