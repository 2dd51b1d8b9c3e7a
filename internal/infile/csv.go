package infile

import (
	"encoding/csv"
	"errors"
)

// CSVFault describes an error of package csv, with its place. It returns false for other errors.
func CSVFault(err error) (line, column int, what string, ok bool) {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return 0, 0, "", false
	}
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		what = "the line has another number of cells than the first one"
	case errors.Is(err, csv.ErrBareQuote):
		what = `a quote inside a cell: put the whole cell into quotes, and write "" for a quote`
	default:
		what = `a cell in quotes has no end, or something follows it: write "" for a quote inside a cell`
	}
	return at.Line, at.Column, what, true
}
