package format

import (
	"bufio"
	"encoding/binary"
	"math"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/try"
)

// fromZero returns the names 0, 1, ...
func fromZero(n int) []string { return graph.NumberedNames("", 0, n).List() }

func readNpy(in *input, o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	a, err := npy.Open(in.reader())
	checkArray(in.name, "", err)
	m := newMatrix(in.name, o)
	m.npy = true
	checkArray(in.name, "", array{a}.fill(m, o))
	return m.document(o)
}

func writeNpy(w *bufio.Writer, d *Document, o Options) error {
	layers, err := newLayers(d, o)
	if err == nil {
		writeArray(w, layers, len(d.variables()), o)
	}
	return err
}

// writeArray writes a matrix by lags as an array: links as [i,j] or [i,j,lag], numbers as [i,j] or
// [lag,i,j].
func writeArray(w *bufio.Writer, layers [][]entry, n int, o Options) {
	steps := len(layers)
	switch {
	case o.Codes == links:
		shape, size := []int{n, n, steps}, 12
		if steps == 1 {
			shape = shape[:2]
		}
		npy.WriteHeader(w, "<U3", shape)
		rows(w, layers, n, n*steps*size, func(row []byte, lag int, c entry) {
			for i, r := range []byte(linkText(c.value)) {
				row[(int(c.col)*steps+lag)*size+4*i] = r
			}
		})
	case steps == 1:
		npy.WriteHeader(w, "|i1", []int{n, n})
		rows(w, layers, n, n, func(row []byte, _ int, c entry) { row[c.col] = byte(int8(c.value)) })
	default:
		// Floats, as VAR-LiNGAM writes them: integers would be read as tigramite's.
		npy.WriteHeader(w, "<f8", []int{steps, n, n})
		for lag := range layers {
			rows(w, layers[lag:lag+1], n, 8*n, func(row []byte, _ int, c entry) {
				binary.LittleEndian.PutUint64(row[8*c.col:], math.Float64bits(float64(c.value)))
			})
		}
	}
}

// rows writes n rows of the given number of bytes. put sets the bytes of an entry in its row.
func rows(w *bufio.Writer, layers [][]entry, n, size int, put func(row []byte, lag int, c entry)) {
	next := make([]int, len(layers))
	for _, entries := range layers {
		sortRows(entries, n)
	}
	row := make([]byte, size)
	for i := range n {
		clear(row)
		for lag, entries := range layers {
			for ; next[lag] < len(entries) && int(entries[next[lag]].row) == i; next[lag]++ {
				put(row, lag, entries[next[lag]])
			}
		}
		w.Write(row)
	}
}
