package format

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// A matrix has the same edges whether it is full or sparse.
func TestSparseEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, o := range []Options{
		{Codes: "plain", Orientation: "row-to-col"}, {Codes: "plain", Orientation: "col-to-row"},
		{Codes: "gadjid", Orientation: "col-to-row"}, {Codes: "causal-learn"}, {Codes: "pcalg-pag"},
	} {
		code, err := NewCoding(o)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			n := 1 + rng.IntN(8)
			cells := make([]int8, n*n)
			for i := range n {
				for j := range i {
					if p := codeNamed(o.Codes).pairs; rng.IntN(2) == 0 {
						k := rng.IntN(len(p))
						cells[i*n+j], cells[j*n+i] = int8(p[k].ij), int8(p[k].ji)
					}
				}
			}
			rows, cols, values := []int32{0}, []int32{}, []int8{}
			for i := range n {
				for j := range n {
					if v := cells[i*n+j]; v != 0 || rng.IntN(5) == 0 { // a zero may be stored
						cols, values = append(cols, int32(j)), append(values, v)
					}
				}
				rows = append(rows, int32(len(cols)))
			}
			want, err := code.Edges(nil, n, cells)
			if err != nil {
				t.Fatal(err)
			}
			got, err := code.SparseEdges(n, rows, cols, values)
			if err != nil || !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Fatalf("%v: %v, %v; expected %v", o, got, err, want)
			}
		}
	}
}

func TestSparseRefused(t *testing.T) {
	code, err := NewCoding(Options{Codes: "plain", Orientation: "row-to-col"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n          int
		rows, cols []int32
		values     []int8
		want       string
	}{
		{2, []int32{0, 1}, []int32{1}, []int8{1}, "damaged"},
		{2, []int32{0, 1, 2}, []int32{1}, []int8{1}, "damaged"},
		{2, []int32{0, 1, 1}, []int32{1}, nil, "damaged"},
		{-1, nil, nil, nil, "damaged"},
		{2, []int32{0, 1, 1}, []int32{2}, []int8{1}, "column 3 of 2"},
		{2, []int32{0, 1, 1}, []int32{0}, []int8{1}, "diagonal"},
		{2, []int32{0, 1, 1}, []int32{1}, []int8{7}, "no edge"},
		{2, []int32{0, 2, 2}, []int32{1, 1}, []int8{1, 1}, "twice"},
		{3, []int32{0, 2, 1, 2}, []int32{1, 1}, []int8{1, 1}, "ends before it begins"},
	} {
		var edges []graph.Edge
		if edges, err = code.SparseEdges(c.n, c.rows, c.cols, c.values); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, %v; expected %q", c, edges, err, c.want)
		}
	}
}
