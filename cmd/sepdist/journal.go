package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// journal writes the rows of a run through its journal.
func (r *rowsFlags) journal(cmd *cobra.Command, src *compare.Source, s *batch.Settings, id batch.Identity, kind string, total int) error {
	for _, name := range r.by {
		if err := summary.CheckColumn(name, src.Columns); err != nil {
			return misused("--by: %v", err)
		}
	}
	for _, name := range src.Columns {
		if _, err := distance.Find(name); err == nil && r.wide {
			return misused("the column %q of the manifest has the name of a metric, and wide rows would have it twice: rename it, or omit --wide", name)
		}
	}
	if !begun(r.file) {
		if err := r.out.free(r.summary); err != nil {
			return err
		}
	}
	var earlier *batch.Earlier
	if !r.wide && kind != "parquet" {
		var err error
		if earlier, err = batch.FindEarlier(r.file, &id, s.Form, r.out.force); err != nil {
			return err
		}
	}
	if earlier != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: comparing %d of %d pairs again, which failed; the others keep their rows (use --force to compare all again)\n",
			plain.Text(r.file), earlier.Failed, earlier.Pairs)
		src = earlier.Source(src)
	}
	out, err := batch.OpenOutput(r.file, id, src, s, r.out.force)
	if err != nil {
		return err
	}
	defer out.Close()
	if out.Finished {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: nothing left to do\n", plain.Text(r.file))
		if r.summary != "" && !r.wide && kind != "parquet" {
			if err := r.summarise(cmd, r.file, s.Form); err != nil {
				return err
			}
		}
		return r.count(cmd, r.file, nil)
	}
	if out.Repaired != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), plain.Text(out.Repaired))
	}
	if out.Done > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: resuming after %d of %d pairs\n", plain.Text(r.file), out.Done, total)
	}
	bar := newCount(cmd, "pairs", out.Done, total)
	defer bar.end()
	s.Done = bar.tell
	if err := batch.Run(cmd.Context(), src, s, out.Done, total, out); err != nil {
		if errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%s: stopped: the rows so far are kept; run the same command again to resume", r.file)
		}
		return err
	}
	bar.end()
	if r.summary != "" {
		if err := r.summarise(cmd, out.Journal(), s.Form); err != nil {
			return err
		}
	}
	var convert func(io.Writer, io.Reader) error
	switch {
	case kind == "parquet":
		convert = func(w io.Writer, journal io.Reader) error { return writeParquet(w, journal.(io.ReadSeeker), s.Form) }
	case r.wide:
		convert = func(w io.Writer, journal io.Reader) error {
			return batch.Wide(w, journal.(io.ReadSeeker), s.Form)
		}
	}
	return r.count(cmd, out.Journal(), func() error {
		err := out.Finish(convert)
		if err == nil && earlier != nil {
			err = earlier.Remove()
		}
		return err
	})
}

// begun reports whether a run has written to the file, or to its journal.
func begun(file string) bool {
	target, old, err := outfile.Target(file)
	_, journal := os.Lstat(target + ".part")
	return err != nil || old != nil || journal == nil
}
