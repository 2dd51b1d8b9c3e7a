package store

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// A PreviousRun is the rows of a run that is repeated with more options of reading or another limit of time,
// for the pairs that failed. The other pairs keep their rows.
type PreviousRun struct {
	Pairs, Failed int
	path          string
	rows          Table
}

// FindPrevious finds long rows that were written with the same inputs and options, except for the limit of
// time and options of reading that id adds, and marks id as a run that builds on them. It returns nil if
// there are none, or if no pair failed. With force it removes them.
func FindPrevious(path string, id *Identity, form Form, force bool) (*PreviousRun, error) {
	target, _, err := outfile.Regular(path)
	if err != nil {
		return nil, err
	}
	p := &PreviousRun{path: target + prevExt, rows: File(target+prevExt, form)}
	switch {
	case force:
		return nil, p.Remove()
	case exists(p.path) && !exists(target): // it was stopped
	case !exists(target):
		return nil, nil
	default:
		if adds, err := id.buildsOn(target); err != nil || !adds {
			return nil, err
		}
		if err := p.count(File(target, form)); err != nil || p.Failed == 0 {
			return nil, err
		}
		if err := os.Rename(target, p.path); err != nil {
			return nil, pipeline.FileError(target, err)
		}
	}
	if err := p.count(p.rows); err != nil {
		return nil, err
	}
	_, id.Before, err = fileDigest(p.path)
	return p, err
}

// buildsOn reports whether a finished file was written with the same inputs and options, except for the limit
// of time and options of reading that id adds.
func (id *Identity) buildsOn(target string) (bool, error) {
	run, err := readRun(target)
	if err != nil || run == nil {
		return false, nil // OpenOutput reports what is wrong
	}
	same := run.Identity
	same.Reading, same.Before, same.Limit = id.Reading, id.Before, id.Limit
	if same != *id || run.Identity.Reading == id.Reading && run.Identity.Limit == id.Limit {
		return false, nil
	}
	options := strings.Split(id.Reading, "\n")
	for _, option := range strings.Split(run.Identity.Reading, "\n") {
		if option != "" && !slices.Contains(options, option) {
			return false, nil
		}
	}
	return true, run.verify(target)
}

func (p *PreviousRun) count(rows Table) error {
	p.Pairs, p.Failed = 0, 0
	for pair, err := range rows {
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		if p.Pairs++; Failure(pair.Rows) != nil {
			p.Failed++
		}
	}
	return nil
}

// Remove removes the rows, when they are in the new file.
func (p *PreviousRun) Remove() error {
	if err := os.Remove(p.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return pipeline.FileError(p.path, err)
	}
	return nil
}

// Source returns the inputs of src. Those that did not fail have their rows.
func (p *PreviousRun) Source(src *pipeline.Source) *pipeline.Source {
	return &pipeline.Source{Name: src.Name, Columns: src.Columns, Inputs: func(yield func(*pipeline.Input, error) bool) {
		next, stop := iter.Pull2(iter.Seq2[Pair, error](p.rows))
		defer stop()
		pair, end, more := next()
		for in, err := range src.Inputs {
			if err == nil && end != nil {
				in, err = nil, fmt.Errorf("%s: %w", p.path, end)
			}
			if err == nil && more && pair.Rows[0].ID == in.ID {
				if Failure(pair.Rows) == nil {
					in.Known = slices.Clone(pair.Rows)
				}
				pair, end, more = next()
			}
			if !yield(in, err) || err != nil {
				return
			}
			in.Known = nil // the source uses it again
		}
	}}
}
