package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// journal writes the rows of a run through its journal.
func (r *rowsFlags) journal(cmd *cobra.Command, src *pipeline.Source, s *batch.Settings, id store.Identity, kind string, total int) error {
	for _, name := range r.By {
		if err := summary.CheckColumn(name, src.Columns); err != nil {
			return misused("--by: %v", err)
		}
	}
	for _, name := range src.Columns {
		if _, err := distance.Find(name); err == nil && r.Wide {
			return misused("the column %q of the manifest has the name of a metric, and wide rows would have it twice: rename it, or omit --wide", name)
		}
	}
	if !store.Begun(r.Out) {
		if err := r.out.free(r.Summary); err != nil {
			return err
		}
	}
	if err := outfile.Apart(append(store.Replaced(r.Out, r.out.force), r.Summary), batch.GraphFiles(src)); err != nil {
		return err
	}
	var previous *store.PreviousRun
	if !r.Wide && kind != "parquet" {
		var err error
		if previous, err = store.FindPrevious(r.Out, &id, s.Form, r.out.force); err != nil {
			return err
		}
	}
	if previous != nil {
		say(cmd, "%s: comparing %d of %d pairs again, which failed or changed; the others keep their rows (use --force to compare all again)",
			r.Out, previous.Again, previous.Pairs)
		src = previous.Source(src)
	}
	out, err := store.OpenOutput(r.Out, id, s.Head(src), r.out.force)
	if err != nil {
		return err
	}
	defer out.Close()
	if out.Finished {
		say(cmd, "%s: nothing left to do", r.Out)
		rows := rowsIn(cmd, r.Out, kind)
		if r.Summary != "" && !r.Wide && kind != "parquet" {
			if err := r.summarise(cmd, rows); err != nil {
				return err
			}
		}
		outcome, err := rows.Outcome(r.drop)
		if err := checkIn(r.Out, err); err != nil {
			return err
		}
		return r.outcome(cmd, &outcome)
	}
	if out.Repaired != "" {
		say(cmd, "%s", out.Repaired)
	}
	if out.Done > 0 {
		say(cmd, "%s: resuming after %d of %d pairs", r.Out, out.Done, total)
	}
	bar := newCount(cmd, "pairs", out.Done, total)
	defer bar.end()
	outcome := store.Outcome{Drop: r.drop}
	s.Done, s.Compared = bar.tell, outcome.Count
	err = batch.Run(cmd.Context(), src, s, out.Done, total, out)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: stopped: the rows so far are kept; run the same command again to resume", r.Out)
	}
	if err != nil {
		return err
	}
	bar.end()
	rows := out.Rows(s.Form)
	if r.Summary != "" {
		if err := r.summarise(cmd, rows); err != nil {
			return err
		}
	}
	if out.Done > 0 { // rows of an earlier run count, too
		if outcome, err = rows.Outcome(r.drop); err != nil {
			return err
		}
	}
	if err := out.Finish(r.sink(kind, s.Form, rows)); err != nil {
		return err
	}
	if previous != nil {
		if err := previous.Remove(); err != nil {
			return err
		}
	}
	if err := r.outcome(cmd, &outcome); err != nil {
		return err
	}
	say(cmd, "%s: %s%s", r.Out, outcome.Compared(), bar.took())
	return nil
}

// sink returns the function that writes rows as Parquet or wide, or nil for long rows.
func (r *rowsFlags) sink(kind string, form store.Form, rows store.Table) func(io.Writer) error {
	switch {
	case kind == "parquet":
		return func(w io.Writer) error { return writeParquet(w, rows) }
	case r.Wide:
		return func(w io.Writer) error { return store.Wide(w, form, rows) }
	}
	return nil
}

// outcome prints what to know about the pairs, and returns an error if more pairs failed than
// allowed.
func (r *rowsFlags) outcome(cmd *cobra.Command, o *store.Outcome) error {
	if note := o.Note(); note != "" {
		say(cmd, "note: %s", note)
	}
	err := o.Err()
	if o.Drop && len(o.Invalid) > 0 {
		o.Invalid.Sort()
		say(cmd, "note: %d of %d guesses were dropped as invalid (%s)", o.Invalid.Pairs(""), o.Pairs, o.Invalid)
	}
	switch {
	case err == nil:
	case o.NotCompared() < o.Pairs && float64(o.Failed) <= r.AllowFailed*float64(o.Pairs):
		say(cmd, "%s", oneLine(err))
	default:
		return exitWith(o.NotCompared(), o.Pairs, err)
	}
	return nil
}

// summarise prints a summary of rows, or writes it to a file.
func (r *rowsFlags) summarise(cmd *cobra.Command, rows store.Table) error {
	var text, asJSON func(io.Writer) error
	if len(r.By) > 0 {
		all, err := summary.New(summary.Query{By: r.By, Seed: 1})
		if err == nil {
			err = all.Read(rows)
		}
		if err := checkIn(r.Out, err); err != nil {
			return err
		}
		all.Sort()
		text, asJSON = all.Text, all.JSON
	} else {
		all, err := summary.Summarise(rows)
		if err := checkIn(r.Out, err); err != nil {
			return err
		}
		text, asJSON = all.Text, all.JSON
	}
	if r.Summary == "-" {
		return text(cmd.OutOrStdout())
	}
	var b bytes.Buffer
	if err := asJSON(&b); err != nil {
		return err
	}
	if old, err := os.ReadFile(r.Summary); err == nil && bytes.Equal(old, b.Bytes()) {
		return nil // a run was ended after it wrote the summary
	}
	return r.out.write(cmd, r.Summary, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}
