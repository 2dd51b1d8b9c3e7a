package compare_test

import (
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
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
		in := func() *compare.Graph { return &compare.Graph{Graph: g, Class: class.DAG} }
		_, err := compare.Compare(t.Context(), in(), in(), compare.Options{Metrics: []string{"s-metric"}, Statements: tt.statements})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.statements, got, tt.want)
		}
	}
}
