// Command gen writes the pages of docs that are made from the tables of the code. Its test
// fails where a page is not what it would write.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// pages are the files under docs and what makes them.
var pages = map[string]func() (string, error){
	"formats.md": formats,
	"metrics.md": metrics,
}

func main() {
	for name, page := range pages {
		text, err := page()
		if err == nil {
			err = os.WriteFile(filepath.Join("docs", name), []byte(text), 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}
