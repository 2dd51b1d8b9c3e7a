package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// groups reads the rows of files. The column file has the name of the file.
func groups(cmd *cobra.Command, o *option.RowOptions, files, ahead, metrics []string) (*summary.Groups, error) {
	if len(metrics) == 0 {
		metrics = nil
	}
	all, err := summary.New(summary.Query{By: append(ahead, o.By...), Metrics: metrics, Value: o.Value, Seed: o.Seed, Paired: o.Paired, Match: o.Match})
	if err := checkUse(err); err != nil {
		return nil, err
	}
	for _, file := range files {
		err := all.Read(rowsIn(cmd, file, "").With("file", filepath.Base(file)))
		if err := checkIn(file, err); err != nil {
			return nil, err
		}
	}
	all.Sort()
	return all, all.CheckMetrics()
}

// rowsIn returns the rows of a file. The form is that of the extension of the file unless it is
// given.
func rowsIn(cmd *cobra.Command, file, kind string) store.Table {
	if file == "-" {
		return store.Text(store.CSV, func() (io.ReadCloser, error) { return io.NopCloser(cmd.InOrStdin()), nil })
	}
	kind, form, err := (&rowsFlags{RowOptions: option.RowOptions{Out: file, To: kind}}).form()
	if err != nil {
		return func(yield func(store.Pair, error) bool) { yield(store.Pair{}, err) }
	}
	open := func() (*os.File, error) {
		if isFolder(file) {
			return nil, errors.New("is a folder: name a file of rows, which sepdist batch --out writes")
		}
		in, err := os.Open(file)
		return in, systemError(err)
	}
	if kind == "parquet" {
		return parquetRows(open)
	}
	return store.Text(form, func() (io.ReadCloser, error) { return open() })
}

// systemError returns the error of the system without the name of the file.
func systemError(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}
