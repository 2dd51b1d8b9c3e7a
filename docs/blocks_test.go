package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runners says which test runs the blocks of a language, on a page or on all others. A block that no
// row has fails: nothing is on a page that was never run.
var runners = []struct {
	language, page string
	by             string // a file that names the page, or "" where there is nothing to run
}{
	{"console", "", "cmd/sepdist/docs_test.go"},
	{"text NAME", "", "cmd/sepdist/docs_test.go"},
	{"sh", "README.md", "test/release/blocks.py"},
	{"sh", "docs/index.md", "test/release/blocks.py"},
	{"sh", "docs/install.md", "test/release/blocks.py"},
	{"sh", "docs/go.md", "test/release/blocks.py"},
	{"sh", "docs/r.md", "test/r/run.sh"},
	{"sh", "docs/clusters.md", "test/engines/test_queues.py"},
	{"sh", "docs/page.md", "cmd/sepdist/docs_test.go"},
	{"sh", "docs/explaining.md", "cmd/sepdist/docs_test.go"},
	{"go", "docs/go.md", "test/release/blocks.py"},
	{"go", "README.md", "docs/site_test.go"},
	{"r", "docs/r.md", "test/r/more.R"},
	{"python", "docs/python.md", "python/tests/test_recipes.py"},
	{"python", "README.md", "python/tests/test_recipes.py"},
	{"python", "python/README.md", "python/tests/test_recipes.py"},
	{"python", "docs/clusters.md", "test/engines/test_queues.py"},
	{"bash", "docs/clusters.md", "test/engines/test_queues.py"},
	{"math", "", "test/site/check.py"},
	{"text", "", ""}, // a drawing, or the form of a file
	{"csv", "docs/studies.md", ""},
	{"toml", "docs/clusters.md", ""},
}

// notRun are commands that stand on a page and are not run as they are, with the reason.
var notRun = []struct{ page, command, why string }{
	{"docs/python.md", "pip install sepdist", "takes the package from PyPI; test/python/fresh.sh installs the wheel into an empty environment"},
	{"python/README.md", "pip install sepdist", "the same"},
}

var fenced = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

// Every block of the pages is run by a test, or is one of a few that are named with a reason.
func TestEveryBlockIsRun(t *testing.T) {
	all := map[string]string{}
	for path, text := range pages(t) {
		all["docs/"+path] = text
	}
	for _, path := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "ROADMAP.md", "CODE_OF_CONDUCT.md", "python/README.md"} {
		text, err := os.ReadFile("../" + path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(text)
	}
	used := make([]bool, len(runners))
	named := make([]bool, len(notRun))
	for path, text := range all {
		for _, m := range fenced.FindAllStringSubmatch(text, -1) {
			language, body := m[1], m[2]
			if strings.HasPrefix(language, "text ") {
				language = "text NAME"
			}
			if i := slices.IndexFunc(notRun, func(e struct{ page, command, why string }) bool {
				return e.page == path && e.command == strings.TrimSpace(body)
			}); i >= 0 {
				named[i] = true
				continue
			}
			found := false
			for i, r := range runners {
				if r.language == language && (r.page == "" || r.page == path) {
					used[i], found = true, true
				}
			}
			if !found {
				t.Errorf("%s: no test runs the block\n```%s\n%s```", path, m[1], body)
			}
		}
	}
	for i, r := range runners {
		if !used[i] {
			t.Errorf("no page has a block of %s %s", r.language, r.page)
		}
		if r.by == "" {
			continue
		}
		test, err := os.ReadFile(filepath.Join("..", r.by))
		if err != nil {
			t.Error(err)
		}
		if r.page != "" && !strings.Contains(string(test), filepath.Base(r.page)) && !strings.Contains(string(test), `docs/*.md`) {
			t.Errorf("%s does not name %s", r.by, r.page)
		}
	}
	for i, e := range notRun {
		if !named[i] {
			t.Errorf("%s does not have %q, which is listed as not run", e.page, e.command)
		}
	}
}

// The commands of make that pages name exist, and `make help` lists them.
func TestMakeTargets(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*):`).FindAllStringSubmatch(string(makefile), -1) {
		targets[m[1]] = true
	}
	named := 0
	for _, path := range []string{"../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "releasing.md", "install.md", "performance.md", "scale.md"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?m)(?:`|^)make ([a-z0-9-]+)").FindAllStringSubmatch(string(text), -1) {
			named++
			if !targets[m[1]] {
				t.Errorf("%s: there is no make %s", path, m[1])
			}
		}
	}
	if named < 15 {
		t.Errorf("%d commands of make are named", named)
	}
	list := regexp.MustCompile(`(?m)((?:^#.*\n)*)^([a-z][a-z0-9-]*):.*`)
	for _, m := range list.FindAllStringSubmatch(string(makefile), -1) {
		if m[1] == "" && !strings.Contains(string(makefile), m[2]+": export") {
			t.Errorf("make %s has no comment above it, so that make help does not list it", m[2])
		}
	}
}
