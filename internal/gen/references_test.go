package main

import (
	"os"
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
		if !strings.Contains(string(bib), "{"+m.Paper+",") {
			t.Errorf("%s: docs/references.bib has no %s", m.Name, m.Paper)
		}
	}
}
