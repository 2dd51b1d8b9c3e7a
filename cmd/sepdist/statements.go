package main

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/try"
)

// readStatements reads a CSV of separation statements: x, y and then the nodes of the set. Lines
// that begin with # are comments.
func readStatements(file string) [][]string {
	in := open(file)
	defer in.Close()
	r := csv.NewReader(in)
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	rows := [][]string{}
	lines := map[string]int{} // where a statement was read first
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var at *csv.ParseError
		if errors.As(err, &at) {
			fail("%s:%d:%d: %w: expected x, y and then the nodes of the set", file, at.Line, at.Column, at.Err)
		}
		try.Check(fileError(file, err))
		line, _ := r.FieldPos(0)
		for i := range row {
			if row[i] = strings.TrimSpace(row[i]); row[i] == "" {
				fail("%s:%d: a name is empty: expected x, y and then the nodes of the set", file, line)
			}
			if slices.Contains(row[:i], row[i]) {
				fail("%s:%d: %q is in the statement twice", file, line, row[i])
			}
		}
		if len(row) < 2 {
			fail("%s:%d: got one node: expected x, y and then the nodes of the set", file, line)
		}
		same := slices.Concat(slices.Sorted(slices.Values(row[:2])), slices.Sorted(slices.Values(row[2:])))
		key := strings.Join(same, "\x00")
		if first, twice := lines[key]; twice {
			fail("%s:%d: duplicate statement (first at line %d)", file, line, first)
		}
		lines[key] = line
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		fail("%s: the file has no statement", file)
	}
	return rows
}
