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
	if err := outfile.Apart(append(batch.Replaced(r.file, r.out.force), r.summary), batch.GraphFiles(src)); err != nil {
		return err
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
		outcome, err := r.outcomeOf(cmd, r.file)
		if err != nil {
			return err
		}
		return r.outcome(cmd, &outcome)
	}
	if out.Repaired != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), plain.Text(out.Repaired))
	}
	if out.Done > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: resuming after %d of %d pairs\n", plain.Text(r.file), out.Done, total)
	}
	bar := newCount(cmd, "pairs", out.Done, total)
	defer bar.end()
	s.Done, s.Compared = bar.tell, nil
	var outcome batch.Outcome
	if out.Done == 0 {
		s.Compared = outcome.Count
	}
	err = batch.Run(cmd.Context(), src, s, out.Done, total, out)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: stopped: the rows so far are kept; run the same command again to resume", r.file)
	}
	if err != nil {
		return err
	}
	bar.end()
	if r.summary != "" {
		if err := r.summarise(cmd, out.Journal(), s.Form); err != nil {
			return err
		}
	}
	if out.Done > 0 { // rows of an earlier run count, too
		if outcome, err = r.outcomeOf(cmd, out.Journal()); err != nil {
			return err
		}
	}
	if err := out.Finish(r.converter(kind, s.Form)); err != nil {
		return err
	}
	if earlier != nil {
		if err := earlier.Remove(); err != nil {
			return err
		}
	}
	return r.outcome(cmd, &outcome)
}

// converter returns what makes the rows of a journal, which can be read again, those that are
// asked for; nil: they are.
func (r *rowsFlags) converter(kind string, form batch.Form) func(io.Writer, io.ReadSeeker) error {
	switch {
	case kind == "parquet":
		return func(w io.Writer, rows io.ReadSeeker) error { return writeParquet(w, rows, form) }
	case r.wide:
		return func(w io.Writer, rows io.ReadSeeker) error { return batch.Wide(w, rows, form) }
	}
	return nil
}

// begun reports whether a run has written to the file, or to its journal.
func begun(file string) bool {
	target, old, err := outfile.Target(file)
	_, journal := os.Lstat(target + ".part")
	return err != nil || old != nil || journal == nil
}
