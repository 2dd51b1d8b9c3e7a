package main

import (
	"encoding/binary"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/format"

	"github.com/sepdist/sepdist/internal/parquet"
	"github.com/sepdist/sepdist/internal/study/store"
)

// The types of columns, in the order in which they are tried for columns of a manifest. A number
// that a row does not have is null.
var parquetTypes = []format.Type{format.Int64, format.Double, format.ByteArray}

// writeParquet writes rows as Parquet. It reads them twice: a column of a manifest has whole
// numbers, numbers or texts, whichever is the first that fits. There is always a column of seconds.
func writeParquet(w io.Writer, rows store.Table) error {
	layout := store.Layout{Times: true}
	kinds := make(map[string]int) // of the columns of a manifest
	times := false
	for pair, err := range rows {
		if err != nil {
			return err
		}
		layout.More, times = pair.More, pair.Times
		for i := range pair.Rows {
			for k, name := range pair.More {
				kinds[name] += 0 // whole numbers, unless a row has something else
				for kinds[name] < len(parquetTypes)-1 && !fits(pair.Rows[i].More[k], parquetTypes[kinds[name]]) {
					kinds[name]++
				}
			}
		}
	}
	columns := layout.Columns()
	var types []parquet.Column
	for _, c := range columns {
		kind := len(parquetTypes) - 1
		if given, ok := kinds[c.Name]; ok {
			kind = given
		} else if c.Number != nil {
			kind = 1
		}
		types = append(types, parquet.Column{Name: c.Name, Type: parquetTypes[kind]})
	}
	out := parquet.NewWriter(w, types)
	row := make([][]byte, len(columns))
	for pair, err := range rows {
		if err != nil {
			return err
		}
		for i := range pair.Rows {
			r := &pair.Rows[i]
			for k, c := range columns {
				if c.Text != nil {
					row[k] = parquetValue(*c.Text(r), types[k].Type)
				} else if x := *c.Number(r); math.IsNaN(x) || !times && c.Name == store.Seconds {
					row[k] = nil
				} else {
					row[k] = parquetNumber(math.Float64bits(x))
				}
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// fits reports whether a text is empty or a number of the type in its usual form, so that 007 stays
// a text.
func fits(text string, is format.Type) bool {
	if text == "" {
		return true
	}
	if is == format.Int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text
	}
	x, err := strconv.ParseFloat(text, 64)
	digits := strings.TrimPrefix(text, "-")
	return err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) && !strings.ContainsAny(text, "xX_+") &&
		(len(digits) < 2 || digits[0] != '0' || digits[1] == '.')
}

// parquetValue returns a text as a value of a type that it fits.
func parquetValue(text string, is format.Type) []byte {
	switch {
	case is == format.ByteArray:
		return []byte(text)
	case text == "":
		return nil
	case is == format.Int64:
		n, _ := strconv.ParseInt(text, 10, 64)
		return parquetNumber(uint64(n))
	}
	x, _ := strconv.ParseFloat(text, 64)
	return parquetNumber(math.Float64bits(x))
}

func parquetNumber(bits uint64) []byte { return binary.LittleEndian.AppendUint64(nil, bits) }

// parquetRows returns rows as [writeParquet] writes them.
func parquetRows(open func() (*os.File, error)) store.Table {
	return store.FromCells(func() (store.Cells, io.Closer, error) {
		in, err := open()
		if err != nil {
			return nil, nil, err
		}
		info, err := in.Stat()
		if err != nil {
			in.Close()
			return nil, nil, systemError(err)
		}
		next, err := parquetCells(in, info.Size())
		return next, in, err
	})
}

func parquetCells(in io.ReaderAt, size int64) (store.Cells, error) {
	file, err := parquet.Open(in, size)
	if err != nil {
		return nil, err
	}
	var names []string
	var readers []*parquet.Reader
	for i := range file.Columns {
		names = append(names, file.Columns[i].Name)
		readers = append(readers, file.Read(&file.Columns[i]))
	}
	cells := make([]string, len(names))
	return func() ([]string, []string, error) {
		for i, r := range readers {
			v, err := r.Next()
			if err != nil {
				return nil, nil, err
			}
			cells[i] = file.Columns[i].Text(v)
		}
		return names, cells, nil
	}, store.CheckHead(names)
}
