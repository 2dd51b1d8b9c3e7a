package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/experiment"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

func newExperiment() *cobra.Command {
	var r rowsFlags
	var s batch.Settings
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
		if r.Out == "-" {
			return misused("no output file: use --out FILE")
		}
		s.Form, s.Times = form, r.Times
		s.Metrics, s.As, s.Seed = g.Metrics, g.As, g.Seed
		if err := s.Symmetric.Set(g.Symmetric); err != nil {
			return fmt.Errorf("%s: symmetric: %w", file, err)
		}
		if s.Shard, err = parseShard(r.Shard); err != nil {
			return err
		}
		if err := checkIn(file, s.Check()); err != nil {
			return err
		}
		if r.Statistics != "" && (kind == "parquet" || r.Wide) {
			return misused("--statistics needs rows in the long form, as CSV or JSON lines")
		}
		if !store.Begun(r.Out) {
			if err := r.out.free(r.Statistics); err != nil {
				return err
			}
		}
		found, src, err := batch.Scan(cmd.Context(), g.Source(file), &s)
		if err != nil {
			return err
		}
		id := store.Identity{ScanResult: found, Version: program(), Shard: s.Shard, Limit: r.limit(&s), Options: described(cmd, string(data), "to="+kind)}
		err = r.journal(cmd, src, &s, id, kind, s.Shard.Count(found.Pairs))
		var partly *partlyError
		if kind == "parquet" || r.Wide {
			return err
		}
		cells, failed := summary.Cells(store.File(r.Out, form))
		if failed != nil {
			if err != nil { // such as a run that was stopped: there is no file
				return err
			}
			return failed
		}
		if _, failed := io.WriteString(cmd.ErrOrStderr(), cells.Lost()); failed != nil {
			return failed
		}
		if r.Statistics != "" && (err == nil || errors.As(err, &partly)) {
			if err := r.out.write(cmd, r.Statistics, cells.Statistics); err != nil {
				return err
			}
		}
		return err
	})
	r.addFlags(cmd, option.Experiment)
	addNamed(cmd, &s.Options, "workers")
	return cmd
}
