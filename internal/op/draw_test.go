package op_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

// A guess that is a CPDAG or PAG is compared with that of the truth: edges that the class leaves undetermined are right, and
// edges that the guess orients beyond the class are not.
func TestDrawComparesClasses(t *testing.T) {
	for _, tt := range []struct {
		class        class.Kind
		truth, guess string
		want         map[string]string // kinds by edge
	}{
		{class.CPDAG, "a --> b\nb --> c\nd --> c\nc --> e\n", "a --- b\nb --> c\nd --> c\nc --> e\n", map[string]string{
			"a --- b": "undetermined", "b --> c": "agreed", "c <-- d": "agreed", "c --> e": "agreed",
		}},
		{class.CPDAG, "a --> b\nb --> c\nd\n", "a --> b\nd --> b\nb --> c\n", map[string]string{
			"a --- b": "as-truth", "a --> b": "as-guess", "b --- c": "as-truth", "b --> c": "as-guess", "b <-- d": "extra",
		}},
		{class.PAG, "a --> b\nb --> c\n", "a o-o b\nb o-o c\n", map[string]string{"a o-o b": "undetermined", "b o-o c": "undetermined"}},
		{class.DAG, "a --> b\nb --> c\n", "a --> b\nc --> b\n", map[string]string{"a --> b": "agreed", "b --> c": "as-truth", "b <-- c": "as-guess"}},
	} {
		var graphs []*sepdist.Graph
		for _, text := range []string{tt.truth, tt.guess} {
			g, err := sepdist.ReadFrom(strings.NewReader(text), "graph.txt", format.Options{})
			if err != nil {
				t.Fatal(err)
			}
			graphs = append(graphs, g)
		}
		graphs[1].Class = tt.class
		d, err := op.Draw(t.Context(), graphs, draw.Options{}, sepdist.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := d.Picture().SVG(&b); err != nil {
			t.Fatal(err)
		}
		got := make(map[string]string)
		for tip, group := range svgtest.Parse(t, b.Bytes()).Groups("edge") {
			edge, _, _ := strings.Cut(tip, ":")
			got[edge] = strings.TrimPrefix(group.Attr["class"], "edge ")
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: drawn as %v", tt.guess, got)
		}
		for edge, kind := range tt.want {
			if got[edge] != kind {
				t.Errorf("%s: %s is drawn as %q, want %q: %v", tt.guess, edge, got[edge], kind, got)
			}
		}
		if legend := "not determined by the class"; strings.Contains(b.String(), legend+" (") != slices.Contains(slices.Collect(maps.Values(got)), "undetermined") {
			t.Errorf("%s: the legend entry %q is wrong or missing", tt.guess, legend)
		}
	}
}
