package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pages returns all pages of docs, by path.
func pages(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		found[filepath.ToSlash(path)] = string(text)
		return err
	})
	if err != nil || len(found) < 20 {
		t.Fatal(len(found), err)
	}
	return found
}

// Every page is in the navigation of the site, or is a decision that the list of decisions has.
func TestNoPageIsAnOrphan(t *testing.T) {
	nav, err := os.ReadFile("../mkdocs.yml")
	if err != nil {
		t.Fatal(err)
	}
	all := pages(t)
	for path := range all {
		if name, is := strings.CutPrefix(path, "decisions/0"); is {
			if !strings.Contains(all["decisions/index.md"], "(0"+name+")") {
				t.Errorf("%s is not in docs/decisions/index.md", path)
			}
		} else if !strings.Contains(string(nav), ": "+path+"\n") {
			t.Errorf("%s is not in the navigation of mkdocs.yml", path)
		}
	}
	for _, m := range regexp.MustCompile(`: ([a-z/-]+\.md)\n`).FindAllStringSubmatch(string(nav), -1) {
		if _, there := all[m[1]]; !there {
			t.Errorf("mkdocs.yml: there is no %s", m[1])
		}
	}
}

var (
	blocks  = regexp.MustCompile("(?ms)^```.*?^```$")
	links   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// Links between files lead somewhere, and to a heading that is there.
func TestLinks(t *testing.T) {
	all := pages(t)
	for _, path := range []string{"../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "../ROADMAP.md", "../CODE_OF_CONDUCT.md", "../CHANGELOG.md"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(text)
	}
	checked := 0
	for path, text := range all {
		for _, m := range links.FindAllStringSubmatch(blocks.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			checked++
			file, anchor, _ := strings.Cut(m[1], "#")
			to := path
			if file != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(path), file))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link %s leads nowhere", path, m[1])
			}
			if anchor != "" && !anchors(t, to)[anchor] {
				t.Errorf("%s: the link %s leads to a heading that is not there", path, m[1])
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d links", checked)
	}
}

// anchors returns the names of the headings of a page, as GitHub and the site make them.
func anchors(t *testing.T, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(blocks.ReplaceAllString(string(text), ""), -1) {
		name := strings.ToLower(strings.TrimSpace(m[1]))
		name = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(name, "")
		found[strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}

// The Go on the pages is that of an example, which is run.
func TestGoBlocks(t *testing.T) {
	example, err := os.ReadFile("../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	run := flat(string(example))
	for path, text := range pages(t) {
		for _, part := range strings.Split(text, "\n```go\n")[1:] {
			code, _, _ := strings.Cut(part, "\n```")
			if !strings.Contains(run, flat(code)) {
				t.Errorf("%s: no example has\n%s", path, code)
			}
		}
	}
}
