package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
)

// Every row of the table of metrics is complete, and its paper is in the references.
func TestMetricsAreDocumented(t *testing.T) {
	bib, err := os.ReadFile("../../docs/references.bib")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, m := range distance.Metrics {
		if seen[m.Name] {
			t.Errorf("two metrics are named %s", m.Name)
		}
		seen[m.Name] = true
		for what, text := range map[string]string{
			"doc": m.Doc, "meaning": m.Meaning, "group": m.Group, "paper": m.Paper,
			"definition": m.Definition, "formula": m.Formula, "range": m.Range,
		} {
			if text == "" {
				t.Errorf("%s has no %s", m.Name, what)
			}
		}
		if (m.Wrong == "") != (m.Claims == distance.NoClaims) {
			t.Errorf("%s: what is wrong is %q, which does not fit what its claims are about", m.Name, m.Wrong)
		}
		if !strings.Contains(string(bib), "{"+m.Paper+",") {
			t.Errorf("%s: docs/references.bib has no %s", m.Name, m.Paper)
		}
	}
}

// What a metric is like stands in its row: no other package compares its name or group with a
// word.
func TestRowsSayEverything(t *testing.T) {
	asks := regexp.MustCompile(`\.Group\s*(==|!=)\s*"\w|[mM](etric)?\.Name\s*(==|!=)\s*"`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			filepath.Base(filepath.Dir(path)) == "distance" {
			return err
		}
		text, err := os.ReadFile(path)
		if at := asks.FindIndex(text); at != nil {
			t.Errorf("%s asks for the name or the group of a metric: %s", path, text[at[0]:at[1]])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
