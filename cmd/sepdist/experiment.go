package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/experiment"
	"github.com/sepdist/sepdist/internal/try"
)

func newExperiment() *cobra.Command {
	var r rowsFlags
	var s batch.Settings
	var statistics, shard string
	cmd := newCommand("experiment", takes(1, 1, "one file (GRID)"), func(cmd *cobra.Command, args []string) {
		file := args[0]
		data := readFile(file)
		if isYAML(file) {
			data = try.Get(yamlToJSON(data, file))
		}
		g := try.Get(experiment.Parse(data, file))
		kind, form := r.form()
		if r.file == "-" {
			misuse("no output file: use --out FILE")
		}
		s.Form = form
		s.Metrics, s.As, s.Seed = g.Metrics, g.As, g.Seed
		var err error
		if s.Symmetric, err = distance.ParseSymmetry(g.Symmetric); err != nil {
			fail("%s: symmetric: %w", file, err)
		}
		s.Shard = parseShard(shard)
		checkIn(file, s.Check())
		if statistics != "" && (kind == "parquet" || r.wide) {
			misuse("--statistics needs rows in the long form, as CSV or JSON lines")
		}
		if !begun(r.file) {
			r.out.free(statistics)
		}
		survey, src := try.Two(batch.Look(cmd.Context(), g.Source(file), &s))
		id := batch.Identity{Survey: survey, Shard: s.Shard, Options: described(cmd, string(data), "to="+kind)}
		err = r.tryJournal(cmd, src, &s, id, kind, s.Shard.Count(survey.Pairs))
		if kind != "parquet" && !r.wide {
			if failed := r.lost(cmd, form); failed != nil && err == nil {
				err = failed
			}
		}
		var partly *partlyError
		if statistics != "" && (err == nil || errors.As(err, &partly)) {
			r.statistics(cmd, form, statistics)
		}
		try.Check(err)
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
func (r *rowsFlags) statistics(cmd *cobra.Command, form batch.Form, file string) {
	in := open(r.file)
	defer in.Close()
	r.out.write(cmd, file, func(w io.Writer) error {
		if _, err := io.WriteString(w, experiment.Head); err != nil {
			return err
		}
		return experiment.Summarise(in, form, func(s *experiment.Summary) error {
			_, err := w.Write(s.CSV(nil))
			return err
		})
	})
}
