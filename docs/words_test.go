package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// phrases are those that readers stumbled over, and what to write instead. All files are searched,
// comments and tests included; the changelog keeps what it said.
var phrases = []struct{ not, but string }{
	{"say --", "use --"},
	{"found out", "inferred"},
	{" anew", "again"},
	{"in excess", "extra"},
	{"could not be had", "failed"},
	{"is told", "is reported"},
	{"mended", "repaired"},
	{"which is no ", "which is not a"},
	{" at hand", "current, given"},
	{"told apart", "distinguished"},
	{"most telling", "most informative"},
	{"it lacks", "it is missing"},
	{"stands there", "occurs"},
	{"the share of which", "what is counted"},
	{"may as well be", "can be"},
	{"for whom", "for which"},
	{"held against", "compared with"},
	{"gone through", "used one by one"},
}

func TestPlainWords(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == ".git" || name == ".venv" || name == "node_modules" || path == "../testdata" || path == "../build" || path == "../dist"):
			return fs.SkipDir
		case entry.IsDir() || name == "words_test.go" || name == "CHANGELOG.md":
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".md", ".html", ".txtar", ".txt":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		line := 0
		for words := range strings.Lines(string(text)) {
			line++
			for _, p := range phrases {
				if strings.Contains(words, p.not) {
					t.Errorf("%s:%d: %q: write %q, or rephrase it", path[len("../"):], line, p.not, p.but)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
