// Command gen writes the files of the repository that are made from others: pages of docs
// from the tables of the code, the table of the widths of characters from the fonts, and the
// licenses of what is linked. Its
// test fails where a file is not what it would write.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// files are the files and what makes them.
var files = map[string]func() (string, error){
	"THIRD-PARTY.md":                     notices,
	"docs/formats.md":                    formats,
	"docs/metrics.md":                    metrics,
	"docs/options.md":                    optionsPage,
	"docs/schema/request-v1.schema.json": requestSchema,
	"r/R/options.R":                      rOptions,
	"internal/picture/canvas/widths.go":  widths,
	"python/sepdist/_tables.py":          pythonTables,
}

func main() {
	for name, file := range files {
		text, err := file()
		if err == nil {
			err = os.WriteFile(filepath.FromSlash(name), []byte(text), 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}
