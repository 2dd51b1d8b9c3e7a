package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"testing"
)

// Columns of a Parquet file of pyarrow: numbers and texts with gaps, and booleans, over several row groups.
// Lists and records are left out.
func TestParquetColumns(t *testing.T) {
	file, err := os.ReadFile("../../internal/parquet/testdata/arrow-snappy.parquet")
	if err != nil {
		t.Fatal(err)
	}
	d, err := readColumns(bytes.NewReader(file), "file")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Columns) != 9 {
		t.Fatalf("%d columns, expected 9", len(d.Columns))
	}
	for _, c := range d.Columns {
		if c.Len() != 100 {
			t.Fatalf("column %s has %d rows", c.Name, c.Len())
		}
		for k := range 100 {
			ok := true
			switch c.Name {
			case "int":
				ok = c.Numbers[k] == float64(k*k-50)
			case "double":
				ok = c.Numbers[k] == float64(k)/16-1 || k%5 == 4 && math.IsNaN(c.Numbers[k])
			case "none":
				ok = math.IsNaN(c.Numbers[k])
			case "flag":
				ok = c.Texts[k] == fmt.Sprint(k%3 == 0) || k%7 == 6 && c.Texts[k] == ""
			case "fixed":
				ok = c.Texts[k] == fmt.Sprintf("%03d", k)
			}
			if !ok {
				t.Errorf("column %s, row %d: %+v", c.Name, k, c)
			}
		}
	}
	for n := 4; n < len(file); n += 97 {
		if _, err := readColumns(bytes.NewReader(file[:n]), "file"); err == nil {
			t.Errorf("%d of %d bytes are read without an error", n, len(file))
		}
	}
}
