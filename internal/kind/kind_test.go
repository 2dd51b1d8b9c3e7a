package kind_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

func TestTable(t *testing.T) {
	if kind.Any.Has(graph.Unstated) || len(kind.Any.List()) != 7 {
		t.Errorf("all classes are %v", kind.Any)
	}
	for _, k := range kind.All.List() {
		if again, err := kind.Parse(k.String()); err != nil || again != k || k.Title() == "" || k.Doc() == "" || kind.Allowed(k) == 0 {
			t.Errorf("row of %v: %v", k, err)
		}
		if k.Member().RepresentsClass() {
			t.Errorf("%v stands for graphs that stand for others", k)
		}
		if kind.Series.Has(k) != k.IsSeries() || k.IsSeries() && k.Series() != k || kind.SeparatingSeries.Has(k) != (k.IsSeries() && k.Separates()) {
			t.Errorf("%v: time series %v, as %v", k, k.IsSeries(), k.Series())
		}
		if s := k.Series(); s != graph.Unstated && kind.Allowed(s) != kind.Allowed(k) {
			t.Errorf("%v and %v have other edges", k, s)
		}
		if !k.IsSeries() && kind.Sufficient.Has(k) == k.Latent() {
			t.Errorf("%v with latent confounders: %v", k, k.Latent())
		}
		if k.MayBeCyclic() && k.RepresentsClass() {
			t.Errorf("%v: no class of cyclic graphs draws an equivalence class", k)
		}
		for below, steps := k.Narrower(), 0; below != graph.Unstated; below = below.Narrower() {
			if steps++; steps > 10 {
				t.Fatalf("%v is narrower than itself", k)
			}
		}
	}
	if _, err := kind.Parse("tree"); err == nil {
		t.Error("tree is a class")
	}
}
