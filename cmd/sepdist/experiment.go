package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/experiment"
)

func newExperiment() *cobra.Command {
	var r rowsFlags
	var s batch.Settings
	var statistics, shard string
	cmd := newCommand("experiment", takes(1, 1, "one file (GRID)"), func(cmd *cobra.Command, args []string) error {
		file := args[0]
		data, err := readFile(file)
		if err != nil {
			return err
		}
		if isYAML(file) {
			if data, err = yamlToJSON(data, file); err != nil {
				return err
			}
		}
		g, err := experiment.Parse(data, file)
		if err != nil {
			return err
		}
		kind, form, err := r.form()
		if err != nil {
			return err
		}
		if r.file == "-" {
			return misused("no output file: use --out FILE")
		}
		s.Form = form
		s.Metrics, s.As, s.Seed = g.Metrics, g.As, g.Seed
		if s.Symmetric, err = distance.ParseSymmetry(g.Symmetric); err != nil {
			return fmt.Errorf("%s: symmetric: %w", file, err)
		}
		if s.Shard, err = parseShard(shard); err != nil {
			return err
		}
		if err := checkIn(file, s.Check()); err != nil {
			return err
		}
		if statistics != "" && (kind == "parquet" || r.wide) {
			return misused("--statistics needs rows in the long form, as CSV or JSON lines")
		}
		if !begun(r.file) {
			if err := r.out.free(statistics); err != nil {
				return err
			}
		}
		survey, src, err := batch.Look(cmd.Context(), g.Source(file), &s)
		if err != nil {
			return err
		}
		id := batch.Identity{Survey: survey, Shard: s.Shard, Options: described(cmd, string(data), "to="+kind)}
		err = r.journal(cmd, src, &s, id, kind, s.Shard.Count(survey.Pairs))
		if kind != "parquet" && !r.wide {
			if failed := r.lost(cmd, form); failed != nil && err == nil {
				err = failed
			}
		}
		var partly *partlyError
		if statistics != "" && (err == nil || errors.As(err, &partly)) {
			if err := r.statistics(cmd, form, statistics); err != nil {
				return err
			}
		}
		return err
	})
	r.addFlags(cmd)
	r.addAllowed(cmd)
	f := cmd.Flags()
	f.StringVar(&statistics, "statistics", "", "`FILE`.csv for the statistics of each cell of the grid")
	f.BoolVar(&s.Times, "times", false, "add a column with the seconds each metric took")
	f.StringVar(&shard, "shard", "", "process only part `I/N` of the pairs, counted from 1; sepdist merge combines the parts")
	addWorkers(cmd, &s.Options)
	return cmd
}

// lost says on stderr which repetitions have no numbers, and why. Where there are no rows there is
// nothing to say.
func (r *rowsFlags) lost(cmd *cobra.Command, form batch.Form) error {
	in, err := os.Open(r.file)
	if err != nil {
		return nil
	}
	defer in.Close()
	return experiment.Summarise(in, form, func(s *experiment.Summary) error {
		_, err := io.WriteString(cmd.ErrOrStderr(), s.Text())
		return err
	})
}

// statistics writes what there is to say of each cell.
func (r *rowsFlags) statistics(cmd *cobra.Command, form batch.Form, file string) error {
	in, err := open(r.file)
	if err != nil {
		return err
	}
	defer in.Close()
	return r.out.write(cmd, file, func(w io.Writer) error {
		if _, err := io.WriteString(w, experiment.Head); err != nil {
			return err
		}
		return experiment.Summarise(in, form, func(s *experiment.Summary) error {
			_, err := w.Write(s.CSV(nil))
			return err
		})
	})
}
