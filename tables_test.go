package sepdist_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourceFiles calls each with every Go file that is no test, by its path from the root.
func sourceFiles(t *testing.T, each func(path string, set *token.FileSet, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && path == "build" { // what make targets leave, clones among it
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err == nil {
			each(filepath.ToSlash(path), set, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// classTables are the files, and folders, that may name a class. All others ask for a trait.
var classTables = []string{
	"graph/kind.go",   // the table
	"internal/kind/",  // sets of classes
	"class/",          // what checks
	"internal/model/", // what converts
	"format/class_words.go",
	"internal/simulate/generators.go",
	"distance/adjustment_metrics.go", "distance/separation_metrics.go", // what metrics are defined for
	"internal/measure/adjustment/kinds.go", // what the engines of gadjid are defined for
	"internal/tspag/",                      // what members of a ts-pag are
	"internal/study/reproduce/",            // what the paper compares
	"cmd/libsepdist/main.go",               // what the fast counts are defined for
	"bench/",
}

func TestClassesAreNamedInTables(t *testing.T) {
	classes := []string{"DAG", "CPDAG", "MPDAG", "MAG", "ADMG", "PAG", "Cyclic", "TSDAG", "TSCPDAG", "TSADMG", "TSPAG"}
	sourceFiles(t, func(path string, set *token.FileSet, f *ast.File) {
		if slices.ContainsFunc(classTables, func(table string) bool { return strings.HasPrefix(path, table) }) {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(classes, s.Sel.Name) {
				if pkg, ok := s.X.(*ast.Ident); ok && (pkg.Name == "class" || pkg.Name == "graph") {
					t.Errorf("%v names %s.%s: ask for a trait of the class, or move it to a table", set.Position(n.Pos()), pkg.Name, s.Sel.Name)
				}
			}
			return true
		})
	})
}

// Texts of the library name no flags: they refer to options with package advice, and each door
// spells the references.
func TestLibraryNamesNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|[^-<ox@(])--[a-z][a-z]`) // var(--name) is of a style sheet
	sourceFiles(t, func(path string, set *token.FileSet, f *ast.File) {
		name := filepath.ToSlash(filepath.Dir(path))
		if onTop(name) || name == "internal/advice" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && flag.MatchString(s.Value) {
				t.Errorf("%v: %s names a flag: use advice.Option", set.Position(n.Pos()), s.Value)
			}
			return true
		})
	})
}
