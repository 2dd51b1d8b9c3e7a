package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/summary"
	"github.com/sepdist/sepdist/internal/try"
)

// outcomeOf counts the pairs in a file of rows that could not be compared.
func (r *rowsFlags) outcomeOf(cmd *cobra.Command, file string) (o batch.Outcome) {
	var pair []batch.Row
	end := func() {
		if len(pair) > 0 {
			o.Count(batch.OutcomeOf(pair))
		}
		pair = pair[:0]
	}
	kind, _ := r.form()
	if strings.HasSuffix(file, ".part") && kind == "parquet" {
		kind = string(batch.CSV)
	}
	err := eachRow(cmd, file, kind, func(row *batch.Row, _ []string) error {
		if len(pair) > 0 && pair[0].ID != row.ID {
			end()
		}
		pair = append(pair, *row)
		return nil
	})
	checkIn(file, err)
	end()
	return o
}

// outcome ends with what is to be said of pairs that could not be compared. So few of them as are
// allowed are no error. What is to be said of the others is printed.
func (r *rowsFlags) outcome(cmd *cobra.Command, o *batch.Outcome) {
	if note := o.Note(); note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+note)
	}
	err := o.Err()
	switch {
	case err == nil:
	case o.Failed < o.Pairs && float64(o.Failed) <= r.allowed*float64(o.Pairs):
		fmt.Fprintln(cmd.ErrOrStderr(), oneLine(err))
	default:
		try.Check(exitWith(o.Failed, o.Pairs, err))
	}
}

// summarise reads the rows of a file and prints what there is to say about them.
func (r *rowsFlags) summarise(cmd *cobra.Command, file string, form batch.Form) {
	in := open(file)
	defer in.Close()
	var text, asJSON func(io.Writer) error
	if len(r.by) > 0 {
		all, err := summary.New(summary.Query{By: r.by, Seed: 1})
		if err == nil {
			err = all.Read(in, form)
		}
		checkIn(strings.TrimSuffix(file, ".part"), err)
		all.Sort()
		text, asJSON = all.Text, all.JSON
	} else {
		sum, err := batch.Summarise(in, form)
		checkIn(file, err)
		text, asJSON = sum.Text, func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(sum)
		}
	}
	if r.summary == "-" {
		try.Check(text(cmd.OutOrStdout()))
		return
	}
	var b bytes.Buffer
	try.Check(asJSON(&b))
	if old, err := os.ReadFile(r.summary); err == nil && bytes.Equal(old, b.Bytes()) {
		return // of a run that was ended after it
	}
	r.out.write(cmd, r.summary, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}
