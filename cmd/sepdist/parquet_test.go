package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"

	"github.com/sepdist/sepdist/internal/parquet"
	"github.com/sepdist/sepdist/internal/study/store"
)

// parquetFile returns rows of a study as a Parquet file.
func parquetFile(tb testing.TB) []byte {
	var rows, out bytes.Buffer
	rows.WriteString("id,truth,guess,truth_class,guess_class,metric,wrong,of,value,lower,upper,status,code,reason\n")
	for i := range 400 {
		fmt.Fprintf(&rows, "%d,t%d.csv,g%d.csv,DAG,CPDAG,zl-sd,%d,90,%g,,,ok,,\n", i, i%7, i, i%90, float64(i%90)/90)
	}
	table := store.Text(store.CSV, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(rows.Bytes())), nil })
	if err := writeParquet(&out, table); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// readDamaged reads a file that may be damaged, as rows and as data, and fails on large allocations.
// A panic fails the test by itself.
func readDamaged(t *testing.T, data []byte) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := 0
	var err error
	for pair, bad := range parquetTable(data) {
		if rows += len(pair.Rows); rows > 100_000 {
			break
		}
		err = bad
	}
	if err != nil && strings.Contains(err.Error(), "parquet:") {
		t.Errorf("the error shows the library: %v", err)
	}
	if _, err := parquetSources(data); err != nil && strings.Contains(err.Error(), "parquet:") {
		t.Errorf("the error shows the library: %v", err)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 400 {
		t.Errorf("reading %d bytes allocated %d MB", len(data), mb)
	}
}

// parquetTable returns the rows of a file in memory.
func parquetTable(data []byte) store.Table {
	return store.FromCells(func() (store.Cells, io.Closer, error) {
		next, err := parquetCells(bytes.NewReader(data), int64(len(data)))
		return next, nil, err
	})
}

// TestDamagedParquet changes a few bytes of a file, mostly in the footer and the page headers.
func TestDamagedParquet(t *testing.T) {
	good := parquetFile(t)
	n := 0
	for pair, err := range parquetTable(good) {
		if n += len(pair.Rows); err != nil {
			t.Fatal(err)
		}
	}
	if n != 400 {
		t.Fatalf("%d rows, want 400", n)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1500 {
		bad := bytes.Clone(good)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(bad))
			if r.IntN(2) == 0 {
				at = len(bad) - 1 - r.IntN(len(bad)/4)
			}
			bad[at] = byte(r.Uint32())
		}
		if r.IntN(10) == 0 {
			bad = bad[:r.IntN(len(bad))]
		}
		readDamaged(t, bad)
		if t.Failed() {
			return
		}
	}
}

func FuzzParquet(f *testing.F) {
	f.Add(parquetFile(f))
	f.Fuzz(readDamaged)
}

// A column of a manifest has the first type that fits all rows: whole numbers, numbers, texts. Its name
// can have a comma.
func TestParquetTypes(t *testing.T) {
	const rows = "id,truth,guess,truth_class,guess_class,n,x,\"a,b\",metric,wrong,of,value,lower,upper,status,code,reason\n" +
		"1,t,g,dag,dag,23,0.5,007,shd,1,2,0.5,,,ok,,\n" +
		"2,t,g,dag,dag,24,,3,shd,1,2,0.5,,,ok,,\n"
	var out bytes.Buffer
	table := store.Text(store.CSV, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rows)), nil })
	if err := writeParquet(&out, table); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]format.Type{}
	for _, c := range file.Columns {
		types[c.Name] = c.Type
	}
	for name, want := range map[string]format.Type{"n": format.Int64, "x": format.Double, "a,b": format.ByteArray} {
		if is, ok := types[name]; !ok || is != want {
			t.Errorf("%s is %v, want %v", name, is, want)
		}
	}
}
