package format

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
)

func writeNpz(w *bufio.Writer, d *Document, o Options) error {
	layers, err := newLayers(d, o)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	add := func(name string, write func(b *bufio.Writer) error) {
		if err != nil {
			return
		}
		var f io.Writer
		// NumPy writes the same date for all files.
		f, err = z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			return
		}
		b := bufio.NewWriter(f)
		if err = write(b); err == nil {
			err = b.Flush()
		}
	}
	names := d.variables()
	add("graph", func(b *bufio.Writer) error { writeArray(b, layers, len(names), o); return nil })
	add("var_names", func(b *bufio.Writer) error { writeTexts(b, names); return nil })
	triples := momentTriples(d.Graph, d.moments())
	for status, name := range tripleArrays {
		other := func(t graph.LaggedTriple) bool { return int(t.Status) != status }
		if rows := slices.DeleteFunc(slices.Clone(triples), other); len(rows) > 0 {
			add(name, func(b *bufio.Writer) error { return writeTriples(b, d, rows) })
		}
	}
	if err != nil {
		return err
	}
	return z.Close()
}

// writeTriples writes rows i, k, j, or for a series i, lag, k, j. See npz.triples.
func writeTriples(w *bufio.Writer, d *Document, list []graph.LaggedTriple) error {
	width := 3
	if d.Series != nil {
		width = 4
	}
	npy.WriteHeader(w, "<i8", []int{len(list), width})
	put := func(x int) { w.Write(binary.LittleEndian.AppendUint64(nil, uint64(int64(x)))) }
	for _, t := range list {
		if t.C.Lag > 0 {
			t.A, t.C = t.C, t.A
		}
		if t.B.Lag > 0 || t.C.Lag > 0 {
			return fmt.Errorf("npz cannot hold a triple with lags at more than one end: %s, %s, %s",
				d.Series.momentName(t.A), d.Series.momentName(t.B), d.Series.momentName(t.C))
		}
		put(int(t.A.Variable))
		if width == 4 {
			put(-t.A.Lag)
		}
		put(int(t.B.Variable))
		put(int(t.C.Variable))
	}
	return nil
}

// writeTexts writes a list of texts as an array of texts of the same length.
func writeTexts(w *bufio.Writer, list []string) {
	long := 1
	for _, s := range list {
		long = max(long, utf8.RuneCountInString(s))
	}
	npy.WriteHeader(w, fmt.Sprintf("<U%d", long), []int{len(list)})
	for _, s := range list {
		n := 0
		for _, r := range s {
			w.Write(binary.LittleEndian.AppendUint32(nil, uint32(r)))
			n++
		}
		for ; n < long; n++ {
			w.WriteString("\x00\x00\x00\x00")
		}
	}
}
