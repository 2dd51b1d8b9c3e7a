package format

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// ints returns numbers as an array of int32.
func ints(list []int32) Array {
	data, _ := binary.Append(nil, binary.LittleEndian, list)
	return Array{Data: data, Type: "<i4", Shape: []int{len(list)}}
}

func bytesOf(list []int8) []byte {
	data, _ := binary.Append(nil, binary.LittleEndian, list)
	return data
}

// A matrix has the same graph in every type, layout and order of its elements in memory as by its
// coding, from which nothing is inferred.
func TestArrays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, o := range []Options{
		{Codes: "plain", Orientation: "row-to-col"}, {Codes: "plain", Orientation: "col-to-row"},
		{Codes: "gadjid", Orientation: "col-to-row"}, {Codes: "causal-learn"}, {Codes: "pcalg-pag"},
	} {
		code, err := o.Coding()
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
						if list := edgesOf(p[k].edges); together(list) {
							cells[i*n+j], cells[j*n+i] = int8(p[k].ij), int8(p[k].ji)
						}
					}
				}
			}
			want, err := code.Edges(nil, n, cells)
			if err != nil {
				t.Fatal(err)
			}
			check := func(what string, d *Document, err error) {
				t.Helper()
				if err != nil || !d.Graph.Equal(graph.MustNew(d.Graph.Names(), want)) {
					t.Fatalf("%s, %v: %v, %v; expected %v", what, o, d, err, want)
				}
			}
			for what, a := range denseArrays(rng, n, cells) {
				d, err := a.Read("", Nodes{}, o)
				check(what, d, err)
			}
			for _, s := range sparseArrays(rng, n, cells) {
				d, err := s.Read("", Nodes{}, o)
				check(s.Layout, d, err)
			}
		}
	}
}

// denseArrays returns a matrix in several types and orders.
func denseArrays(rng *rand.Rand, n int, cells []int8) map[string]Array {
	floats, wide := make([]float64, n*n), make([]int16, n*n)
	columns := make([]int8, n*n)
	step := 2 + rng.IntN(3) // bytes from one element to the next
	apart := make([]byte, step*n*(n+1))
	for i := range apart {
		apart[i] = byte(rng.IntN(256))
	}
	for i := range n {
		for j := range n {
			v := cells[i*n+j]
			floats[i*n+j], wide[i*n+j], columns[j*n+i] = float64(v), int16(v), v
			apart[step*(i*(n+1)+j)] = byte(v)
		}
	}
	eights := make([]byte, 0, 8*n*n)
	for _, x := range floats {
		eights = binary.BigEndian.AppendUint64(eights, math.Float64bits(x))
	}
	twos, _ := binary.Append(nil, binary.LittleEndian, wide)
	shape := []int{n, n}
	return map[string]Array{
		"int8":      {Data: bytesOf(cells), Type: "|i1", Shape: shape},
		"int16":     {Data: twos, Type: "<i2", Shape: shape, Strides: []int{2 * n, 2}},
		"float":     {Data: eights, Type: ">f8", Shape: shape},
		"transpose": {Data: bytesOf(columns), Type: "|i1", Shape: shape, Strides: []int{1, n}},
		"apart":     {Data: apart, Type: "|i1", Shape: shape, Strides: []int{step * (n + 1), step}},
	}
}

// sparseArrays returns a matrix in all layouts. Some of its zeros are stored.
func sparseArrays(rng *rand.Rand, n int, cells []int8) []SparseArray {
	starts, rows, cols := []int32{0}, []int32{}, []int32{}
	var values, mirrored []int8
	for i := range n {
		for j := range n {
			if v := cells[i*n+j]; v != 0 || rng.IntN(5) == 0 {
				rows, cols, values = append(rows, int32(i)), append(cols, int32(j)), append(values, v)
				mirrored = append(mirrored, v)
			}
		}
		starts = append(starts, int32(len(cols)))
	}
	data := Array{Data: bytesOf(values), Type: "|i1", Shape: []int{len(values)}}
	// By columns: the same of the transposed matrix.
	columnStarts, columnRows := []int32{0}, []int32{}
	mirrored = mirrored[:0]
	for j := range n {
		for i := range n {
			if v := cells[i*n+j]; v != 0 {
				columnRows, mirrored = append(columnRows, int32(i)), append(mirrored, v)
			}
		}
		columnStarts = append(columnStarts, int32(len(columnRows)))
	}
	shuffled := rng.Perm(len(values))
	anyRows, anyCols, anyValues := slices.Clone(rows), slices.Clone(cols), slices.Clone(values)
	for to, from := range shuffled {
		anyRows[to], anyCols[to], anyValues[to] = rows[from], cols[from], values[from]
	}
	return []SparseArray{
		{Layout: "csr", N: n, Rows: ints(starts), Cols: ints(cols), Values: data},
		{Layout: "csc", N: n, Rows: ints(columnRows), Cols: ints(columnStarts), Values: Array{Data: bytesOf(mirrored), Type: "|i1", Shape: []int{len(mirrored)}}},
		{Layout: "coo", N: n, Rows: ints(anyRows), Cols: ints(anyCols), Values: Array{Data: bytesOf(anyValues), Type: "|i1", Shape: []int{len(values)}}},
	}
}

func TestSparseRefused(t *testing.T) {
	for _, c := range []struct {
		n          int
		rows, cols []int32
		values     []int8
		want       string
	}{
		{2, []int32{0, 1}, []int32{1}, []int8{1}, "indptr"},
		{2, []int32{0, 1, 2}, []int32{1}, []int8{1}, "indptr"},
		{2, []int32{0, 1, 1}, []int32{1}, nil, "do not fit together"},
		{-1, nil, nil, nil, "-1 rows"},
		{2, []int32{0, 1, 1}, []int32{2}, []int8{1}, "row 1, column 3 is outside"},
		{2, []int32{0, 1, 1}, []int32{0}, []int8{1}, "self-loop"},
		{2, []int32{0, 1, 1}, []int32{1}, []int8{7}, "not an edge in the code gadjid"},
		{2, []int32{0, 2, 2}, []int32{1, 1}, []int8{1, 1}, "twice"},
		{3, []int32{0, 2, 1, 2}, []int32{1, 1}, []int8{1, 1}, "indptr"},
	} {
		s := SparseArray{Layout: "csr", N: c.n, Rows: ints(c.rows), Cols: ints(c.cols), Values: Array{Data: bytesOf(c.values), Type: "|i1", Shape: []int{len(c.values)}}}
		d, err := s.Read("A", Nodes{First: 1}, Options{Codes: "gadjid", Orientation: "row-to-col"})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "A: ") {
			t.Errorf("%v: %v, %v; expected %q", c, d, err, c.want)
		}
	}
}

// An array that is not what its shape, strides and type promise is refused.
func TestArrayRefused(t *testing.T) {
	for _, c := range []struct {
		a     Array
		want  string
		nodes Nodes
	}{
		{Array{Data: make([]byte, 3), Type: "|i1", Shape: []int{2, 2}}, "takes 4 bytes", Nodes{}},
		{Array{Data: make([]byte, 5), Type: "|i1", Shape: []int{2, 2}}, "takes 4 bytes, and 5 are there", Nodes{}},
		{Array{Data: make([]byte, 6), Type: "|i1", Shape: []int{2, 3}}, "not a square matrix", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|i1", Shape: []int{2, 2}, Strides: []int{4, 1}}, "takes 6 bytes", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|i1", Shape: []int{2, 2}, Strides: []int{-2, 1}}, "must be positive", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|i1", Shape: []int{2, 2}, Strides: []int{1}}, "strides [1]", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|i1", Shape: []int{-2, -2}}, "impossible", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|O8", Shape: []int{2, 2}}, "objects", Nodes{}},
		{Array{Data: make([]byte, 4), Type: "|i1", Shape: []int{2, 2}}, "1 names for a matrix of 2 rows", Nodes{Names: []string{"X"}}},
		{Array{Data: []byte{0, 0, 0, 1}, Type: "|i1", Shape: []int{2, 2}}, "row 1, column 1 is 1, which is a self-loop", Nodes{}},
		{Array{Data: []byte{0, 0, 0, 1}, Type: "|i1", Shape: []int{2, 2}}, "row 2, column 2 is 1, which is a self-loop", Nodes{First: 1}},
		{Array{Data: []byte{0, 1, 2, 0}, Type: "|i1", Shape: []int{2, 2}}, "--codes", Nodes{}},
		{Array{Data: []byte{0, 1, 0, 0}, Type: "|i1", Shape: []int{2, 2}}, "--orientation", Nodes{}},
	} {
		d, err := c.a.Read("A", c.nodes, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "A: ") {
			t.Errorf("%v: %v, %v; expected %q", c.a, d, err, c.want)
		}
	}
}
