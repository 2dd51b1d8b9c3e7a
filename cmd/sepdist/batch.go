package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/report"
)

func newBatch() *cobra.Command {
	var b batching
	cmd := newCommand("batch", takes(1, maxArgs, "MANIFEST, TRUTHS GUESSES, or TRUTH GUESS..."), func(cmd *cobra.Command, args []string) {
		b.finish(cmd)
		b.run(cmd, b.source(args))
	}, "{columns}", strings.Join(batch.Columns, ","))
	b.addFlags(cmd)
	return cmd
}

const maxArgs = 1 << 30

// A batching is what a call of batch asks for.
type batching struct {
	compareFlags
	rows     rowsFlags
	settings batch.Settings
	base     string
	stacked  bool
	shard    string
	kind     string // of the rows, "csv", "jsonl" or "parquet"
}

func (b *batching) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&b.options.Metrics, "metrics", nil, "metrics and groups of metrics, separated by commas")
	b.rows.addFlags(cmd)
	f.BoolVar(&b.settings.Times, "times", false, "add a column with the seconds each metric took")
	f.BoolVar(&b.settings.FailFast, "fail-fast", false, "stop at the first pair that cannot be compared")
	b.rows.addAllowed(cmd)
	f.StringVar(&b.shard, "shard", "", "process only part `I/N` of the pairs, counted from 1; sepdist merge combines the parts")
	f.StringVar(&b.base, "base", "", "`FOLDER` that the paths in a manifest are relative to")
	f.BoolVar(&b.stacked, "stacked", false, "treat a .npy file of shape n × n × n as n graphs, not as a time series")
	b.compareFlags.addFlags(cmd, option.Batch)
	complete(cmd, "metrics", metricNames())
}

// finish makes settings of the flags.
func (b *batching) finish(cmd *cobra.Command) {
	b.compareFlags.finish(cmd)
	for _, role := range b.in.roles {
		b.in.checkStated(role)
	}
	s := &b.settings
	s.Options = b.options
	s.Truth, s.Guess = *b.in.how("truth"), *b.in.how("guess")
	b.kind, s.Form = b.rows.form()
	s.Shard = parseShard(b.shard)
}

func parseShard(text string) (s batch.Shard) {
	if text == "" {
		return s
	}
	var i, n int
	if k, _ := fmt.Sscanf(text, "%d/%d", &i, &n); k != 2 || fmt.Sprintf("%d/%d", i, n) != text || n < 1 || i < 0 || i > n {
		misuse("--shard: %q is not of the form I/N, such as 3/16", text)
	}
	if i == 0 {
		misuse("--shard: %q: shards are counted from 1: use %d/%d for the first", text, 1, n)
	}
	return batch.Shard{Index: i - 1, Of: n}
}

// source returns the pairs that the arguments name.
func (b *batching) source(args []string) *compare.Source {
	if len(args) == 1 && b.rows.file != "-" {
		if info, err := os.Stat(args[0]); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			fail("%s: is not a regular file, and is read more than once: save it to a file first, or omit --out", args[0])
		}
	}
	return try.Get(batch.Open(args, b.base, b.stacked))
}

// run writes the rows.
func (b *batching) run(cmd *cobra.Command, src *compare.Source) {
	s := &b.settings
	if b.rows.file == "-" {
		out := &headed{Writer: cmd.OutOrStdout(), source: src, settings: s}
		var outcome batch.Outcome
		s.Compared = outcome.Count
		try.Check(batch.Run(cmd.Context(), batch.Distinct(src), s, 0, maxArgs, out))
		try.Check(out.head()) // of no rows
		b.rows.outcome(cmd, &outcome)
		return
	}
	survey, src := try.Two(batch.Look(cmd.Context(), src, s))
	total := s.Shard.Count(survey.Pairs)
	if total == 0 {
		fail("%s: shard %v of %s is empty: use fewer shards", src.Name, s.Shard, report.Many(survey.Pairs, "pair"))
	}
	b.rows.journal(cmd, src, s, b.identity(cmd, survey), b.kind, total)
}

// A headed writes the head of a table before its first row, so that nothing is printed
// where there is only an error to tell.
type headed struct {
	io.Writer
	source   *compare.Source
	settings *batch.Settings
	done     bool
}

func (h *headed) head() error {
	if h.done {
		return nil
	}
	h.done = true
	return batch.Head(h.Writer, h.source, h.settings)
}

func (h *headed) Write(rows []byte) (int, error) {
	if len(rows) == 0 {
		return 0, nil
	}
	if err := h.head(); err != nil {
		return 0, err
	}
	return h.Writer.Write(rows)
}
