package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/try"
)

// mostFiles is how many pairs a folder is written with.
const mostFiles = 10_000_000

// pairs writes a folder of truths and guesses, and a manifest when all are there.
func (s *simulation) pairs(cmd *cobra.Command, args []string) {
	folder := s.file
	switch {
	case s.count < 1:
		misuse("--count: %d is not a positive number", s.count)
	case s.count > mostFiles:
		misuse("--count: %d is too large: use at most %d", s.count, mostFiles)
	case folder == "-":
		misuse("--count writes many files: name a folder with --out FOLDER")
	}
	if s.to == "" {
		s.to = "text"
	}
	f, known := format.Lookup(s.to)
	if !known || !f.CanWrite() || len(f.Extensions) == 0 {
		misuse("--to: %q cannot be used for a folder of graphs", s.to)
	}
	draw, truth := s.drawing(cmd, args)
	manifest := filepath.Join(folder, "manifest.csv")
	if _, err := os.Stat(manifest); !errors.Is(err, fs.ErrNotExist) && !s.out.force {
		fail("%s: already exists: use --force to overwrite it, or another folder", manifest)
	}
	for _, role := range []string{"truth", "guess"} {
		try.Check(fileError(folder, os.MkdirAll(filepath.Join(folder, role), 0o777)))
	}
	again := output{force: true} // that they may be overwritten is known
	save := func(name string, g simulate.Drawn, kind class.Kind) {
		again.write(cmd, filepath.Join(folder, name), func(w io.Writer) error {
			_, err := s.in.write(w, compare.Document(g.Graph, g.Series, kind), s.to, false)
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
		checkIn("pair "+id, err)
		row := []string{id, "truth/" + id + f.Extensions[0], "guess/" + id + f.Extensions[0]}
		if truth != "" {
			row[1] = "truth/" + truth + f.Extensions[0]
		}
		if k == 1 || truth == "" {
			save(row[1], t, kind)
		}
		save(row[2], g, kind)
		rows = append(rows, row)
		if bar.tell(k); cmd.Context().Err() != nil {
			fail("%s: stopped", folder)
		}
	}
	again.write(cmd, manifest, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
}

// drawing returns what draws the kth pair. With a graph to change all pairs have the same
// truth, whose name it returns, too.
func (s *simulation) drawing(cmd *cobra.Command, args []string) (draw func(k int) (truth, guess simulate.Drawn, kind class.Kind, err error), name string) {
	changed := slices.ContainsFunc(changing, cmd.Flags().Changed)
	if len(args) == 1 {
		refuse(cmd, drawing, "is for a new graph: omit GRAPH")
		if !changed {
			misuse("no change is given: use --remove, --reverse, --add or --any")
		}
		m, _ := s.changed(cmd, args[0])
		return func(k int) (simulate.Drawn, simulate.Drawn, class.Kind, error) {
			c := s.changes
			c.Seed = simulate.Seed(s.options.Seed, uint64(k))
			g, err := simulate.Changed(cmd.Context(), m, c)
			return simulate.Drawn{Graph: m.Graph(), Series: m.Series()}, g, m.Kind(), err
		}, "1"
	}
	kind := s.kind(cmd)
	changes := s.changes
	if kind.Latent() {
		changes.Bidirected = s.options.Bidirected
	}
	checkUse(changes.Check(kind))
	return func(k int) (simulate.Drawn, simulate.Drawn, class.Kind, error) {
		t, g, err := simulate.TruthAndGuess(cmd.Context(), kind, s.options, changes, changed, uint64(k))
		return t, g, kind, err
	}, ""
}
