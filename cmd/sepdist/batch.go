package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/summary"
	"github.com/sepdist/sepdist/report"
)

func newBatch() *cobra.Command {
	var b batching
	cmd := &cobra.Command{
		Use:   "batch [flags] MANIFEST | TRUTHS GUESSES | TRUTH GUESS...",
		Short: "Compare many pairs of graphs",
		Long: `Compare many pairs of graphs, and write a row for each pair and metric.

The pairs come from

  MANIFEST.csv     a table with the columns id, truth, guess: paths relative to its folder
  PAIRS.jsonl      lines of JSON with the keys id, truth, guess: file names, texts such as
                   "A --> B\nB --> C", or objects {"nodes": ["A", "B"], "edges": [["A", "-->", "B"]]}
  TRUTHS GUESSES   two folders with files of the same names, or two .npy files of shape k × n × n
  TRUTH GUESS...   one truth and many guesses: files, a folder, or a .npy file of shape k × n × n

Rows are written to the file --out: .csv, .jsonl or .parquet. If a run is stopped, even by
kill -9, the same command resumes it; the rows so far are in OUT.part, and OUT.run records the
inputs and options. Each row has the names and classes of the two graphs, as they were compared,
and what one metric says:

  ` + strings.Join(batch.Columns, ",") + `

Other columns of a manifest, such as method, n and seed, stand before the metric. lower and
upper are the range over an equivalence class (sid) or over the readings of a guess. A pair that
cannot be compared has rows with the status "error" and a reason that begins with a code.

In CSV an id, name or text that begins with = + - @ or a tab, and is not a number, gets an
apostrophe before it, so that no spreadsheet runs it as a formula; --raw-csv leaves it as it is.

The exit code is 0 if all pairs were compared, 3 if some failed, 1 if none was compared.`,
		Example: `  sepdist simulate --class dag --nodes 10 --edges 15 --count 1000 --any 3 --out study
  sepdist batch --metrics zl-sd,shd,parent-aid --out rows.csv --summary study/manifest.csv
  sepdist batch --out rows.parquet --shard 3/16 truths/ guesses/`,
		Args: takes(1, maxArgs, "MANIFEST, TRUTHS GUESSES, or TRUTH GUESS..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.finish(cmd); err != nil {
				return err
			}
			src, err := b.source(args)
			if err != nil {
				return err
			}
			return b.run(cmd, src)
		},
	}
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

// rowsFlags say where rows go. Every command that writes rows has them.
type rowsFlags struct {
	out     output
	file    string
	to      string
	wide    bool
	raw     bool
	summary string
	by      []string
	allowed float64 // share of pairs that may fail
}

func (r *rowsFlags) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&r.file, "out", "o", "-", "`FILE` of the rows")
	f.StringVar(&r.to, "to", "", "form of the rows: csv, jsonl, parquet (default: by the extension of the file)")
	f.BoolVar(&r.wide, "wide", false, "one row for each pair, with a column for each metric")
	f.StringVar(&r.summary, "summary", "", "print the number of valid pairs, and mean, standard error and quantiles of each metric; =`FILE`.json writes them")
	f.Lookup("summary").NoOptDefVal = "-"
	f.StringSliceVar(&r.by, "by", nil, "summarise by group: the columns whose values make one, such as method,n; implies --summary")
	addRaw(cmd, &r.raw)
	r.out.addFlags(cmd)
}

// addRaw gives cmd the flag that leaves cells as they are.
func addRaw(cmd *cobra.Command, raw *bool) {
	cmd.Flags().BoolVar(raw, "raw-csv", false, "do not put an apostrophe before CSV cells that a spreadsheet would take for a formula")
}

// addAllowed adds the flag for runs some of whose pairs may fail.
func (r *rowsFlags) addAllowed(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&r.allowed, "allow-failed", 0, "end with exit code 0 if at most this `SHARE` of the pairs failed, from 0 to 1")
}

// form returns the form of the rows, and that of the journal.
func (r *rowsFlags) form() (kind string, journal batch.Form, err error) {
	kind = r.to
	if kind == "" {
		switch ext := filepath.Ext(r.file); ext {
		case ".jsonl", ".ndjson", ".json":
			kind = "jsonl"
		case ".parquet":
			kind = "parquet"
		default:
			kind = "csv"
		}
	}
	switch kind {
	case "csv", "parquet":
		if journal = batch.CSV; r.raw {
			journal = batch.RawCSV
		}
	case "jsonl":
		journal = batch.JSONL
	default:
		return "", "", misused("--to: unknown form %q: use csv, jsonl or parquet", kind)
	}
	if len(r.by) > 0 && r.summary == "" {
		r.summary = "-"
	}
	if !(r.allowed >= 0 && r.allowed <= 1) {
		return "", "", misused("--allow-failed: %v is not a share from 0 to 1", r.allowed)
	}
	if r.file == "-" && (kind == "parquet" || r.wide || r.summary != "") {
		return "", "", misused("parquet, --wide and --summary need a file: use --out FILE")
	}
	if kind == "parquet" && r.wide {
		return "", "", misused("Parquet has one row per pair and metric: omit --wide")
	}
	return kind, journal, nil
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
	b.compareFlags.addFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("metrics", cobra.FixedCompletions(metricNames(), cobra.ShellCompDirectiveNoFileComp))
}

// finish makes settings of the flags.
func (b *batching) finish(cmd *cobra.Command) (err error) {
	if err := b.compareFlags.finish(cmd); err != nil {
		return err
	}
	for _, role := range b.in.roles {
		if err := b.in.checkStated(role); err != nil {
			return err
		}
	}
	s := &b.settings
	s.Options, s.Words = b.options, flagged
	s.Truth = *b.in.how("truth")
	s.Guess = *b.in.how("guess")
	if b.kind, s.Form, err = b.rows.form(); err != nil {
		return err
	}
	if s.Shard, err = parseShard(b.shard); err != nil {
		return err
	}
	return nil
}

func parseShard(text string) (s batch.Shard, err error) {
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
	return batch.Shard{Index: i - 1, Of: n}, nil
}

// source returns the pairs that the arguments name.
func (b *batching) source(args []string) (*compare.Source, error) {
	if len(args) == 1 && b.rows.file != "-" {
		if info, err := os.Stat(args[0]); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: is not a regular file, and is read more than once: save it to a file first, or omit --out", args[0])
		}
	}
	return batch.Open(args, b.base, b.stacked)
}

// irrelevant are flags that do not change the rows.
var irrelevant = map[string]bool{"out": true, "force": true, "workers": true, "fail-fast": true, "summary": true, "by": true, "allow-failed": true, "statistics": true, "shard": true, "help": true}

// readingFlags are flags that say how graphs are read or repaired, beside those of the input.
var readingFlags = map[string]bool{"rename": true, "by-position": true, "project": true, "invalid": true}

// described returns all flags that change the rows, as they are set.
func described(cmd *cobra.Command, more ...string) string {
	parts := []string{cmd.Name()}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && !irrelevant[f.Name] {
			value := f.Value.String()
			if _, said := f.Value.(*settingFlag); said || readingFlags[f.Name] {
				return // these are elsewhere
			}
			parts = append(parts, "--"+f.Name+"="+value)
		}
	})
	all := strings.Join(append(parts, more...), " ")
	if len(all) > longOptions {
		return cmd.Name() + " " + digestOf(all)
	}
	return all
}

// longOptions is how long a description of options is kept as it is.
const longOptions = 4096

func digestOf(text string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text))) }

// identity identifies the inputs and options of the run.
func (b *batching) identity(cmd *cobra.Command, look batch.Survey) batch.Identity {
	var more, reading []string
	for _, s := range b.in.stated {
		reading = append(reading, "--"+flagOf(s.role, s.name)+"="+s.value)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "rename":
			reading = append(reading, "--rename="+digestOf(fmt.Sprint(b.options.Rename)))
		case readingFlags[f.Name]:
			reading = append(reading, "--"+f.Name+"="+f.Value.String())
		}
	})
	if b.weights != "" { // what is in the file, not its name alone
		more = append(more, "weights="+digestOf(fmt.Sprint(b.options.Weights)))
	}
	return batch.Identity{Survey: look, Shard: b.settings.Shard, Options: described(cmd, append(more, "to="+b.kind)...), Reading: strings.Join(reading, "\n")}
}

// run writes the rows.
func (b *batching) run(cmd *cobra.Command, src *compare.Source) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // there is next to nothing to keep: 40 MB of garbage do no harm
	}
	s := &b.settings
	if b.rows.file == "-" {
		out := &headed{Writer: cmd.OutOrStdout(), source: src, settings: s}
		var outcome batch.Outcome
		s.Compared = outcome.Count
		if err := batch.Run(cmd.Context(), batch.Distinct(src), s, 0, maxArgs, out); err != nil {
			return err
		}
		if err := out.head(); err != nil { // of no rows
			return err
		}
		return b.rows.outcome(cmd, &outcome)
	}
	look, src, err := batch.Look(cmd.Context(), src, s)
	if err != nil {
		return err
	}
	total := s.Shard.Count(look.Pairs)
	if total == 0 {
		return fmt.Errorf("%s: shard %v of %s is empty: use fewer shards", src.Name, s.Shard, report.Many(look.Pairs, "pair"))
	}
	return b.rows.journal(cmd, src, s, b.identity(cmd, look), b.kind, total)
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
		return r.count(cmd, r.file, nil)
	}
	if out.Repaired != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), plain.Text(out.Repaired))
	}
	if out.Done > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: resuming after %d of %d pairs\n", plain.Text(r.file), out.Done, total)
	}
	bar := newCount(cmd, "pairs", out.Done, total)
	defer bar.end()
	s.Done = bar.tell
	if err := batch.Run(cmd.Context(), src, s, out.Done, total, out); err != nil {
		if errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%s: stopped: the rows so far are kept; run the same command again to resume", r.file)
		}
		return err
	}
	bar.end()
	if r.summary != "" {
		if err := r.summarise(cmd, out.Journal(), s.Form); err != nil {
			return err
		}
	}
	var convert func(io.Writer, io.Reader) error
	switch {
	case kind == "parquet":
		convert = func(w io.Writer, journal io.Reader) error { return writeParquet(w, journal.(io.ReadSeeker), s.Form) }
	case r.wide:
		convert = func(w io.Writer, journal io.Reader) error {
			return batch.Wide(w, journal.(io.ReadSeeker), s.Form)
		}
	}
	return r.count(cmd, out.Journal(), func() error {
		err := out.Finish(convert)
		if err == nil && earlier != nil {
			err = earlier.Remove()
		}
		return err
	})
}

// count counts the pairs in a file of rows that could not be compared. Before it returns what is
// to be said of them it ends the work.
func (r *rowsFlags) count(cmd *cobra.Command, file string, end func() error) error {
	outcome, err := r.outcomeOf(cmd, file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if end != nil {
		if err := end(); err != nil {
			return err
		}
	}
	return r.outcome(cmd, &outcome)
}

// outcomeOf counts the pairs in a file of rows.
func (r *rowsFlags) outcomeOf(cmd *cobra.Command, file string) (o batch.Outcome, err error) {
	var pair []batch.Row
	end := func() {
		if bad := batch.Failure(pair); bad != nil {
			o.Count(bad.Reason)
		} else if len(pair) > 0 {
			o.Count("")
		}
		pair = pair[:0]
	}
	kind, _, err := r.form()
	if err != nil {
		return o, err
	}
	if strings.HasSuffix(file, ".part") && kind == "parquet" {
		kind = string(batch.CSV)
	}
	err = eachRow(cmd, file, kind, func(row *batch.Row, _ []string) error {
		if len(pair) > 0 && pair[0].ID != row.ID {
			end()
		}
		pair = append(pair, *row)
		return nil
	})
	end()
	return o, err
}

// outcome returns what is to be said of pairs that could not be compared. So few of them as are
// allowed are no error.
func (r *rowsFlags) outcome(cmd *cobra.Command, o *batch.Outcome) error {
	err := o.Err()
	switch {
	case err == nil:
		return nil
	case o.Failed < o.Pairs && float64(o.Failed) <= r.allowed*float64(o.Pairs):
		fmt.Fprintln(cmd.ErrOrStderr(), oneLine(err))
		return nil
	}
	return exitWith(o.Failed, o.Pairs, err)
}

// summarise reads the rows of a file and prints what there is to say about them.
func (r *rowsFlags) summarise(cmd *cobra.Command, file string, form batch.Form) error {
	in, err := os.Open(file)
	if err != nil {
		return fileError(file, err)
	}
	defer in.Close()
	var text, asJSON func(io.Writer) error
	if len(r.by) > 0 {
		all, err := summary.New(summary.Query{By: r.by, Seed: 1})
		if err == nil {
			err = all.Read(in, form)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSuffix(file, ".part"), err)
		}
		all.Sort()
		text, asJSON = all.Text, all.JSON
	} else {
		sum, err := batch.Summarise(in, form)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		text, asJSON = sum.Text, func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(sum)
		}
	}
	if r.summary == "-" {
		return text(cmd.OutOrStdout())
	}
	var b bytes.Buffer
	if err := asJSON(&b); err != nil {
		return err
	}
	if old, err := os.ReadFile(r.summary); err == nil && bytes.Equal(old, b.Bytes()) {
		return nil // of a run that was ended after it
	}
	return r.out.write(cmd, r.summary, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}

// begun reports whether a run has written to the file, or to its journal.
func begun(file string) bool {
	target, old, err := outfile.Target(file)
	_, journal := os.Lstat(target + ".part")
	return err != nil || old != nil || journal == nil
}
