// Command gen writes the generated files of the repository: pages of docs from the tables of the code,
// the widths of characters from the fonts, and the licenses of linked modules. Its test fails if a file
// is out of date.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// files are the files and the functions that generate them.
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
