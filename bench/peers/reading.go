package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/sepdist/sepdist/bench/harness"
	"github.com/sepdist/sepdist/format"
)

// reading returns the work of reading a graph from a matrix. The file is next to that
// of the truth, and peers read the same.
func reading(name string) work {
	return func(truth, _ string, _ int) (func() (float64, error), error) {
		file := truth + "." + name
		o := format.Options{Orientation: "row-to-col"}
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			if err := writeMatrix(file, truth, name, o); err != nil {
				return nil, err
			}
		}
		return func() (float64, error) {
			d, err := format.ReadFile(file, o)
			if err != nil {
				return 0, err
			}
			return float64(d.Graph.N()), nil
		}, nil
	}
}

// writeMatrix writes the DAG of truth in a format of matrices.
func writeMatrix(file, truth, name string, o format.Options) error {
	g, err := harness.ReadDAG(truth)
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	o.Lossy = true // not all have names
	if _, err := format.Write(f, &format.Document{Graph: g}, name, o); err != nil {
		return err
	}
	return f.Close()
}
