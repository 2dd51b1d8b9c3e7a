package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// rowsFlags are the flags of a command that writes rows.
type rowsFlags struct {
	option.RowOptions
	out  output
	drop bool // invalid guesses are counted, and are not failures
}

func (r *rowsFlags) addFlags(cmd *cobra.Command, op option.Ops) {
	addOptions(cmd, option.Rows, &r.RowOptions, op)
	r.out.addFlags(cmd)
}

// limit sets the time that a pair may take, and returns the flags that decide it. A pair that takes hours is
// compared only if it is stopped after some time, or if that is wanted.
func (r *rowsFlags) limit(s *batch.Settings) string {
	s.Timeout = r.PairTimeout
	switch {
	case r.PairTimeout > 0:
		return "--pair-timeout=" + r.PairTimeout.String()
	case r.Yes:
		return "--yes"
	}
	s.Longest = tooLong
	return ""
}

// addRaw gives cmd the flag that leaves cells as they are.
func addRaw(cmd *cobra.Command, raw *bool) {
	cmd.Flags().BoolVar(raw, "raw-csv", false, "do not put an apostrophe before CSV cells that a spreadsheet would take for a formula")
}

// form returns the form of the rows, and that of the journal.
func (r *rowsFlags) form() (kind string, journal store.Form, err error) {
	kind = r.To
	if kind == "" {
		switch ext := filepath.Ext(r.Out); ext {
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
		if journal = store.CSV; r.Raw {
			journal = store.RawCSV
		}
	case "jsonl":
		journal = store.JSONL
	}
	if len(r.By) > 0 && r.Summary == "" {
		r.Summary = "-"
	}
	if r.Out == "-" && (kind == "parquet" || r.Wide || r.Summary != "") {
		return kind, journal, misused("parquet, --wide and --summary need a file: use --out FILE")
	}
	if kind == "parquet" && r.Wide {
		return kind, journal, misused("Parquet has one row per pair and metric: omit --wide")
	}
	return kind, journal, nil
}
