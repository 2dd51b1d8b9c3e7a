package sepdist_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/sepdist/sepdist"

// layers lists our packages from the bottom up. A package imports only packages of the rows above
// its own. Packages on top (see onTop) have no row.
var layers = []string{
	"graph docs internal/advice internal/claim internal/cputime internal/heap internal/infile internal/jsonscan internal/licenses internal/limit internal/manual internal/npy internal/numeral internal/outfile internal/parquet internal/plain internal/pool internal/try internal/study/stats internal/picture/svgtest",
	"internal/kind internal/independence internal/naive internal/table internal/picture/layout internal/separation/msep",
	"format internal/equiv internal/picture/canvas internal/separation/frontier internal/separation/separator",
	"internal/graphtest internal/series internal/picture/chart internal/picture/paint",
	"internal/model internal/picture/draw",
	"class",
	"distance internal/input internal/simulate internal/tspag",
	"report internal/measure/task",
	"internal/measure/separation internal/measure/statements internal/measure/adjustment internal/measure/structure",
	"internal/measure internal/falsify/verdict",
	". internal/falsify internal/picture/page",
	"internal/op internal/option internal/pipeline internal/study/reproduce",
	"internal/study/store",
	"internal/study/batch",
	"internal/study/block internal/study/experiment internal/study/summary",
	"internal/request",
	"web",
}

// layerOf returns the row of each package.
func layerOf() map[string]int {
	rows := map[string]int{}
	for i, row := range layers {
		for _, pkg := range strings.Fields(row) {
			rows[pkg] = i
		}
	}
	return rows
}

// onTop reports whether a package may import all others but those for tests: commands,
// benchmarks, and what generates files of the repository.
func onTop(pkg string) bool {
	return strings.HasPrefix(pkg, "cmd/") || strings.HasPrefix(pkg, "bench/") || pkg == "internal/gen" || pkg == "internal/release"
}

// atEdge reports whether a package may import other modules.
func atEdge(pkg string) bool {
	return onTop(pkg) || pkg == "internal/picture/paint" || pkg == "internal/manual" || pkg == "internal/graphtest" || pkg == "internal/independence" || pkg == "internal/parquet"
}

func TestImportsGoDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows := layerOf()
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := list.Decode(&pkg); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		name := ours(pkg.ImportPath)
		row, known := rows[name]
		if !known && !onTop(name) {
			t.Errorf("%s has no layer: give it a row in this test", name)
		}
		for _, path := range pkg.Imports {
			below := ours(path)
			first, _, _ := strings.Cut(path, "/")
			switch {
			case below == "" && strings.Contains(first, ".") && !atEdge(name):
				t.Errorf("%s imports %s: libraries use the standard library only", name, path)
			case onTop(name) && (below == "internal/naive" || below == "internal/graphtest" || below == "internal/picture/svgtest"):
				t.Errorf("%s imports %s, which is for tests", name, below)
			case below != "" && known && (onTop(below) || rows[below] >= row):
				t.Errorf("%s imports %s, which is not in a lower layer", name, below)
			}
		}
	}
}

// What a program links that uses the library, or draws and reports, is the standard library
// and ours: no fonts, no charts of others, no Parquet.
func TestLinksTheStandardLibraryOnly(t *testing.T) {
	args := []string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		"./internal/picture/draw", "./internal/picture/chart", "./internal/picture/page"}
	for pkg := range layerOf() {
		if !strings.HasPrefix(pkg, "internal/") && pkg != "web" { // which answers requests with everything there is
			args = append(args, "./"+pkg)
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(out)) {
		if ours(path) == "" {
			t.Errorf("the library links %s", path)
		}
	}
}

// ours returns the path of a package inside the module, "." for its root, or nothing
// for a package of another module.
func ours(path string) string {
	if path == module {
		return "."
	}
	name, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return ""
	}
	return name
}
