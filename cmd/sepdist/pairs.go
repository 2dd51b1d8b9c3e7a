package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/simulate"
)

// mostFiles is how many pairs a folder is written with.
const mostFiles = 10_000_000

// pairs writes a folder of truths and guesses, and a manifest when all are there.
func (s *simulation) pairs(cmd *cobra.Command, args []string) error {
	folder := s.file
	switch {
	case s.count < 1:
		return misused("--count: %d is not a positive number", s.count)
	case s.count > mostFiles:
		return misused("--count: %d is too large: use at most %d", s.count, mostFiles)
	case folder == "-":
		return misused("--count writes many files: name a folder with --out FOLDER")
	}
	s.to = cmp.Or(s.to, "text")
	f, known := format.Lookup(s.to)
	if !known || !f.CanWrite() || len(f.Extensions) == 0 {
		return misused("--to: %q cannot be used for a folder of graphs", s.to)
	}
	draw, truth, err := s.drawing(cmd, args)
	if err != nil {
		return err
	}
	manifest := filepath.Join(folder, "manifest.csv")
	if _, err := os.Stat(manifest); !errors.Is(err, fs.ErrNotExist) && !s.out.force {
		return fmt.Errorf("%s: already exists: use --force to overwrite it, or another folder", manifest)
	}
	for _, role := range []string{"truth", "guess"} {
		if err := fileError(folder, os.MkdirAll(filepath.Join(folder, role), 0o777)); err != nil {
			return err
		}
	}
	again := output{force: true, derived: true} // that they may be overwritten is known
	save := func(name string, g simulate.Drawn, kind class.Kind) error {
		return again.write(cmd, filepath.Join(folder, name), func(w io.Writer) error {
			_, err := s.in.write(w, (&sepdist.Graph{Graph: g.Graph, Series: g.Series, Class: kind}).Document(), s.to, false)
			return err
		})
	}
	bar := newCount(cmd, "pairs", 0, s.count)
	defer bar.end()
	rows := [][]string{{"id", "truth", "guess"}}
	digits := len(fmt.Sprint(s.count))
	for k := 1; k <= s.count; k++ {
		id := fmt.Sprintf("%0*d", digits, k)
		t, g, kind, err := draw(k)
		if err := checkIn("pair "+id, err); err != nil {
			return err
		}
		row := []string{id, "truth/" + id + f.Extensions[0], "guess/" + id + f.Extensions[0]}
		if truth != "" {
			row[1] = "truth/" + truth + f.Extensions[0]
		}
		if k == 1 || truth == "" {
			if err := save(row[1], t, kind); err != nil {
				return err
			}
		}
		if err := save(row[2], g, kind); err != nil {
			return err
		}
		rows = append(rows, row)
		if bar.tell(k); cmd.Context().Err() != nil {
			return fmt.Errorf("%s: stopped", folder)
		}
	}
	return again.write(cmd, manifest, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
}

// drawing returns the function that draws the kth pair. With a graph to change all pairs have the
// same truth, whose name it also returns.
func (s *simulation) drawing(cmd *cobra.Command, args []string) (draw func(k int) (truth, guess simulate.Drawn, kind class.Kind, err error), name string, err error) {
	s.task.Change = slices.ContainsFunc(optionsOf(true), cmd.Flags().Changed)
	if len(args) == 0 {
		if err := s.class(cmd); err != nil {
			return nil, "", err
		}
		if err := checkUse(s.task.CheckPairs()); err != nil {
			return nil, "", err
		}
		return func(k int) (simulate.Drawn, simulate.Drawn, class.Kind, error) {
			t, g, err := s.task.Pair(cmd.Context(), k)
			return t, g, s.task.Class, err
		}, "", nil
	}
	g, err := s.graph(cmd, args[0])
	if err != nil {
		return nil, "", err
	}
	if !s.task.Change {
		return nil, "", misused("no change is given: use --remove, --reverse, --add or --any")
	}
	m, err := member(cmd, g)
	if err != nil {
		return nil, "", err
	}
	c := s.task.ChangesOfGraph()
	if err := checkUse(c.Check(m.Kind())); err != nil {
		return nil, "", err
	}
	return func(k int) (simulate.Drawn, simulate.Drawn, class.Kind, error) {
		c := c
		c.Seed = simulate.Seed(c.Seed, uint64(k))
		g, err := simulate.Changed(cmd.Context(), m, c)
		return simulate.Drawn{Graph: m.Graph(), Series: m.Series()}, g, m.Kind(), err
	}, "1", nil
}
