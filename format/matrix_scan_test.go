package format

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// plainEdges reads a matrix cell by cell, pair after pair.
func plainEdges(c *Coding, n int, cells []int8) ([]graph.Edge, bool) {
	var list []graph.Edge
	for i := range n {
		if cells[i*n+i] != 0 {
			return nil, false
		}
		for j := i + 1; j < n; j++ {
			ij, ji := int16(cells[i*n+j]), int16(cells[j*n+i])
			if ij == 0 && ji == 0 {
				continue
			}
			if c.turned {
				ij, ji = ji, ij
			}
			between := c.table.edges(ij, ji)
			if between == nil {
				return nil, false
			}
			for _, e := range between {
				list = append(list, graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: e.AtX, AtY: e.AtY})
			}
		}
	}
	return list, true
}

// Eight cells at a time find what one at a time does: in every code, either way around, from empty
// to full, for every size modulo 8 and from every place in memory.
func TestScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	memory := make([]int8, 70*70+8)
	for _, code := range codes {
		for _, orientation := range []string{rowToCol, colToRow} {
			o := Options{Codes: code.name, Orientation: orientation}
			c, err := o.Coding()
			if err != nil {
				c, err = Options{Codes: code.name}.Coding() // it says its orientation itself
			}
			if err != nil {
				t.Fatal(err)
			}
			for n := range 40 {
				if n > 33 {
					n = rng.IntN(70)
				}
				start, density := rng.IntN(8), rng.Float64()*rng.Float64()
				cells := memory[start : start+n*n]
				clear(cells)
				for i := range n {
					for j := range i {
						if p := code.pairs[rng.IntN(len(code.pairs))]; rng.Float64() < density {
							cells[i*n+j], cells[j*n+i] = int8(p.ij), int8(p.ji)
						}
					}
				}
				if n > 0 && rng.IntN(4) == 0 { // a cell that may be wrong
					cells[rng.IntN(n*n)] = int8(rng.IntN(256) - 128)
				}
				want, fine := plainEdges(c, n, cells)
				got, err := c.Edges(nil, n, cells)
				if fine != (err == nil) || !slices.Equal(got, want) {
					t.Fatalf("%s, %s, %d nodes at %d: %v, %v; expected %v", c.code.name, orientation, n, start, got, err, want)
				}
			}
		}
	}
}

// The first self-loop is reported, or else the first pair, in their order.
func TestScanFault(t *testing.T) {
	c, err := Options{Codes: "plain", Orientation: rowToCol}.Coding()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		wrong map[[2]int]int8
		want  string
	}{
		{map[[2]int]int8{{0, 0}: 1, {0, 1}: 9}, "row 1, column 1 is 1, which is a self-loop: --drop-self-loops drops it"},
		{map[[2]int]int8{{8, 0}: 9, {7, 2}: 4}, "row 1, column 9 is 0 and row 9, column 1 is 9, which together are not an edge in the code plain"},
		{map[[2]int]int8{{8, 7}: -1}, "row 8, column 9 is 0 and row 9, column 8 is -1, which together are not an edge in the code plain"},
		{map[[2]int]int8{{8, 8}: -128, {8, 7}: -1}, "row 9, column 9 is -128, which is a self-loop: --drop-self-loops drops it"},
	} {
		cells := make([]int8, 81)
		for at, v := range x.wrong {
			cells[at[0]*9+at[1]] = v
		}
		if _, err := c.Edges(nil, 9, cells); fmt.Sprint(err) != x.want {
			t.Errorf("%v: %v; expected %s", x.wrong, err, x.want)
		}
	}
}
