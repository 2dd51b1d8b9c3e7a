package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/sepdist/sepdist/internal/study/store"
)

// The types of columns, in the order in which they are tried for columns of a manifest. A number
// that a row does not have is null.
var parquetTypes = []reflect.Type{reflect.TypeFor[*int64](), reflect.TypeFor[*float64](), reflect.TypeFor[string]()}

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
	var fields []reflect.StructField
	for i, c := range columns {
		if strings.Contains(c.Name, ",") {
			return fmt.Errorf("the column %q has a comma, which Parquet does not take: rename it, or write CSV", c.Name)
		}
		kind := len(parquetTypes) - 1
		if given, ok := kinds[c.Name]; ok {
			kind = given
		} else if c.Number != nil {
			kind = 1
		}
		option := ",optional"
		if parquetTypes[kind].Kind() == reflect.String {
			option = ",dict"
		}
		fields = append(fields, reflect.StructField{Name: "C" + strconv.Itoa(i), Type: parquetTypes[kind], Tag: reflect.StructTag("parquet:" + strconv.Quote(c.Name+option))})
	}
	record := reflect.New(reflect.StructOf(fields))
	out := parquet.NewWriter(w, parquet.SchemaOf(record.Interface()), parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(100_000))
	for pair, err := range rows {
		if err != nil {
			return err
		}
		for i := range pair.Rows {
			r := &pair.Rows[i]
			for k, c := range columns {
				to := record.Elem().Field(k)
				if c.Text != nil {
					to.Set(parquetValue(*c.Text(r), to.Type()))
					continue
				}
				x := *c.Number(r)
				if to.SetZero(); !math.IsNaN(x) && (times || c.Name != store.Seconds) {
					to.Set(reflect.ValueOf(&x))
				}
			}
			if err := out.Write(record.Interface()); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// fits reports whether a text is empty or a number of the type in its usual form, so that 007 stays
// a text.
func fits(text string, is reflect.Type) bool {
	if text == "" {
		return true
	}
	if is.Elem().Kind() == reflect.Int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text
	}
	x, err := strconv.ParseFloat(text, 64)
	digits := strings.TrimPrefix(text, "-")
	return err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) && !strings.ContainsAny(text, "xX_+") &&
		(len(digits) < 2 || digits[0] != '0' || digits[1] == '.')
}

// parquetValue returns a text as a value of a type that it fits.
func parquetValue(text string, is reflect.Type) reflect.Value {
	switch {
	case is.Kind() == reflect.String:
		return reflect.ValueOf(text)
	case text == "":
		return reflect.Zero(is)
	case is.Elem().Kind() == reflect.Int64:
		n, _ := strconv.ParseInt(text, 10, 64)
		return reflect.ValueOf(&n)
	}
	x, _ := strconv.ParseFloat(text, 64)
	return reflect.ValueOf(&x)
}

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
	file, err := openParquet(in, size)
	if err != nil {
		return nil, err
	}
	var names []string
	var reader interface {
		parquet.RowReader
		io.Closer
	}
	err = guardParquet(func() error {
		for _, path := range file.Schema().Columns() {
			names = append(names, path[0])
		}
		reader = parquet.NewReader(file)
		return nil
	})
	if err == nil {
		err = store.CheckHead(names)
	}
	buf, cells := make([]parquet.Row, 256), make([]string, len(names))
	var ahead []parquet.Row
	var end error
	return func() ([]string, []string, error) {
		for len(ahead) == 0 {
			if end != nil {
				guardParquet(reader.Close)
				return nil, nil, end
			}
			n := 0
			end = guardParquet(func() (err error) {
				n, err = reader.ReadRows(buf)
				return err
			})
			ahead = buf[:n]
		}
		for _, v := range ahead[0] {
			if v.Column() < 0 || v.Column() >= len(cells) {
				return nil, nil, errParquet
			}
			cells[v.Column()] = parquetText(v)
		}
		ahead = ahead[1:]
		return names, cells, nil
	}, err
}

// parquetText returns a value as CSV has it.
func parquetText(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	}
	return string(v.ByteArray())
}
