package sepdist_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sepdist/sepdist"

// layers says for each package which of our packages it may import. Imports go down.
var layers = map[string]string{
	".":                             "internal/advice internal/compare internal/series internal/simulate report distance class internal/model format graph",
	"internal/compare":              "internal/advice internal/series internal/jsonscan internal/pool report distance internal/simulate class internal/model internal/separation/msep format graph",
	"internal/option":               "internal/infile internal/compare internal/advice distance class format",
	"report":                        "internal/plain internal/table distance class graph",
	"internal/pool":                 "",
	"internal/independence":         "internal/advice internal/pool",
	"distance":                      "internal/advice internal/pool internal/series internal/separation/separator internal/separation/frontier class internal/model internal/equiv internal/separation/msep graph",
	"class":                         "internal/advice internal/model internal/kind internal/equiv internal/separation/msep internal/series graph",
	"internal/model":                "internal/advice internal/kind internal/series internal/equiv internal/separation/msep graph",
	"internal/falsify":              "internal/advice report internal/independence internal/npy internal/plain internal/pool internal/series distance class internal/model internal/separation/separator internal/separation/msep graph",
	"format":                        "internal/advice internal/jsonscan internal/npy internal/kind internal/try graph",
	"graph":                         "",
	"internal/separation/separator": "internal/separation/msep graph",
	"internal/separation/frontier":  "internal/pool internal/separation/msep graph",
	"internal/equiv":                "internal/separation/msep graph",
	"internal/separation/msep":      "graph",
	"internal/series":               "internal/separation/separator internal/equiv internal/separation/msep graph",
	"internal/simulate":             "internal/series class internal/model internal/equiv graph",
	"internal/study/batch":          "internal/infile internal/advice internal/jsonscan internal/npy internal/plain internal/table internal/compare internal/outfile internal/pool distance class format graph",
	"internal/study/block":          "internal/compare internal/study/batch distance internal/simulate class",
	"internal/study/stats":          "",
	"internal/study/summary":        "internal/study/batch internal/study/stats internal/picture/chart internal/plain internal/table",
	"internal/study/experiment":     "internal/compare internal/study/batch internal/study/stats distance internal/simulate class internal/model internal/equiv graph",
	"internal/study/reproduce":      "internal/compare internal/pool internal/study/stats internal/picture/chart internal/picture/canvas distance internal/simulate class internal/model internal/equiv internal/separation/separator internal/separation/msep graph",
	"internal/picture/layout":       "graph",
	"internal/picture/canvas":       "internal/picture/layout",
	"internal/picture/chart":        "internal/picture/canvas internal/picture/layout",
	"internal/picture/draw":         "internal/picture/chart internal/picture/canvas internal/picture/layout graph",
	"internal/picture/paint":        "internal/picture/canvas internal/picture/layout",
	"internal/picture/page":         "report distance docs internal/picture/draw internal/picture/chart internal/picture/canvas graph",
	"internal/picture/svgtest":      "",
	"internal/op":                   "internal/advice internal/compare internal/picture/page internal/picture/draw report distance class format graph",
	"internal/request":              "internal/advice internal/falsify internal/independence internal/op internal/option internal/outfile internal/study/batch internal/study/block internal/compare internal/pool internal/simulate internal/picture/page internal/picture/draw internal/picture/layout report distance class format graph",
	"web":                           "internal/request",
	"docs":                          "",
	"internal/manual":               "",
	"internal/licenses":             "",
	"internal/kind":                 "graph",
	"internal/advice":               "",
	"internal/infile":               "",
	"internal/jsonscan":             "",
	"internal/outfile":              "",
	"internal/plain":                "",
	"internal/table":                "internal/plain",
	"internal/npy":                  "",
	"internal/try":                  "",
	"internal/heap":                 "",
	"internal/naive":                "graph",
	"internal/graphtest":            "internal/naive internal/equiv graph",
}

// onTop reports whether a package may import all others but those for tests: commands,
// benchmarks, and what generates files of the repository.
func onTop(pkg string) bool {
	return strings.HasPrefix(pkg, "cmd/") || strings.HasPrefix(pkg, "bench/") || pkg == "internal/gen" || pkg == "internal/release"
}

// atEdge reports whether a package may import other modules.
func atEdge(pkg string) bool {
	return onTop(pkg) || pkg == "internal/picture/paint" || pkg == "internal/manual" || pkg == "internal/graphtest" || pkg == "internal/independence"
}

func TestImportsGoDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
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
		allowed, known := layers[name]
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
			case below != "" && known && !slices.Contains(strings.Fields(allowed), below):
				t.Errorf("%s imports %s; it may import: %s", name, below, allowed)
			}
		}
	}
}

// What a program links that uses the library, or draws and reports, is the standard library
// and ours: no fonts, no charts of others, no Parquet.
func TestLinksTheStandardLibraryOnly(t *testing.T) {
	args := []string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		"./internal/picture/draw", "./internal/picture/chart", "./internal/picture/page"}
	for pkg := range layers {
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
