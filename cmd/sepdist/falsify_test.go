package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// Columns of Parquet: numbers and texts with gaps, and booleans, over several row groups.
func TestParquetColumns(t *testing.T) {
	type row struct {
		X    float64  `parquet:"x"`
		Gaps *float32 `parquet:"gaps,optional"`
		N    int32    `parquet:"n"`
		Name string   `parquet:"name,dict"`
		Flag bool     `parquet:"flag"`
		List []int64  `parquet:"list"`
	}
	half := float32(0.5)
	var rows []row
	for i := range 25 {
		r := row{X: float64(i) / 4, N: int32(-i), Name: strings.Repeat("a", i%3), Flag: i%2 == 0, List: []int64{1, 2}}
		if i != 7 {
			r.Gaps = &half
		}
		rows = append(rows, r)
	}
	var file bytes.Buffer
	w := parquet.NewGenericWriter[row](&file, parquet.MaxRowsPerRowGroup(10))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := readColumns(bytes.NewReader(file.Bytes()), "file")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Columns) != 5 {
		t.Fatalf("%d columns, expected five: lists are left out", len(d.Columns))
	}
	for _, c := range d.Columns {
		if c.Len() != 25 {
			t.Fatalf("column %s has %d rows", c.Name, c.Len())
		}
		for i, r := range rows {
			ok := false
			switch c.Name {
			case "x":
				ok = c.Numbers[i] == r.X
			case "gaps":
				ok = c.Numbers[i] == 0.5 || i == 7 && math.IsNaN(c.Numbers[i])
			case "n":
				ok = c.Numbers[i] == float64(r.N)
			case "name":
				ok = c.Texts[i] == r.Name
			case "flag":
				ok = c.Texts[i] == map[bool]string{true: "true", false: "false"}[r.Flag]
			}
			if !ok {
				t.Errorf("column %s, row %d: %+v", c.Name, i, c)
			}
		}
	}
	for n := 4; n < file.Len(); n += 97 {
		if _, err := readColumns(bytes.NewReader(file.Bytes()[:n]), "file"); err == nil {
			t.Errorf("%d of %d bytes are read without an error", n, file.Len())
		}
	}
}
