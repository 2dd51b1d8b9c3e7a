package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// readStatements reads a CSV of separation statements: x, y and then the nodes of the set. Lines
// that begin with # are comments.
func readStatements(file string) ([][]string, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, fileError(file, err)
	}
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
		if err != nil {
			var at *csv.ParseError
			if errors.As(err, &at) {
				return nil, fmt.Errorf("%s:%d:%d: %w: expected x, y and then the nodes of the set", file, at.Line, at.Column, at.Err)
			}
			return nil, fileError(file, err)
		}
		line, _ := r.FieldPos(0)
		for i := range row {
			if row[i] = strings.TrimSpace(row[i]); row[i] == "" {
				return nil, fmt.Errorf("%s:%d: a name is empty: expected x, y and then the nodes of the set", file, line)
			}
			if slices.Contains(row[:i], row[i]) {
				return nil, fmt.Errorf("%s:%d: %q is in the statement twice", file, line, row[i])
			}
		}
		if len(row) < 2 {
			return nil, fmt.Errorf("%s:%d: got one node: expected x, y and then the nodes of the set", file, line)
		}
		same := slices.Concat(slices.Sorted(slices.Values(row[:2])), slices.Sorted(slices.Values(row[2:])))
		key := strings.Join(same, "\x00")
		if first, twice := lines[key]; twice {
			return nil, fmt.Errorf("%s:%d: duplicate statement (first at line %d)", file, line, first)
		}
		lines[key] = line
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the file has no statement", file)
	}
	return rows, nil
}
