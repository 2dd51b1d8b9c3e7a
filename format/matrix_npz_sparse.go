package format

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/try"
)

// sparse returns the matrix that scipy.sparse.save_npz wrote: by rows (csr), by
// columns (csc) or as a list (coo).
func (z *npz) sparse(o Options) *matrix {
	form, kind := z.array("format"), z.list("format")
	if !form.Texts() || len(kind) != 1 {
		z.refuse("the array named format does not tell how the matrix is stored", "")
	}
	shape := z.integers("shape")
	if len(shape) != 2 || shape[0] != shape[1] || shape[0] == 0 {
		z.refuse(fmt.Sprintf("a matrix of the shape %v is not square", shape), "")
	}
	m := newMatrix(z.in, o)
	m.n = shape[0]
	try.Check(checkSize(z.in, m.n))
	var row, col []int
	switch kind[0] {
	case "csr":
		row, col = z.compressed(m.n)
	case "csc":
		col, row = z.compressed(m.n)
	case "coo":
		row, col = z.integers("row"), z.integers("col")
	default:
		z.refuse("a sparse matrix of the kind "+clipped(kind[0])+" is not read", "save it as scipy.sparse.csr_array")
	}
	z.fill(m, row, col)
	return m
}

// checkSize refuses a file that promises far more nodes than it has bytes.
func checkSize(in *input, n int) error {
	const modest = 100_000
	data, err := in.All()
	if err == nil && n > max(modest, len(data)) {
		err = in.refuse(fmt.Sprintf("a matrix with %d rows cannot fit in a file of %d bytes", n, len(data)), "")
	}
	return err
}

// integers returns an array of numbers as indices.
func (z *npz) integers(name string) (list []int) {
	a := z.part(name)
	wrong := z.in.refuse("the array "+name+" is not a list of positions", "")
	if len(a.Shape) != 1 || a.Texts() || a.Kind == 'f' {
		try.Check(wrong)
	}
	z.check(name, a.Each(func(k int, e []byte) error {
		x := a.Number(e)
		if x < 0 || x > math.MaxInt32 {
			return wrong
		}
		list = append(npy.Grown(list, k), int(x))
		return nil
	}))
	return npy.Grown(list, a.Total)
}

// part returns an array that a sparse matrix must have.
func (z *npz) part(name string) array {
	if z.files[name] == nil {
		z.refuse("the array "+name+" of the sparse matrix is missing", "")
	}
	return z.array(name)
}

// compressed returns the places of the entries: those of line i stand from indptr[i]
// to indptr[i+1] in indices.
func (z *npz) compressed(n int) (major, minor []int) {
	start, minor := z.integers("indptr"), z.integers("indices")
	damaged := z.in.refuse("the array indptr does not fit the matrix", "")
	if len(start) != n+1 || start[0] != 0 || start[n] != len(minor) {
		try.Check(damaged)
	}
	major = make([]int, len(minor))
	for i := range n {
		if start[i] > start[i+1] || start[i+1] > len(minor) {
			try.Check(damaged)
		}
		for k := start[i]; k < start[i+1]; k++ {
			major[k] = i
		}
	}
	return major, minor
}

// fill puts the entries of the array data at their places.
func (z *npz) fill(m *matrix, row, col []int) {
	a := z.part("data")
	if a.Texts() || len(a.Shape) != 1 || a.Shape[0] != len(row) || len(row) != len(col) {
		z.refuse("the arrays of the sparse matrix do not fit together", "")
	}
	value := a.valuer(m)
	z.check("data", a.Each(func(k int, e []byte) error {
		v, err := value(e)
		if err == nil && (row[k] >= m.n || col[k] >= m.n) {
			err = &npy.Error{Why: "an entry is outside of the matrix"}
		}
		if err == nil {
			m.add(0, row[k], col[k], v)
		}
		return err
	}))
}
