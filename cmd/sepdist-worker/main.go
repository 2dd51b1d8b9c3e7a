// Command sepdist-worker answers requests on standard input and output, as `sepdist serve
// --stdio` does, and nothing else. The Python package has it where a library of Go cannot be
// loaded, as on systems with musl.
package main

import (
	"fmt"
	"os"

	"github.com/sepdist/sepdist/internal/heap"
	"github.com/sepdist/sepdist/internal/request"
)

func main() {
	heap.Reserve()
	if err := request.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sepdist-worker:", err)
		os.Exit(1)
	}
}
