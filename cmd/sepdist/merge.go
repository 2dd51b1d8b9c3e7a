package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/store"
)

func newMerge() *cobra.Command {
	var r rowsFlags
	cmd := newCommand("merge", takes(1, maxArgs, "at least one file of rows (SHARD...)"), func(cmd *cobra.Command, args []string) error { return r.merge(cmd, args) })
	r.addFlags(cmd, option.Merge)
	return cmd
}

func (r *rowsFlags) merge(cmd *cobra.Command, files []string) error {
	kind, form, err := r.form()
	if err != nil {
		return err
	}
	from, err := formOf(files, r.Raw)
	if err != nil {
		return err
	}
	if from != form {
		return misused("the shards are %s: use --to %[1]s, or that extension for the output", strings.TrimPrefix(string(from), "raw-"))
	}
	if err := r.out.free(r.Out, r.Summary); err != nil {
		return err
	}
	shards, err := store.FindShards(files)
	if err != nil {
		return err
	}
	for _, what := range shards.Missing {
		say(cmd, "missing: %s", what)
	}
	if shards.Lost > 0 && !r.Partial {
		are := "are"
		if shards.Lost == 1 {
			are = "is"
		}
		return fmt.Errorf("%d of %d shards %s missing: use --partial to merge the rest", shards.Lost, shards.Of, are)
	}
	rows := shards.Rows(form)
	if r.Summary != "" {
		if err := r.summarise(cmd, rows); err != nil {
			return err
		}
	}
	sink := r.sink(kind, form, rows)
	if sink == nil {
		sink = func(w io.Writer) error { return shards.Merge(w, form) }
	}
	return r.out.write(cmd, r.Out, sink)
}

// formOf returns the form that all files of rows are in.
func formOf(files []string, raw bool) (all store.Form, err error) {
	for _, file := range files {
		one := rowsFlags{RowOptions: option.RowOptions{Out: file, Raw: raw}}
		kind, form, err := one.form()
		if err != nil {
			return "", err
		}
		if kind == "parquet" {
			return "", fmt.Errorf("%s: Parquet files cannot be merged: write the shards as CSV and merge those into Parquet", file)
		}
		if all != "" && form != all {
			return "", fmt.Errorf("%s: has another form than %s", file, files[0])
		}
		all = form
	}
	return all, nil
}
