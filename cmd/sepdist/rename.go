package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sepdist/sepdist/internal/try"
)

// parseRename returns the new names of nodes by their old ones, from lists such as X1=a,X2=b and
// from files.
func parseRename(flags []string) map[string]string {
	to := make(map[string]string)
	add := func(old, name string) error {
		if before, twice := to[old]; twice && before != name {
			return fmt.Errorf("%s is renamed to both %s and %s", old, before, name)
		}
		to[old] = name
		return nil
	}
	for _, flag := range flags {
		if !strings.Contains(flag, "=") {
			renameFile(flag, add)
			continue
		}
		for pair := range strings.SplitSeq(flag, ",") {
			old, name, found := strings.Cut(pair, "=")
			if !found || old == "" || name == "" {
				misuse("--rename: %q is not of the form OLD=NEW (names with commas or = need a file)", pair)
			}
			if err := add(old, name); err != nil {
				misuse("--rename: %w", err)
			}
		}
	}
	return to
}

// renameFile reads a CSV of old and new names. The first line may be the header old,new. A file
// without commas may have lines old=new.
func renameFile(file string, add func(old, name string) error) {
	data, err := os.ReadFile(file)
	if err != nil {
		fail("--rename: %w: expected OLD=NEW,... or a file", fileError(file, err))
	}
	text := string(data)
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = 2, true
	if !strings.Contains(text, ",") {
		r.Comma = '='
	}
	for first := true; ; first = false {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		var at *csv.ParseError
		if errors.As(err, &at) {
			fail("%s:%d: expected two names: old,new", file, at.Line)
		}
		try.Check(fileError(file, err))
		if first && strings.EqualFold(row[0], "old") && strings.EqualFold(row[1], "new") {
			continue
		}
		line, _ := r.FieldPos(0)
		if row[0] == "" || row[1] == "" {
			fail("%s:%d: expected two names: old,new", file, line)
		}
		checkIn(fmt.Sprintf("%s:%d", file, line), add(row[0], row[1]))
	}
}
