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
)

// outcomeOf counts the pairs in a file of rows that could not be compared.
func (r *rowsFlags) outcomeOf(cmd *cobra.Command, file string) (o batch.Outcome, err error) {
	var pair []batch.Row
	end := func() {
		if len(pair) > 0 {
			o.Count(batch.OutcomeOf(pair))
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
	if err := checkIn(file, err); err != nil {
		return o, err
	}
	end()
	return o, nil
}

// outcome ends with what is to be said of pairs that could not be compared. So few of them as are
// allowed are no error. What is to be said of the others is printed.
func (r *rowsFlags) outcome(cmd *cobra.Command, o *batch.Outcome) error {
	if note := o.Note(); note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+note)
	}
	err := o.Err()
	switch {
	case err == nil:
	case o.Failed < o.Pairs && float64(o.Failed) <= r.allowed*float64(o.Pairs):
		fmt.Fprintln(cmd.ErrOrStderr(), oneLine(err))
	default:
		return exitWith(o.Failed, o.Pairs, err)
	}
	return nil
}

// summarise reads the rows of a file and prints what there is to say about them.
func (r *rowsFlags) summarise(cmd *cobra.Command, file string, form batch.Form) error {
	in, err := open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	var text, asJSON func(io.Writer) error
	if len(r.by) > 0 {
		all, err := summary.New(summary.Query{By: r.by, Seed: 1})
		if err == nil {
			err = all.Read(in, form)
		}
		if err := checkIn(strings.TrimSuffix(file, ".part"), err); err != nil {
			return err
		}
		all.Sort()
		text, asJSON = all.Text, all.JSON
	} else {
		sum, err := batch.Summarise(in, form)
		if err := checkIn(file, err); err != nil {
			return err
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
