package store

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// A PreviousRun is the rows of a run that is repeated with more options of reading, another limit of time or
// some changed files, for the pairs that failed or changed. The other pairs keep their rows.
type PreviousRun struct {
	Pairs, Again int // Again of them failed or changed
	path         string
	rows         Table
	changed      func(k int) bool // whether the files of a pair changed
}

// FindPrevious finds long rows that were written with the same inputs and options, except for the limit of
// time, options of reading that id adds and files of some pairs, and marks id as a run that builds on them.
// It returns nil if there are none, or if there is no pair to compare again. With force it removes them.
func FindPrevious(path string, id *Identity, form Form, force bool) (*PreviousRun, error) {
	target, _, err := outfile.Regular(path)
	if err != nil {
		return nil, err
	}
	run, err := readRun(target)
	if err != nil || run == nil {
		run = new(runFile) // OpenOutput reports what is wrong
	}
	p := &PreviousRun{path: target + prevExt, rows: File(target+prevExt, form)}
	p.changed = func(k int) bool { return id.changed(run.Identity, k) }
	switch {
	case force:
		return nil, p.Remove()
	case exists(p.path) && !exists(target): // it was stopped
	case !exists(target) || !id.buildsOn(run.Identity):
		return nil, nil
	default:
		if err := run.verify(target); err != nil {
			return nil, err
		}
		if err := p.count(File(target, form)); err != nil || p.Again == 0 || p.Again == p.Pairs && id.Files != run.Identity.Files {
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

// buildsOn reports whether rows of another identity were written with the same inputs and options, except for
// the limit of time, options of reading that id adds and files of some pairs.
func (id *Identity) buildsOn(old Identity) bool {
	same := old
	same.Before, same.Reading, same.Limit, same.Files = id.Before, id.Reading, id.Limit, id.Files
	if same != *id || old.Reading == id.Reading && old.Limit == id.Limit && old.Files == id.Files {
		return false
	}
	options := strings.Split(id.Reading, "\n")
	dropped := func(option string) bool { return option != "" && !slices.Contains(options, option) }
	return !slices.ContainsFunc(strings.Split(old.Reading, "\n"), dropped)
}

func (p *PreviousRun) count(rows Table) error {
	p.Pairs, p.Again = 0, 0
	for pair, err := range rows {
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		if p.changed(p.Pairs) || Failure(pair.Rows) != nil {
			p.Again++
		}
		p.Pairs++
	}
	return nil
}

// Remove removes the rows, when they are in the new file.
func (p *PreviousRun) Remove() error { return pipeline.FileError(p.path, remove(p.path)) }

// Source returns the inputs of src. Those that did not fail or change have their rows.
func (p *PreviousRun) Source(src *pipeline.Source) *pipeline.Source {
	return &pipeline.Source{Name: src.Name, Columns: src.Columns, Inputs: func(yield func(*pipeline.Input, error) bool) {
		next, stop := iter.Pull2(iter.Seq2[Pair, error](p.rows))
		defer stop()
		pair, end, more := next()
		k := 0
		for in, err := range src.Inputs {
			if err == nil && end != nil {
				in, err = nil, fmt.Errorf("%s: %w", p.path, end)
			}
			if err == nil && more && pair.Rows[0].ID == in.ID {
				if !p.changed(k) && Failure(pair.Rows) == nil {
					in.Known = slices.Clone(pair.Rows)
				}
				pair, end, more = next()
				k++
			}
			if !yield(in, err) || err != nil {
				return
			}
			in.Known = nil // the source uses it again
		}
	}}
}
