package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/study/store"
)

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
func (r *rowsFlags) form() (kind string, journal store.Form, err error) {
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
		if journal = store.CSV; r.raw {
			journal = store.RawCSV
		}
	case "jsonl":
		journal = store.JSONL
	default:
		return kind, journal, misused("--to: unknown form %q: use csv, jsonl or parquet", kind)
	}
	if len(r.by) > 0 && r.summary == "" {
		r.summary = "-"
	}
	if !(r.allowed >= 0 && r.allowed <= 1) {
		return kind, journal, misused("--allow-failed: %v is not a share from 0 to 1", r.allowed)
	}
	if r.file == "-" && (kind == "parquet" || r.wide || r.summary != "") {
		return kind, journal, misused("parquet, --wide and --summary need a file: use --out FILE")
	}
	if kind == "parquet" && r.wide {
		return kind, journal, misused("Parquet has one row per pair and metric: omit --wide")
	}
	return kind, journal, nil
}
