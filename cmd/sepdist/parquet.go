package main

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/sepdist/sepdist/internal/study/batch"
)

// A parquetRow is a [batch.Row] as Parquet has it; what a row does not have is null. The columns
// of a manifest stand before Metric.
type parquetRow struct {
	ID         string   `parquet:"id,dict"`
	Truth      string   `parquet:"truth,dict"`
	Guess      string   `parquet:"guess,dict"`
	TruthClass string   `parquet:"truth_class,dict"`
	GuessClass string   `parquet:"guess_class,dict"`
	Metric     string   `parquet:"metric,dict"`
	Wrong      *float64 `parquet:"wrong,optional"`
	Of         *float64 `parquet:"of,optional"`
	Value      *float64 `parquet:"value,optional"`
	Lower      *float64 `parquet:"lower,optional"`
	Upper      *float64 `parquet:"upper,optional"`
	Status     string   `parquet:"status,dict"`
	Reason     string   `parquet:"reason,dict"`
	Seconds    *float64 `parquet:"seconds,optional"`
}

// beforeMore is the number of fields before the columns of a manifest.
const beforeMore = 5

// writeParquet writes the rows of a journal as Parquet. It reads them twice: a column of a
// manifest holds whole numbers, numbers or texts, whichever is the first that fits.
func writeParquet(w io.Writer, journal io.ReadSeeker, form batch.Form) error {
	columns, times, err := parquetColumns(journal, form)
	if err != nil {
		return err
	}
	if _, err := journal.Seek(0, io.SeekStart); err != nil {
		return err
	}
	fixed := reflect.TypeFor[parquetRow]()
	var fields []reflect.StructField
	for i := range fixed.NumField() {
		if i == beforeMore {
			for k, c := range columns {
				fields = append(fields, reflect.StructField{Name: "More" + strconv.Itoa(k), Type: c.is, Tag: c.tag()})
			}
		}
		field := fixed.Field(i)
		fields = append(fields, reflect.StructField{Name: field.Name, Type: field.Type, Tag: field.Tag})
	}
	record := reflect.New(reflect.StructOf(fields))
	out := parquet.NewWriter(w, parquet.SchemaOf(record.Interface()), parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(100_000))
	number := func(x float64, is bool) *float64 {
		if !is || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	err = batch.EachRow(journal, form, func(r *batch.Row, _ []string) error {
		row := reflect.ValueOf(parquetRow{
			ID: r.ID, Truth: r.Truth, Guess: r.Guess, TruthClass: r.TruthClass, GuessClass: r.GuessClass, Metric: r.Metric, Status: r.Status, Reason: r.Reason,
			Wrong: number(r.Wrong, r.Counted), Of: number(r.Of, r.Counted), Value: number(r.Value, true),
			Lower: number(r.Lower, true), Upper: number(r.Upper, true), Seconds: number(r.Seconds, times),
		})
		for i := range row.NumField() {
			to := i
			if i >= beforeMore {
				to += len(columns)
			}
			record.Elem().Field(to).Set(row.Field(i))
		}
		for k, c := range columns {
			record.Elem().Field(beforeMore + k).Set(c.value(r.More[k]))
		}
		return out.Write(record.Interface())
	})
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// A parquetColumn is a column of a manifest.
type parquetColumn struct {
	name string
	is   reflect.Type // *int64, *float64 or string
}

// The types that a column may have, in the order in which they are tried.
var parquetTypes = []reflect.Type{reflect.TypeFor[*int64](), reflect.TypeFor[*float64](), reflect.TypeFor[string]()}

// parquetColumns finds the columns of a manifest in rows, and whether there are times.
func parquetColumns(rows io.Reader, form batch.Form) (columns []parquetColumn, times bool, err error) {
	in, err := batch.NewReader(rows, form)
	if err != nil {
		return nil, false, err
	}
	for _, name := range in.More() {
		if strings.Contains(name, ",") {
			return nil, false, fmt.Errorf("the column %q has a comma, which Parquet does not take: rename it, or write CSV", name)
		}
		columns = append(columns, parquetColumn{name, parquetTypes[0]})
	}
	kinds := make([]int, len(columns))
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, false, err
		}
		for k := range columns {
			for kinds[k] < len(parquetTypes)-1 && !fits(row.More[k], parquetTypes[kinds[k]]) {
				kinds[k]++
			}
			columns[k].is = parquetTypes[kinds[k]]
		}
	}
	return columns, in.Times(), nil
}

// fits reports whether a text is a number of the type as it would be written again, so that 007
// stays a text, or is empty.
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

func (c *parquetColumn) tag() reflect.StructTag {
	option := ",optional"
	if c.is.Kind() == reflect.String {
		option = ",dict"
	}
	return reflect.StructTag("parquet:" + strconv.Quote(c.name+option))
}

// value returns the value of a text in the type of the column.
func (c *parquetColumn) value(text string) reflect.Value {
	if c.is.Kind() == reflect.String {
		return reflect.ValueOf(text)
	}
	if text == "" {
		return reflect.Zero(c.is)
	}
	to := reflect.New(c.is.Elem())
	if c.is.Elem().Kind() == reflect.Int64 {
		n, _ := strconv.ParseInt(text, 10, 64) // see fits
		to.Elem().SetInt(n)
	} else {
		x, _ := strconv.ParseFloat(text, 64)
		to.Elem().SetFloat(x)
	}
	return to
}
