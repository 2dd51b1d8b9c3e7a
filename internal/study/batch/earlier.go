package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/outfile"
)

// beforeExt is that of rows of an earlier run, some of whose pairs are compared again.
const beforeExt = ".before"

// Earlier are the rows of a run that is repeated with more options of reading, for the pairs that
// failed. The other pairs keep their rows.
type Earlier struct {
	Pairs, Failed int
	path          string
	form          Form
}

// FindEarlier looks for rows in long form that were written with the same inputs and options, but
// for options of reading that id adds; it marks id as a run that builds on them. It returns nil
// where there are none, or none of the pairs failed. With force it forgets them.
func FindEarlier(path string, id *Identity, form Form, force bool) (*Earlier, error) {
	target, _, err := outfile.Regular(path)
	if err != nil {
		return nil, err
	}
	e := &Earlier{path: target + beforeExt, form: form}
	switch {
	case force:
		return nil, e.Remove()
	case exists(e.path) && !exists(target): // it was stopped
	case !exists(target):
		return nil, nil
	default:
		if again, err := id.buildsOn(target); err != nil || !again {
			return nil, err
		}
		if err := e.count(target); err != nil || e.Failed == 0 {
			return nil, err
		}
		if err := os.Rename(target, e.path); err != nil {
			return nil, compare.FileError(target, err)
		}
	}
	if err := e.count(e.path); err != nil {
		return nil, err
	}
	id.Before, err = fileDigest(e.path)
	return e, err
}

// buildsOn reports whether a finished file was written with the same inputs and options, but for
// options of reading that id adds.
func (id *Identity) buildsOn(target string) (bool, error) {
	run, err := os.OpenFile(target+runExt, os.O_RDWR, 0)
	if err != nil {
		return false, nil // what is wrong with it is found later
	}
	defer run.Close()
	if free, err := lock(run); err != nil || !free {
		return false, nil
	}
	old, known, err := readRecord(run)
	if err != nil || !known || old.final == nil {
		return false, nil
	}
	same := old.id
	same.Reading, same.Before = id.Reading, id.Before
	if same != *id || old.id.Reading == id.Reading {
		return false, nil
	}
	options := strings.Split(id.Reading, "\n")
	for _, option := range strings.Split(old.id.Reading, "\n") {
		if option != "" && !slices.Contains(options, option) {
			return false, nil
		}
	}
	return true, old.verify(target)
}

func (e *Earlier) count(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return compare.FileError(path, err)
	}
	defer in.Close()
	e.Pairs, e.Failed = 0, 0
	err = eachPair(in, e.form, func(pair []Row, _ *Reader) error {
		if e.Pairs++; Failure(pair) != nil {
			e.Failed++
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func fileDigest(path string) (string, error) {
	in, err := os.Open(path)
	if err != nil {
		return "", compare.FileError(path, err)
	}
	defer in.Close()
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return "", compare.FileError(path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Remove removes the rows, when they are in the new file.
func (e *Earlier) Remove() error {
	if err := os.Remove(e.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return compare.FileError(e.path, err)
	}
	return nil
}

// Source returns the inputs of src, those that did not fail with their rows.
func (e *Earlier) Source(src *compare.Source) *compare.Source {
	return &compare.Source{Name: src.Name, Columns: src.Columns, Inputs: func(yield func(*compare.Input, error) bool) {
		f, err := os.Open(e.path)
		if err != nil {
			yield(nil, compare.FileError(e.path, err))
			return
		}
		defer f.Close()
		in, err := NewReader(f, e.form)
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", e.path, err))
			return
		}
		row, end := in.Read()
		for p, err := range src.Inputs {
			if err == nil && end == nil && row.ID == p.ID {
				var pair []Row
				for ; end == nil && row.ID == p.ID; row, end = in.Read() {
					pair = append(pair, row)
				}
				if Failure(pair) == nil {
					p.Known = pair
				}
			}
			if err == nil && end != nil && !errors.Is(end, io.EOF) {
				p, err = nil, fmt.Errorf("%s: %w", e.path, end)
			}
			if !yield(p, err) || err != nil {
				return
			}
			p.Known = nil // the source uses it again
		}
	}}
}
