package format

import (
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/try"
)

// integers returns an array of numbers as indices. It ends the reader if they are not.
func (a array) integers(file, name string) (list []int) {
	wrong := &FileError{File: file, Why: "the array " + name + " is not a list of positions"}
	if len(a.Shape) != 1 || a.Texts() || a.Kind == 'f' {
		try.Check(wrong)
	}
	checkArray(file, name, a.Each(func(k int, e []byte) error {
		x := a.Number(e)
		if x < 0 || x > math.MaxInt32 {
			return wrong
		}
		list = append(npy.Grown(list, k), int(x))
		return nil
	}))
	return npy.Grown(list, a.Total)
}

// addSparse adds the entries of a sparse matrix in one of the layouts of SciPy, with its arrays of
// rows, columns and values (see [SparseArray]); name is that of the values.
func (m *matrix) addSparse(layout string, row, col []int, values array, name string) {
	switch layout {
	case "csr":
		row = m.expand(row, len(col))
	case "csc":
		col = m.expand(col, len(row))
	case "coo":
	default:
		m.refuseLayout(layout)
	}
	if values.Texts() || len(values.Shape) != 1 || values.Shape[0] != len(row) || len(row) != len(col) {
		m.refuse("the arrays of the sparse matrix do not fit together", "")
	}
	value := values.valuer(m)
	checkArray(m.file, name, values.Each(func(k int, e []byte) error {
		v, err := value(e)
		if err == nil && (row[k] >= m.n || col[k] >= m.n) {
			err = &npy.Error{Why: fmt.Sprintf("an entry in row %d, column %d is outside of the matrix", row[k]+m.first, col[k]+m.first)}
		}
		if err == nil {
			m.add(0, row[k], col[k], v)
		}
		return err
	}))
}

func (m *matrix) refuseLayout(layout string) {
	m.refuse("a sparse matrix of the kind "+clipped(layout)+" is not read", "save it as scipy.sparse.csr_array")
}

// expand returns the row of each value from the index of the first value of each row.
func (m *matrix) expand(start []int, values int) []int {
	const damaged = "the array indptr does not fit the matrix"
	if len(start) != m.n+1 || start[0] != 0 || start[m.n] != values {
		m.refuse(damaged, "")
	}
	rows := make([]int, values)
	for i := range m.n {
		if start[i] > start[i+1] || start[i+1] > values {
			m.refuse(damaged, "")
		}
		for k := start[i]; k < start[i+1]; k++ {
			rows[k] = i
		}
	}
	return rows
}
