package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/batch"
)

func newMerge() *cobra.Command {
	var r rowsFlags
	var partial bool
	cmd := newCommand("merge", takes(1, maxArgs, "at least one file of rows (SHARD...)"), func(cmd *cobra.Command, args []string) error { return r.merge(cmd, args, partial) })
	r.addFlags(cmd)
	cmd.Flags().BoolVar(&partial, "partial", false, "merge the shards given, even if some are missing")
	return cmd
}

func (r *rowsFlags) merge(cmd *cobra.Command, files []string, partial bool) error {
	kind, form, err := r.form()
	if err != nil {
		return err
	}
	from, err := formOf(files, r.raw)
	if err != nil {
		return err
	}
	if from != form {
		return misused("the shards are %s: use --to %[1]s, or that extension for the output", strings.TrimPrefix(string(from), "raw-"))
	}
	if err := r.out.free(r.file, r.summary); err != nil {
		return err
	}
	shards, err := batch.FindShards(files)
	if err != nil {
		return err
	}
	for _, what := range shards.Missing {
		fmt.Fprintln(cmd.ErrOrStderr(), "missing:", plain.Text(what))
	}
	if shards.Lost > 0 && !partial {
		are := "are"
		if shards.Lost == 1 {
			are = "is"
		}
		return fmt.Errorf("%d of %d shards %s missing: use --partial to merge the rest", shards.Lost, shards.Of, are)
	}
	convert := r.converter(kind, form)
	if convert == nil && r.summary == "" {
		return r.out.write(cmd, r.file, func(w io.Writer) error { return shards.Merge(w, form) })
	}
	// The rows are read more than once.
	temp, err := os.CreateTemp("", "sepdist-merge-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	if err := shards.Merge(temp, form); err != nil {
		return err
	}
	if r.summary != "" {
		if err := r.summarise(cmd, temp.Name(), form); err != nil {
			return err
		}
	}
	return r.out.write(cmd, r.file, func(w io.Writer) error {
		if _, err := temp.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if convert != nil {
			return convert(w, temp)
		}
		_, err := io.Copy(w, temp)
		return err
	})
}

// formOf returns the form that all files of rows are in.
func formOf(files []string, raw bool) (all batch.Form, err error) {
	for _, file := range files {
		one := rowsFlags{file: file, raw: raw}
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
