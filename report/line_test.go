package report_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/report"
)

// A class is printed by its name in the table of classes.
func TestLineNamesTheClass(t *testing.T) {
	for _, k := range append(class.All(), kind.Series.List()...) {
		line := report.Graph{Class: k.String(), Nodes: 4, Edges: 1}.Summary()
		if name, _, _ := strings.Cut(line, ", "); !strings.HasSuffix(k.Title(), " "+name) {
			t.Errorf("%v is printed as %q", k, line)
		}
	}
	if got := (report.Graph{Class: "cyclic", Nodes: 4, Edges: 1}).Summary(); got != "cyclic graph, 4 nodes, 1 edge" {
		t.Error(got)
	}
}
