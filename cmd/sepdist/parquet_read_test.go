package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/study/batch"
)

// parquetRows returns rows of a study as a Parquet file.
func parquetRows(tb testing.TB) []byte {
	var rows, out bytes.Buffer
	rows.WriteString("id,truth,guess,truth_class,guess_class,metric,wrong,of,value,lower,upper,status,reason\n")
	for i := range 400 {
		fmt.Fprintf(&rows, "%d,t%d.csv,g%d.csv,DAG,CPDAG,zl-sd,%d,90,%g,,,ok,\n", i, i%7, i, i%90, float64(i%90)/90)
	}
	if err := writeParquet(&out, bytes.NewReader(rows.Bytes()), batch.CSV); err != nil {
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
	err := eachInParquet(bytes.NewReader(data), int64(len(data)), func(*batch.Row, []string) error {
		if rows++; rows > 100_000 {
			return errors.New("too many rows")
		}
		return nil
	})
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

// TestDamagedParquet changes a few bytes of a file, mostly in the footer and the page headers.
func TestDamagedParquet(t *testing.T) {
	good := parquetRows(t)
	n := 0
	if err := eachInParquet(bytes.NewReader(good), int64(len(good)), func(*batch.Row, []string) error { n++; return nil }); err != nil || n != 400 {
		t.Fatalf("%d rows, %v; want 400", n, err)
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
	f.Add(parquetRows(f))
	f.Fuzz(readDamaged)
}
