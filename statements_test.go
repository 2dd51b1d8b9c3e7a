package sepdist_test

import (
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// A statement that is listed twice is refused, in whatever order its nodes are.
func TestDuplicateStatements(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b --> c --> d")
	for _, tt := range []struct {
		statements [][]string
		want       string
	}{
		{[][]string{{"a", "c", "b"}, {"a", "c", "d"}, {"a", "c", "b", "d"}, {"b", "d"}, {"a", "d"}}, ""},
		{[][]string{{"a", "c"}, {"a", "d"}, {"a", "c"}}, `statement 3: duplicates statement 1: list it once`},
		{[][]string{{"a", "c"}, {"c", "a"}}, `statement 2: duplicates statement 1: list it once`},
		{[][]string{{"b", "c"}, {"a", "c", "b", "d"}, {"c", "a", "d", "b"}}, `statement 3: duplicates statement 2: list it once`},
	} {
		in := func() *sepdist.Graph { return &sepdist.Graph{Graph: g, Class: class.DAG} }
		_, err := sepdist.Compare(t.Context(), in(), in(), sepdist.Options{Metrics: []string{"s-metric"}, Statements: tt.statements})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.statements, got, tt.want)
		}
	}
}
