package sepdist_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The packages that make test-race leaves out start no goroutines.
func TestPackagesWithoutRaces(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`\$\(GO\) list \./\.\.\. \| grep -v -E '/\((\S+)\)\$\$'`).FindSubmatch(makefile)
	if line == nil {
		t.Fatal("the Makefile has no list of packages that test-race leaves out")
	}
	top, inner, _ := strings.Cut(string(line[1]), "|internal/(")
	folders := strings.Split(top, "|")
	for _, name := range strings.Split(strings.TrimSuffix(inner, ")"), "|") {
		folders = append(folders, "internal/"+name)
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no Go files (%v)", folder, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				if spec.Path.Value == `"sync"` {
					t.Errorf("%s imports sync", path)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if _, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s starts a goroutine", path)
				}
				return true
			})
		}
	}
}
