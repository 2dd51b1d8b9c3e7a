package main

import (
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/sepdist/sepdist/internal/study/batch"
)

// A parquetRow is a [batch.Row] as Parquet has it; what a row does not have is null.
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
	Status     string   `parquet:"status,dict"`
	Reason     string   `parquet:"reason,dict"`
	Seconds    *float64 `parquet:"seconds,optional"`
}

// writeParquet writes the rows of a journal as Parquet.
func writeParquet(w io.Writer, journal io.Reader, times bool) error {
	out := parquet.NewGenericWriter[parquetRow](w, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(100_000))
	rows := make([]parquetRow, 0, 1000)
	flush := func() error {
		_, err := out.Write(rows)
		rows = rows[:0]
		return err
	}
	number := func(x float64, is bool) *float64 {
		if !is || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	err := batch.EachRow(journal, batch.CSV, func(r *batch.Row) error {
		rows = append(rows, parquetRow{
			ID: r.ID, Truth: r.Truth, Guess: r.Guess, TruthClass: r.TruthClass, GuessClass: r.GuessClass, Metric: r.Metric, Status: r.Status, Reason: r.Reason,
			Wrong: number(r.Wrong, r.Counted), Of: number(r.Of, r.Counted), Value: number(r.Value, true), Seconds: number(r.Seconds, times),
		})
		if len(rows) == cap(rows) {
			return flush()
		}
		return nil
	})
	if err == nil {
		err = flush()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
