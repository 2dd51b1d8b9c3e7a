package format

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/npy"
)

// sparse returns the matrix that scipy.sparse.save_npz wrote: by rows (csr), by
// columns (csc) or as a list (coo).
func (z *npz) sparse(o Options) (*matrix, error) {
	form, err := z.array("format")
	if err != nil {
		return nil, err
	}
	kind, err := form.List()
	if err != nil {
		return nil, z.in.refuseArray("format", err)
	}
	if !form.Texts() || len(kind) != 1 {
		return nil, z.in.refuse("the array named format does not tell how the matrix is stored", "")
	}
	shape, err := z.integers("shape")
	if err != nil {
		return nil, err
	}
	if len(shape) != 2 || shape[0] != shape[1] || shape[0] == 0 {
		return nil, z.in.refuse(fmt.Sprintf("a matrix of the shape %v is not square", shape), "")
	}
	m := newMatrix(z.in, o)
	m.n = shape[0]
	if err := checkSize(z.in, m.n); err != nil {
		return nil, err
	}
	var row, col []int
	switch kind[0] {
	case "csr":
		row, col, err = z.compressed(m.n)
	case "csc":
		col, row, err = z.compressed(m.n)
	case "coo":
		if row, err = z.integers("row"); err == nil {
			col, err = z.integers("col")
		}
	default:
		err = z.in.refuse("a sparse matrix of the kind "+clipped(kind[0])+" is not read", "save it as scipy.sparse.csr_array")
	}
	if err != nil {
		return nil, err
	}
	return m, z.fill(m, row, col)
}

// checkSize refuses a file that promises far more nodes than it has bytes.
func checkSize(in *Input, n int) error {
	const modest = 100_000
	data, err := in.All()
	if err == nil && n > max(modest, len(data)) {
		err = in.refuse(fmt.Sprintf("a matrix with %d rows cannot fit in a file of %d bytes", n, len(data)), "")
	}
	return err
}

// integers returns an array of numbers as indices.
func (z *npz) integers(name string) ([]int, error) {
	if z.files[name] == nil {
		return nil, z.in.refuse("the array "+name+" of the sparse matrix is missing", "")
	}
	a, err := z.array(name)
	if err != nil {
		return nil, err
	}
	wrong := z.in.refuse("the array "+name+" is not a list of positions", "")
	if len(a.Shape) != 1 || a.Texts() || a.Kind == 'f' {
		return nil, wrong
	}
	var list []int
	err = a.Each(func(k int, e []byte) error {
		x := a.Number(e)
		if x < 0 || x > math.MaxInt32 {
			return wrong
		}
		list = append(npy.Grown(list, k), int(x))
		return nil
	})
	if err != nil {
		return nil, z.in.refuseArray(name, err)
	}
	return npy.Grown(list, a.Total), nil
}

// compressed returns the places of the entries: those of line i stand from indptr[i]
// to indptr[i+1] in indices.
func (z *npz) compressed(n int) (major, minor []int, err error) {
	start, err := z.integers("indptr")
	if err != nil {
		return nil, nil, err
	}
	if minor, err = z.integers("indices"); err != nil {
		return nil, nil, err
	}
	damaged := z.in.refuse("the array indptr does not fit the matrix", "")
	if len(start) != n+1 || start[0] != 0 || start[n] != len(minor) {
		return nil, nil, damaged
	}
	major = make([]int, len(minor))
	for i := range n {
		if start[i] > start[i+1] || start[i+1] > len(minor) {
			return nil, nil, damaged
		}
		for k := start[i]; k < start[i+1]; k++ {
			major[k] = i
		}
	}
	return major, minor, nil
}

// fill puts the entries of the array data at their places.
func (z *npz) fill(m *matrix, row, col []int) error {
	if z.files["data"] == nil {
		return z.in.refuse("the array data of the sparse matrix is missing", "")
	}
	a, err := z.array("data")
	if err != nil {
		return err
	}
	if a.Texts() || len(a.Shape) != 1 || a.Shape[0] != len(row) || len(row) != len(col) {
		return z.in.refuse("the arrays of the sparse matrix do not fit together", "")
	}
	value := a.valuer(m)
	err = a.Each(func(k int, e []byte) error {
		v, err := value(e)
		if err == nil && (row[k] >= m.n || col[k] >= m.n) {
			err = &npy.Error{Why: "an entry is outside of the matrix"}
		}
		if err == nil {
			m.add(0, row[k], col[k], v)
		}
		return err
	})
	if err != nil {
		return z.in.refuseArray("data", err)
	}
	return nil
}
