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
	"github.com/sepdist/sepdist/internal/try"
)

// tryJournal is journal for those who go on after an error.
func (r *rowsFlags) tryJournal(cmd *cobra.Command, src *compare.Source, s *batch.Settings, id batch.Identity, kind string, total int) (err error) {
	defer try.Catch(&err)
	r.journal(cmd, src, s, id, kind, total)
	return nil
}

// journal writes the rows of a run through its journal.
func (r *rowsFlags) journal(cmd *cobra.Command, src *compare.Source, s *batch.Settings, id batch.Identity, kind string, total int) {
	for _, name := range r.by {
		if err := summary.CheckColumn(name, src.Columns); err != nil {
			misuse("--by: %v", err)
		}
	}
	for _, name := range src.Columns {
		if _, err := distance.Find(name); err == nil && r.wide {
			misuse("the column %q of the manifest has the name of a metric, and wide rows would have it twice: rename it, or omit --wide", name)
		}
	}
	if !begun(r.file) {
		r.out.free(r.summary)
	}
	try.Check(outfile.Apart(append(batch.Replaced(r.file, r.out.force), r.summary), batch.GraphFiles(src)))
	var earlier *batch.Earlier
	if !r.wide && kind != "parquet" {
		earlier = try.Get(batch.FindEarlier(r.file, &id, s.Form, r.out.force))
	}
	if earlier != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: comparing %d of %d pairs again, which failed; the others keep their rows (use --force to compare all again)\n",
			plain.Text(r.file), earlier.Failed, earlier.Pairs)
		src = earlier.Source(src)
	}
	out := try.Get(batch.OpenOutput(r.file, id, src, s, r.out.force))
	defer out.Close()
	if out.Finished {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: nothing left to do\n", plain.Text(r.file))
		if r.summary != "" && !r.wide && kind != "parquet" {
			r.summarise(cmd, r.file, s.Form)
		}
		outcome := r.outcomeOf(cmd, r.file)
		r.outcome(cmd, &outcome)
		return
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
	err := batch.Run(cmd.Context(), src, s, out.Done, total, out)
	if errors.Is(err, context.Canceled) {
		fail("%s: stopped: the rows so far are kept; run the same command again to resume", r.file)
	}
	try.Check(err)
	bar.end()
	if r.summary != "" {
		r.summarise(cmd, out.Journal(), s.Form)
	}
	if out.Done > 0 { // rows of an earlier run count, too
		outcome = r.outcomeOf(cmd, out.Journal())
	}
	try.Check(out.Finish(r.converter(kind, s.Form)))
	if earlier != nil {
		try.Check(earlier.Remove())
	}
	r.outcome(cmd, &outcome)
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
