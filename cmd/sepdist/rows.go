package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// groupFlags say how rows are grouped. The commands that read rows have them.
type groupFlags struct {
	by    []string
	value string
	seed  uint64
}

func (g *groupFlags) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&g.by, "by", nil, "columns whose values make a group, such as method,n")
	f.StringVar(&g.value, "value", "value", "column of the numbers: value, lower, upper, wrong, seconds")
	f.Uint64Var(&g.seed, "seed", 1, "seed of the bootstrap")
}

// groups reads the rows of files. The column file has the name of the file.
func (g *groupFlags) groups(cmd *cobra.Command, files, ahead, metrics []string) (*summary.Groups, error) {
	if len(metrics) == 0 {
		metrics = nil
	}
	all, err := summary.New(summary.Query{By: append(ahead, g.by...), Metrics: metrics, Value: g.value, Seed: g.seed})
	if err := checkUse(err); err != nil {
		return nil, err
	}
	for _, file := range files {
		name := filepath.Base(file)
		err := eachRow(cmd, file, "", func(r *batch.Row, more []string) error {
			r.More = append(append(r.More, make([]string, len(more)-len(r.More))...), name)
			return all.Add(r, append(more[:len(more):len(more)], "file"))
		})
		if err == nil {
			err = all.End()
		}
		if err := checkIn(file, err); err != nil {
			return nil, err
		}
	}
	all.Sort()
	return all, nil
}

// eachRow calls f with the rows of a file, and with the names of their columns. The form is that
// of the extension of the file unless it is given.
func eachRow(cmd *cobra.Command, file, kind string, f func(r *batch.Row, more []string) error) (err error) {
	if file == "-" {
		return batch.EachRow(cmd.InOrStdin(), batch.CSV, f)
	}
	kind, form, err := (&rowsFlags{file: file, to: kind}).form()
	if err != nil {
		return err
	}
	in, err := os.Open(file)
	if err != nil {
		return systemError(err)
	}
	defer in.Close()
	if kind == "parquet" {
		info, err := in.Stat()
		if err != nil {
			return systemError(err)
		}
		return eachInParquet(in, info.Size(), f)
	}
	return batch.EachRow(in, form, f)
}

// systemError returns what the system says of a file, without its name.
func systemError(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// eachInParquet reads rows as [writeParquet] writes them.
func eachInParquet(in io.ReaderAt, size int64, f func(r *batch.Row, more []string) error) error {
	file, err := openParquet(in, size)
	if err != nil {
		return err
	}
	var names []string
	var reader *parquet.Reader
	err = guardParquet(func() error {
		for _, path := range file.Schema().Columns() {
			names = append(names, path[0])
		}
		reader = parquet.NewReader(file)
		return nil
	})
	if err != nil {
		return err
	}
	defer guardParquet(reader.Close)
	l, err := batch.NewCells(names)
	if err != nil {
		return err
	}
	buf, cells := make([]parquet.Row, 256), make([]string, len(names))
	for {
		var n int
		err := guardParquet(func() (err error) {
			n, err = reader.ReadRows(buf)
			return err
		})
		for _, values := range buf[:n] {
			for _, v := range values {
				if v.Column() < 0 || v.Column() >= len(cells) {
					return errParquet
				}
				cells[v.Column()] = parquetText(v)
			}
			row, err := l.Row(cells)
			if err != nil {
				return err
			}
			if err := f(&row, l.More()); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
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
