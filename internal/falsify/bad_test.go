package falsify_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/independence"
)

// Data that cannot be tested lead to an error that names the place, or to untested claims with a reason: never
// to a p-value that is not one.
func TestBadData(t *testing.T) {
	csv := func(rows int, cells func(i int) string) string {
		text := "a,b,c,d\n"
		for i := range rows {
			text += cells(i) + "\n"
		}
		return text
	}
	noise := func(i, k int) float64 { return math.Sin(float64((k+2)*i*i + k)) }
	wide := func() string {
		names, row := []string{"a", "b", "c", "d"}, make([][]string, 20)
		for k := range 10_000 {
			if k >= 4 {
				names = append(names, fmt.Sprint("v", k))
			}
			for i := range row {
				row[i] = append(row[i], fmt.Sprint(noise(i, k%50)))
			}
		}
		text := strings.Join(names, ",")
		for _, r := range row {
			text += "\n" + strings.Join(r, ",")
		}
		return text
	}
	m := member(t, []string{"a", "b", "c", "d"}, []string{"a --> b", "b --> c", "c --> d"}, "dag")
	for _, c := range []struct {
		name, data string
		err        string // a part of the error; empty: no error
		untested   string // a part of the reason of some claim; empty: all are tested
	}{
		{"fine", csv(30, func(i int) string {
			return fmt.Sprint(noise(i, 0), ",", noise(i, 1), ",", noise(i, 2), ",", noise(i, 3))
		}), "", ""},
		{"a word", csv(9, func(i int) string {
			return fmt.Sprint(noise(i, 0), ",", noise(i, 1), ",", noise(i, 2), ",", []any{0.5, "high"}[i/8])
		}), `column "d", row 9: "high" is not a number`, ""},
		{"constant", csv(30, func(i int) string { return fmt.Sprint(noise(i, 0), ",1.5,", noise(i, 2), ",", noise(i, 3)) }), "", "constant"},
		{"a copy", csv(30, func(i int) string {
			return fmt.Sprint(noise(i, 0), ",", noise(i, 1), ",", noise(i, 1), ",", noise(i, 3))
		}), "", "determine"},
		{"same name", "a,b,c,d,a\n1.5,2,3,4,5\n2.5,2,3,4,5\n", `columns 1 and 5 have the same name "a"`, ""},
		{"few rows", csv(4, func(i int) string {
			return fmt.Sprint(noise(i, 0), ",", noise(i, 1), ",", noise(i, 2), ",", noise(i, 3))
		}), "", "too few rows"},
		{"one row", "a,b,c,d\n0.5,0.25,1.5,0.1\n", "", "too few rows"},
		{"no row", "a,b,c,d\n", "no rows", ""},
		{"NaN", "a,b,c,d\n0.5,NaN,1.5,0.1\n0.5,0.1,1.5,0.1\n", "1 of 2 rows have missing values", ""},
		{"infinite", "a,b,c,d\n0.5,-Inf,1.5,0.1\n0.5,0.1,1.5,0.1\n", `column "b", row 1: an infinite value`, ""},
		{"10,000 columns", wide(), "", ""},
	} {
		for _, method := range []string{independence.Auto, independence.FisherZ, independence.Pillai, "rank"} {
			d, err := falsify.Read(strings.NewReader(c.data), "data.csv")
			if err == nil {
				d.Options.Method = method
				d.Options.Continuous = []string{"a", "b", "c", "d"}
				for _, strategy := range []string{"zl", "parent", "ancestor"} {
					f, failed := falsify.Run(ctx, "g", m, d, falsify.Options{Strategy: strategy, Permutations: 3, Suggest: true})
					if err = failed; err != nil {
						continue
					}
					reasons := ""
					for _, claim := range f.Claims {
						reasons += claim.Untested
						if claim.Untested == "" && !(claim.P >= 0 && claim.P <= 1 && claim.Adjusted >= claim.P && math.Abs(claim.Effect) <= 1) {
							t.Errorf("%s, %s: %+v", c.name, method, claim)
						}
					}
					// Pillai's trace does not mind columns of the set that determine each other.
					if !strings.Contains(reasons, c.untested) && method != independence.Pillai || c.untested == "" && reasons != "" {
						t.Errorf("%s, %s, %s: reasons %q, expected %q", c.name, method, strategy, reasons, c.untested)
					}
				}
			}
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("%s, %s: %v, expected %q", c.name, method, err, c.err)
			}
		}
	}
}

// A graph with 10,000 nodes is refused before its claims fill the memory.
func TestTooManyNodes(t *testing.T) {
	g := graph.MustNew(graph.NumberedNames("v", 0, 10_000), nil)
	d := &falsify.Data{Options: independence.Options{Method: independence.FisherZ}}
	for _, name := range g.Names().List() {
		d.Columns = append(d.Columns, independence.Source{Name: name, Numbers: slices.Repeat([]float64{0.5, 1.5}, 5)})
	}
	if _, err := falsify.Run(ctx, "g", of(t, g, "dag"), d, falsify.Options{}); err == nil || !strings.Contains(err.Error(), "10000 nodes, at most 8000 are tested") {
		t.Error(err)
	}
}
