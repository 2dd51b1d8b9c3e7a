package batch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/outfile"
)

// An Identity identifies the inputs and options of a run. Two runs with the same identity write the same
// rows.
type Identity struct {
	Survey
	Shard   Shard  `json:"shard"`
	Options string `json:"options"` // all that changes the rows but for what follows, in words of its own
	Reading string `json:"reading"` // the options of reading, one on each line

	Before string `json:"before,omitempty"` // a digest of the rows of [Earlier]
}

// differs says in what the two are not the same.
func (id Identity) differs(old Identity) string {
	var what []string
	for _, d := range []struct {
		name string
		same bool
	}{
		{"pairs", id.Inputs == old.Inputs && id.Pairs == old.Pairs},
		{"graphs in the files", id.Files == old.Files || id.Inputs != old.Inputs || id.Shard != old.Shard},
		{"options", id.Options == old.Options && id.Reading == old.Reading},
		{"shard", id.Shard == old.Shard},
		{"rows from before", id.Before == old.Before},
	} {
		if !d.same {
			what = append(what, d.name)
		}
	}
	return strings.Join(what, ", ")
}

// The files beside the file of rows.
const (
	partExt = ".part" // the journal: the rows so far
	runExt  = ".run"  // the identity; it is locked so long as a run works
	tempExt = ".temp" // the rows in another form than that of the journal
)

// Replaced returns the existing files that a run may remove or replace when it writes its rows to
// path. Without force these are only temporary ones: the others must belong to the same run.
func Replaced(path string, force bool) []string {
	target, _, err := outfile.Target(path)
	switch {
	case err != nil: // OpenOutput reports it
		return nil
	case force:
		return []string{path, target + partExt, target + runExt, target + tempExt, target + beforeExt}
	}
	return []string{target + tempExt}
}

// An Output is a file of rows that is being written. Rows go to a journal, and the file
// appears under its name when it is whole.
type Output struct {
	Path     string // what links lead to
	Finished bool   // the file is there, whole, from the same inputs
	Done     int    // pairs of the shard whose rows are in the journal
	Repaired string // what was found damaged in the journal and is computed again; empty: nothing

	run    *os.File
	part   *os.File
	record *record
	top    []byte // the line above the rows

	sum    hash.Hash // of the journal so far
	bytes  int64     // of the journal so far
	whole  mark      // the last pairs that are whole
	begun  time.Time
	marked time.Time
}

// OpenOutput opens the output for a run. Where a run of the same identity was ended early
// it goes on after the last pair that is whole; where there are rows of another identity it
// refuses, or with force starts over.
func OpenOutput(path string, id Identity, src *compare.Source, s *Settings, force bool) (*Output, error) {
	target, old, err := outfile.Regular(path)
	for _, ext := range []string{partExt, runExt} {
		if err == nil {
			_, _, err = outfile.Regular(target + ext)
		}
	}
	if err != nil {
		return nil, err
	}
	run, err := os.OpenFile(target+runExt, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, compare.FileError(target+runExt, err)
	}
	now := time.Now()
	o := &Output{Path: target, run: run, sum: sha256.New(), begun: now, marked: now, top: s.Form.head(s.layout(src))}
	if err := o.open(id, old, force); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

func (o *Output) open(id Identity, file fs.FileInfo, force bool) error {
	path := o.Path
	switch free, err := lock(o.run); {
	case err != nil:
		return fmt.Errorf("%s: cannot be locked: %w: write to another disk", path+runExt, err)
	case !free:
		return fmt.Errorf("%s: another run is writing this file: wait until it ends, or choose another file", path)
	}
	info, err := o.run.Stat()
	if err != nil {
		return compare.FileError(path+runExt, err)
	}
	old, known, err := readRecord(o.run)
	if err != nil {
		return compare.FileError(path+runExt, err)
	}
	whole, begun := file != nil, exists(path+partExt)
	if whole && known { // what it was built on has gone
		id.Before = old.id.Before
	}
	switch {
	case force:
		return o.begin(id, file)
	case !whole && !begun && (known || info.Size() == 0):
		return o.begin(id, file)
	case info.Size() == 0:
		os.Remove(path + runExt) // which was not there before
		return advice.Errorf("%s: already exists and was not written by such a run: choose another file, or use %v to overwrite it", path, advice.Option("force"))
	case !known:
		return advice.Errorf("%s: is damaged or was written by another program, so %s cannot be resumed: choose another file, or use %v to start over", path+runExt, path, advice.Option("force"))
	case old.id != id:
		return advice.Errorf("%s: was written with other inputs or options (%s): choose another file, or use %v to start over", path, id.differs(old.id), advice.Option("force"))
	}
	o.record = old
	if err := o.run.Truncate(old.end); err != nil { // of a line that is torn
		return compare.FileError(path+runExt, err)
	}
	if whole {
		if err := old.verify(path); err != nil {
			return advice.Errorf("%w: restore it, choose another file, or use %v to start over", err, advice.Option("force"))
		}
		o.Finished = true
		os.Remove(path + partExt)
		return nil
	}
	return o.resume()
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// begin writes the identity and makes an empty journal. A file that is overwritten keeps its
// permissions.
func (o *Output) begin(id Identity, old fs.FileInfo) (err error) {
	for _, file := range []string{o.Path, o.Path + partExt, o.Path + tempExt} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return compare.FileError(file, err)
		}
	}
	o.record = &record{id: id}
	if err = o.run.Truncate(0); err == nil {
		if err = o.note(id); err == nil {
			err = o.run.Sync()
		}
	}
	if err != nil {
		return compare.FileError(o.Path+runExt, err)
	}
	if o.part, err = os.OpenFile(o.Path+partExt, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return compare.FileError(o.Path+partExt, err)
	}
	if old != nil {
		if err := o.part.Chmod(old.Mode().Perm()); err != nil {
			return compare.FileError(o.Path+partExt, err)
		}
	}
	return o.head()
}

// note appends a line to the record.
func (o *Output) note(value any) error {
	line, err := o.record.line(value)
	if err != nil {
		return err
	}
	_, err = o.run.WriteAt(line, o.record.end)
	o.record.end += int64(len(line))
	return err
}

// head writes the line above the rows.
func (o *Output) head() error {
	if _, err := o.Write(o.top); err != nil {
		return err
	}
	return o.Mark(0)
}

// resume cuts the journal after the last mark that it agrees with.
func (o *Output) resume() (err error) {
	part := o.Path + partExt
	if o.part, err = os.OpenFile(part, os.O_RDWR, 0); err != nil {
		return compare.FileError(part, err)
	}
	good, damage, err := o.record.agrees(o.part, o.top)
	if err != nil {
		return advice.Errorf("%w: restore it, choose another file, or use %v to start over", compare.FileError(part, err), advice.Option("force"))
	}
	if o.Done = good.Pairs; damage != "" {
		o.Repaired = fmt.Sprintf("%s: %s: continuing after pair %d", part, damage, good.Pairs)
	}
	if err = o.part.Truncate(good.Bytes); err == nil {
		if _, err = o.part.Seek(0, io.SeekStart); err == nil {
			o.bytes, err = io.Copy(o.sum, o.part)
		}
	}
	if err != nil {
		return compare.FileError(part, err)
	}
	if good.SHA256 == "" { // not even the head
		return o.head()
	}
	o.whole = good
	return o.mark() // so that later marks do not count any more
}

// agrees returns the last mark that the journal agrees with, and what is wrong with the rows after
// it, but for a line that was being written. A journal that agrees with none is not that of the
// run, unless it is the head or less.
func (r *record) agrees(journal io.Reader, head []byte) (good mark, damage string, err error) {
	sum := sha256.New()
	at := int64(0)
	for i, m := range r.marks {
		n, err := io.CopyN(sum, journal, m.Bytes-at)
		at += n
		switch {
		case err == io.EOF && i == 0:
			h := sha256.New()
			if n > int64(len(head)) || !bytes.Equal(hashed(h, head[:n]), sum.Sum(nil)) {
				return mark{}, "", errForeign
			}
			return mark{}, "", nil
		case err == io.EOF:
			return good, "its last rows are missing", nil
		case err != nil:
			return good, "", err
		case hex.EncodeToString(sum.Sum(nil)) == m.SHA256:
			good, damage = m, ""
		case i == 0:
			return mark{}, "", errForeign
		default:
			return good, "rows were changed after they were written", nil
		}
	}
	return good, "", nil
}

var errForeign = errors.New("it is not the journal of this run, or its first rows were changed")

func hashed(h hash.Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

// verify returns an error where a finished file is not what was written.
func (r *record) verify(path string) error {
	if r.final == nil {
		return fmt.Errorf("%s: it is not known whether the file is complete, since %s ends early", path, path+runExt)
	}
	f, err := os.Open(path)
	if err != nil {
		return compare.FileError(path, err)
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	switch {
	case err != nil:
		return compare.FileError(path, err)
	case n < r.final.Bytes:
		return fmt.Errorf("%s: was truncated after it was written: it has %d of %d bytes", path, n, r.final.Bytes)
	case hex.EncodeToString(h.Sum(nil)) != r.final.SHA256:
		return fmt.Errorf("%s: was changed after it was written", path)
	}
	return nil
}

// Write writes rows to the journal.
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.part.Write(b)
	o.sum.Write(b[:n])
	o.bytes += int64(n)
	if err != nil {
		err = fmt.Errorf("%w: the rows so far are kept; free some space and run the same command again", compare.FileError(o.Path+partExt, err))
	}
	return n, err
}

// sparse is the share of its time that a run may lose when it is killed: marks come so often.
const sparse = 200

// Mark says that the rows so far are those of so many pairs. A run that is killed goes on after
// the last mark.
func (o *Output) Mark(pairs int) error {
	o.whole = mark{Pairs: pairs, Bytes: o.bytes, SHA256: hex.EncodeToString(o.sum.Sum(nil))}
	now := time.Now()
	if pairs > 0 && now.Sub(o.marked) < now.Sub(o.begun)/sparse {
		return nil
	}
	o.marked = now
	return o.mark()
}

// mark writes the last mark, unless it is in the record already.
func (o *Output) mark() error {
	if n := len(o.record.marks); n > 0 && o.record.marks[n-1] == o.whole {
		return nil
	}
	if err := o.note(o.whole); err != nil {
		return compare.FileError(o.Path+runExt, err)
	}
	o.record.marks = append(o.record.marks[:0], o.whole)
	return nil
}

// Journal is the file of the rows so far.
func (o *Output) Journal() string { return o.Path + partExt }

// Finish gives the journal the name of the file. Where convert is set it writes the file
// from the journal instead.
func (o *Output) Finish(convert func(w io.Writer, journal io.ReadSeeker) error) error {
	part := o.Path + partExt
	if err := o.part.Sync(); err != nil {
		return compare.FileError(part, err)
	}
	final := mark{Pairs: o.whole.Pairs, Bytes: o.bytes, SHA256: hex.EncodeToString(o.sum.Sum(nil)), Final: true}
	if convert != nil {
		var err error
		if final.Bytes, final.SHA256, err = o.convert(convert); err != nil {
			os.Remove(o.Path + tempExt)
			return fmt.Errorf("%w: the rows are kept in %s; run the same command again", compare.FileError(o.Path, err), part)
		}
	}
	err := o.mark()
	if err == nil {
		err = o.note(final)
	}
	if err == nil {
		err = o.run.Sync()
	}
	if err != nil {
		return compare.FileError(o.Path+runExt, err)
	}
	err = o.part.Close()
	o.part = nil
	if err != nil {
		return compare.FileError(part, err)
	}
	if convert == nil {
		return fileErrorOr(o.Path, os.Rename(part, o.Path))
	}
	if err := os.Rename(o.Path+tempExt, o.Path); err != nil {
		return compare.FileError(o.Path, err)
	}
	return fileErrorOr(part, os.Remove(part))
}

func fileErrorOr(file string, err error) error {
	if err == nil {
		return nil
	}
	return compare.FileError(file, err)
}

// convert writes the file under another name, and returns its length and its digest.
func (o *Output) convert(f func(w io.Writer, journal io.ReadSeeker) error) (n int64, sum string, err error) {
	in, err := os.Open(o.Path + partExt)
	if err != nil {
		return 0, "", err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return 0, "", err
	}
	out, err := os.OpenFile(o.Path+tempExt, os.O_RDWR|os.O_CREATE|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return 0, "", err
	}
	h := sha256.New()
	err = f(out, in)
	if err == nil {
		err = out.Chmod(info.Mode().Perm())
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
	if closed := out.Close(); err == nil {
		err = closed
	}
	return n, hex.EncodeToString(h.Sum(nil)), err
}

// Close unlocks the output. Rows that were written stay.
func (o *Output) Close() error {
	if o.part != nil && o.whole.SHA256 != "" {
		o.mark() // the last rows; without it they are computed again
	}
	if o.part != nil {
		o.part.Close()
	}
	return o.run.Close()
}
