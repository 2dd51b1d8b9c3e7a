package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// The files beside the file of rows.
const (
	partExt = ".part"   // the journal
	runExt  = ".run"    // the identity of a finished file, and its digest
	tempExt = ".temp"   // the file before it has its name
	prevExt = ".before" // the rows of a [PreviousRun]
)

// Replaced returns the existing files that a run may remove or replace when it writes its rows to
// path. Without force these are only temporary ones: the others must belong to the same run.
func Replaced(path string, force bool) []string {
	target, _, err := outfile.Target(path)
	switch {
	case err != nil: // OpenOutput reports it
		return nil
	case force:
		return []string{path, target + partExt, target + runExt, target + tempExt, target + prevExt}
	}
	return []string{target + tempExt}
}

// Begun reports whether a run has written to the file or to its journal.
func Begun(path string) bool {
	target, old, err := outfile.Target(path)
	return err != nil || old != nil || exists(target+partExt)
}

// An Output is a file of rows that is being written. Rows go to a journal, and the file appears
// under its name when it is complete.
type Output struct {
	Path     string // after links
	Finished bool   // the file exists, complete, from the same inputs
	Done     int    // pairs of the shard whose rows are in the journal
	Repaired string // damage of the journal that is computed again, or empty

	id      Identity
	journal *Journal
	head    []byte      // the header of the rows
	mode    fs.FileMode // of a file that is replaced

	rows          []byte // not in the journal yet
	whole         int    // bytes of them that belong to whole pairs
	pairs         int    // whole pairs
	begun, marked time.Time
}

// span is the head of a record: the pairs of its rows.
type span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// OpenOutput opens the output for a run. It continues a run of the same identity after its last
// whole pair. If there are rows of another identity it returns an error, or starts over with force.
func OpenOutput(path string, id Identity, head []byte, force bool) (*Output, error) {
	target, old, err := outfile.Regular(path)
	if err != nil {
		return nil, err
	}
	j, err := OpenJournal(target + partExt)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	o := &Output{Path: target, id: id, journal: j, head: head, begun: now, marked: now, mode: 0o666}
	if old != nil {
		o.mode = old.Mode().Perm()
	}
	started := j.New()
	if err := o.open(old != nil, force); err != nil {
		if started {
			j.Remove()
		}
		j.Close()
		return nil, err
	}
	return o, nil
}

func (o *Output) open(whole, force bool) error {
	run, err := readRun(o.Path)
	var id Identity
	switch {
	case force:
		if err := o.clear(); err != nil {
			return err
		}
		return o.journal.Begin(o.id)
	case err != nil:
		return advice.Errorf("%s: is damaged or was written by another program, so %s cannot be resumed: choose another file, or use %v to start over", o.Path+runExt, o.Path, advice.Option("force"))
	case whole && run == nil:
		return advice.Errorf("%s: already exists and was not written by such a run: choose another file, or use %v to overwrite it", o.Path, advice.Option("force"))
	case whole:
		o.id.Before = run.Identity.Before // the rows that it was built on are gone
		id = run.Identity
	case o.journal.New():
		return o.journal.Begin(o.id)
	default:
		if err := o.journal.Identity(&id); err != nil {
			return err
		}
	}
	if err := o.id.same(id, o.Path); err != nil {
		return err
	}
	o.id.Limit = id.Limit // of the rows that are there
	if whole {
		if err := run.verify(o.Path); err != nil {
			return advice.Errorf("%w: restore it, choose another file, or use %v to start over", err, advice.Option("force"))
		}
		o.Finished = true
		return o.journal.Remove()
	}
	return o.resume()
}

// clear removes the files of other runs.
func (o *Output) clear() error {
	for _, file := range []string{o.Path, o.Path + runExt, o.Path + tempExt} {
		if err := remove(file); err != nil {
			return pipeline.FileError(file, err)
		}
	}
	return nil
}

// remove removes a file, if there is one.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// resume cuts the journal after the last record that continues the ones before.
func (o *Output) resume() error {
	kept := 0
	for _, r := range o.journal.Records {
		var s span
		if json.Unmarshal(r.Head, &s) != nil || s.From != o.Done || s.To < s.From || s.To > o.id.Shard.Count(o.id.Pairs) {
			o.journal.Damage = "rows are missing or occur twice"
			break
		}
		kept++
		o.Done = s.To
	}
	if o.journal.Damage != "" {
		o.Repaired = fmt.Sprintf("%s: %s: continuing after pair %d", o.journal.Path, o.journal.Damage, o.Done)
	}
	o.pairs = o.Done
	return o.journal.Keep(kept)
}

// Write takes rows. They go to the journal after [Output.Mark].
func (o *Output) Write(b []byte) (int, error) {
	o.rows = append(o.rows, b...)
	return len(b), nil
}

// How often rows go to the journal: a run that is killed loses at most this share of its time, or
// this many bytes.
const (
	lossShare = 1.0 / 200
	lossBytes = 1 << 20
)

// Mark records that the rows so far are those of the given number of pairs. A run that is killed is
// continued after one of the last marks.
func (o *Output) Mark(pairs int) error {
	o.whole, o.pairs = len(o.rows), pairs
	if now := time.Now(); o.whole < lossBytes && float64(now.Sub(o.marked)) < lossShare*float64(now.Sub(o.begun)) {
		return nil
	}
	return o.flush()
}

// flush writes whole pairs to the journal.
func (o *Output) flush() error {
	from := o.Done
	if n := len(o.journal.Records); n > 0 {
		var last span
		json.Unmarshal(o.journal.Records[n-1].Head, &last) // it was written here or checked
		from = last.To
	}
	if o.pairs == from {
		return nil
	}
	if err := o.journal.Add(span{from, o.pairs}, o.rows[:o.whole]); err != nil {
		return err
	}
	o.rows = append(o.rows[:0], o.rows[o.whole:]...)
	o.whole, o.marked = 0, time.Now()
	return nil
}

// Rows returns the rows in the journal.
func (o *Output) Rows(form Form) Table {
	return Text(form, func() (io.ReadCloser, error) {
		err := o.flush()
		return io.NopCloser(o.text()), err
	})
}

// text returns the text of the rows in the journal.
func (o *Output) text() io.Reader {
	all := []io.Reader{bytes.NewReader(o.head)}
	for i := range o.journal.Records {
		all = append(all, o.journal.Rows(i))
	}
	return io.MultiReader(all...)
}

// Finish writes the file with sink, or the rows as they are if it is nil.
func (o *Output) Finish(sink func(w io.Writer) error) error {
	if sink == nil {
		sink = func(w io.Writer) error {
			_, err := io.Copy(w, o.text())
			return err
		}
	}
	err := o.flush()
	if err != nil {
		return err
	}
	run := runFile{Identity: o.id, Pairs: o.pairs}
	temp := o.Path + tempExt
	if run.Bytes, run.SHA256, err = create(temp, o.mode, sink); err == nil {
		_, _, err = create(o.Path+runExt, 0o666, run.write)
	}
	if err == nil {
		err = os.Rename(temp, o.Path)
	}
	if err != nil {
		os.Remove(temp)
		return fmt.Errorf("%w: the rows are kept in %s; run the same command again", pipeline.FileError(o.Path, err), o.journal.Path)
	}
	o.Finished = true
	return o.journal.Remove()
}

// create writes a new file in place of an old one, and returns its length and its digest.
func create(path string, mode fs.FileMode, write func(w io.Writer) error) (n int64, sum string, err error) {
	if err := remove(path); err != nil {
		return 0, "", err
	}
	out, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, "", err
	}
	h := sha256.New()
	if err = write(out); err == nil && mode != 0o666 {
		err = out.Chmod(mode)
	}
	if err == nil {
		_, err = out.Seek(0, io.SeekStart)
	}
	if err == nil {
		n, err = io.Copy(h, out)
	}
	if err == nil {
		err = out.Sync()
	}
	return n, hex.EncodeToString(h.Sum(nil)), errors.Join(err, out.Close())
}

// Close unlocks the output. Rows of whole pairs stay in the journal.
func (o *Output) Close() error {
	if o.Finished {
		return nil
	}
	return errors.Join(o.flush(), o.journal.Close())
}
