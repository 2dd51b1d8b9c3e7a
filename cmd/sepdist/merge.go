package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/try"
)

func newMerge() *cobra.Command {
	var r rowsFlags
	var partial bool
	cmd := newCommand("merge", takes(1, maxArgs, "at least one file of rows (SHARD...)"), func(cmd *cobra.Command, args []string) { r.merge(cmd, args, partial) })
	r.addFlags(cmd)
	cmd.Flags().BoolVar(&partial, "partial", false, "merge the shards given, even if some are missing")
	return cmd
}

func (r *rowsFlags) merge(cmd *cobra.Command, files []string, partial bool) {
	kind, form := r.form()
	if from := formOf(files, r.raw); from != form {
		misuse("the shards are %s: use --to %[1]s, or that extension for the output", strings.TrimPrefix(string(from), "raw-"))
	}
	r.out.free(r.file, r.summary)
	shards := try.Get(batch.FindShards(files))
	for _, what := range shards.Missing {
		fmt.Fprintln(cmd.ErrOrStderr(), "missing:", plain.Text(what))
	}
	if shards.Lost > 0 && !partial {
		are := "are"
		if shards.Lost == 1 {
			are = "is"
		}
		fail("%d of %d shards %s missing: use --partial to merge the rest", shards.Lost, shards.Of, are)
	}
	convert := r.converter(kind, form)
	if convert == nil && r.summary == "" {
		r.out.write(cmd, r.file, func(w io.Writer) error { return shards.Merge(w, form) })
		return
	}
	// The rows are read more than once.
	temp := try.Get(os.CreateTemp("", "sepdist-merge-*"))
	defer os.Remove(temp.Name())
	defer temp.Close()
	try.Check(shards.Merge(temp, form))
	if r.summary != "" {
		r.summarise(cmd, temp.Name(), form)
	}
	r.out.write(cmd, r.file, func(w io.Writer) error {
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
func formOf(files []string, raw bool) (all batch.Form) {
	for _, file := range files {
		one := rowsFlags{file: file, raw: raw}
		kind, form := one.form()
		if kind == "parquet" {
			fail("%s: Parquet files cannot be merged: write the shards as CSV and merge those into Parquet", file)
		}
		if all != "" && form != all {
			fail("%s: has another form than %s", file, files[0])
		}
		all = form
	}
	return all
}
