package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

func newBatch() *cobra.Command {
	var b batching
	cmd := newCommand("batch", takes(0, maxArgs, "MANIFEST, TRUTHS GUESSES, or TRUTH GUESS..."), func(cmd *cobra.Command, args []string) error {
		if err := b.finish(cmd); err != nil {
			return err
		}
		src, err := b.source(args)
		if err != nil {
			return err
		}
		err = b.run(cmd, src)
		if ask := input.Answers(err); len(ask) > 0 && len(args) == 1 { // a manifest
			column := "guess_" + strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(ask[0].Option, "guess-"), "truth-"), "-", "_")
			err = advice.Errorf("%w; or add a column such as %s to the manifest, with a value for each row", err, column)
		}
		return err
	}, "{columns}", strings.Join(store.Columns, ","))
	b.addFlags(cmd)
	return cmd
}

const maxArgs = 1 << 30

// A batching is what a call of batch asks for.
type batching struct {
	compareFlags
	rows     rowsFlags
	settings batch.Settings
	kind     string // of the rows, "csv", "jsonl" or "parquet"
	limit    string // the flags that decide how long a pair may take
}

func (b *batching) addFlags(cmd *cobra.Command) {
	b.rows.addFlags(cmd, option.Batch)
	b.compareFlags.addFlags(cmd, option.Batch)
}

// finish makes settings of the flags.
func (b *batching) finish(cmd *cobra.Command) error {
	b.options.Metrics = b.rows.Metrics
	if err := b.compareFlags.finish(cmd); err != nil {
		return err
	}
	if err := checkMetrics("metrics", b.options.Metrics); err != nil {
		return err
	}
	if err := b.options.Check(); err != nil {
		return err
	}
	for _, role := range b.in.roles {
		if err := b.in.checkStated(role); err != nil {
			return err
		}
	}
	b.rows.drop = b.options.Invalid == class.Drop
	s := &b.settings
	s.Options, s.Times, s.FailFast = b.options, b.rows.Times, b.rows.FailFast
	s.Truth, s.Guess = *b.in.how("truth"), *b.in.how("guess")
	b.limit = b.rows.limit(s)
	var err error
	if b.kind, s.Form, err = b.rows.form(); err != nil {
		return err
	}
	s.Shard, err = parseShard(b.rows.Shard)
	return err
}

func parseShard(text string) (s store.Shard, err error) {
	if text == "" {
		return s, nil
	}
	var i, n int
	if k, _ := fmt.Sscanf(text, "%d/%d", &i, &n); k != 2 || fmt.Sprintf("%d/%d", i, n) != text || n < 1 || i < 0 || i > n {
		return s, misused("--shard: %q is not of the form I/N, such as 3/16", text)
	}
	if i == 0 {
		return s, misused("--shard: %q: shards are counted from 1: use %d/%d for the first", text, 1, n)
	}
	return store.Shard{Index: i - 1, Of: n}, nil
}

// source returns the pairs that the arguments name.
func (b *batching) source(args []string) (*pipeline.Source, error) {
	switch {
	case (b.rows.Pattern == "") != (b.rows.Truth == ""):
		return nil, misused("--pattern and --truth belong together: name the files of the guesses and of their truths")
	case b.rows.Pattern != "" && len(args) > 0:
		return nil, misused("--pattern names the guesses: omit %s", args[0])
	case b.rows.Pattern != "":
		return batch.Pattern(b.rows.Pattern, b.rows.Truth)
	case len(args) == 0:
		return nil, misused("expected MANIFEST, TRUTHS GUESSES, TRUTH GUESS..., or --pattern with --truth")
	}
	if len(args) == 1 && b.rows.Out != "-" {
		if info, err := os.Stat(args[0]); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: is not a regular file, and is read more than once: save it to a file first, or omit --out", args[0])
		}
	}
	return batch.Open(args, b.rows.Base, b.rows.Stacked)
}

// run writes the rows.
func (b *batching) run(cmd *cobra.Command, src *pipeline.Source) error {
	s := &b.settings
	if b.rows.Out == "-" {
		out := &headed{Writer: cmd.OutOrStdout(), head: s.Head(src)}
		outcome := store.Outcome{Drop: b.rows.drop}
		s.Compared = outcome.Count
		if err := batch.Run(cmd.Context(), batch.Distinct(src), s, 0, maxArgs, out); err != nil {
			return err
		}
		if err := out.begin(); err != nil {
			return err
		}
		return b.rows.outcome(cmd, &outcome)
	}
	found, src, err := batch.Scan(cmd.Context(), src, s)
	if err != nil {
		return err
	}
	total := s.Shard.Count(found.Pairs)
	if total == 0 {
		return fmt.Errorf("%s: shard %v of %s is empty: use fewer shards", src.Name, s.Shard, numeral.Count(found.Pairs, "pair"))
	}
	return b.rows.journal(cmd, src, s, b.identity(cmd, found), b.kind, total)
}

// A headed writes the head of a table before its first row, so that nothing is printed if there is only an error.
type headed struct {
	io.Writer
	head []byte // nil once it is written
}

func (h *headed) Write(rows []byte) (int, error) {
	if len(rows) == 0 {
		return 0, nil
	}
	if err := h.begin(); err != nil {
		return 0, err
	}
	return h.Writer.Write(rows)
}

// begin writes the head unless it is written.
func (h *headed) begin() error {
	if h.head == nil {
		return nil
	}
	_, err := h.Writer.Write(h.head)
	h.head = nil
	return err
}
