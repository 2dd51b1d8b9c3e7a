package docs_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/docs"
)

// Every metric has its paper.
func TestReference(t *testing.T) {
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		entry := docs.Reference(m.Paper)
		if !strings.HasPrefix(entry, "@") || !strings.Contains(entry, "{"+m.Paper+",") || strings.Count(entry, "@") != 1 || !strings.HasSuffix(entry, "\n}") {
			t.Errorf("%s: the paper %q is %q", m.Name, m.Paper, entry)
		}
	}
	if entry := docs.Reference("nobody1900"); entry != "" {
		t.Errorf("found %q", entry)
	}
}
